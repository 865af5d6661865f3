import { type CoveredPowertrain, type Maker, powertrains } from './maker-schema.ts';
import { bestName } from './names.ts';
import { type SoldVehicle, soldNamesOf } from './sold-vehicle.ts';

const levels: readonly (readonly [RegExp, readonly CoveredPowertrain[]])[] = [
  [/\bBEV\b/, ['electric']],
  [/\bPHEV\b/, ['plug-in hybrid']],
  [/\bFCEV\b/, ['fuel cell']],
  [/Mild HEV/i, ['mild hybrid']],
  [/Strong HEV/i, ['hybrid']],
  [/\bHEV\b/, ['mild hybrid', 'hybrid']],
];

/**
 * The powertrains with a traction battery that this vehicle may have. None: it has no such battery.
 * More than one: what is known of the vehicle leaves it open.
 */
export function tractionBatteriesOf(vehicle: SoldVehicle, maker: Maker): readonly CoveredPowertrain[] {
  const level = vehicle.electrification?.level;
  if (level) {
    const known = levels.find(([pattern]) => pattern.test(level));
    if (known) return known[1];
  }
  const names = soldNamesOf(vehicle);
  const ofModel = fromModel(names, maker) ?? fromWords(names);
  const ofFuel = fromFuel(vehicle);
  if (ofModel && ofFuel) {
    const both = ofModel.filter((powertrain) => ofFuel.includes(powertrain));
    return both.length > 0 ? both : ofFuel;
  }
  return ofModel ?? ofFuel ?? (vehicle.engine?.fuelType ? [] : powertrains);
}

function fromModel(names: readonly string[], maker: Maker): readonly CoveredPowertrain[] | undefined {
  const models = maker.electrifiedModels ?? {};
  const model = bestName(Object.keys(models), names);
  return model === undefined ? undefined : models[model];
}

function fromFuel({ engine, electrification }: SoldVehicle): readonly CoveredPowertrain[] | undefined {
  const primary = engine?.fuelType ?? '';
  const secondary = engine?.fuelTypeSecondary ?? '';
  if (primary === '') return undefined;
  if (/fuel cell|hydrogen/i.test(primary)) return ['fuel cell'];
  if (/electric/i.test(primary) && secondary === '') return ['electric'];
  if (/electric/i.test(`${primary} ${secondary}`)) return ['mild hybrid', 'hybrid', 'plug-in hybrid'];
  // An electrification block without a level still says that there is a battery.
  return electrification ? ['mild hybrid', 'hybrid', 'plug-in hybrid'] : undefined;
}

function fromWords(names: readonly string[]): readonly CoveredPowertrain[] | undefined {
  const text = names.join(' ');
  if (/\b(PHEV|plug-?in)\b/i.test(text)) return ['plug-in hybrid'];
  if (/\bhybrid\b/i.test(text)) return ['hybrid', 'plug-in hybrid'];
  if (/\b(EV|electric|electrified)\b/i.test(text)) return ['electric'];
  return undefined;
}
