import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand } from '../../lib/on-demand.ts';
import { type Powertrain, type Powertrains, possiblePowertrains } from '../../names/powertrain.ts';
import type { Vehicle } from '../../vehicle/vehicle.ts';
import { patternOf } from '../text/patterns.ts';

/** The equipment of a car, as far as failures depend on it. */
export const TRAITS = [
  'diesel',
  'combustion',
  'fuelCell',
  'hybrid',
  'highVoltage',
  'plugIn',
  'turbo',
  'manual',
  'clutch',
  'cvt',
  'torqueConverter',
  'park',
  'fourWheelDrive',
  'rearDrive',
  'slidingDoor',
  'liftgate',
  'trunk',
  'pickup',
  'convertible',
] as const;
type Trait = (typeof TRAITS)[number];

/** Undefined where the decoder does not say. */
export type VehicleTraits = Readonly<Record<Trait, boolean | undefined>>;

export type TraitSource = Partial<
  Pick<
    Vehicle,
    | 'make'
    | 'model'
    | 'year'
    | 'series'
    | 'series2'
    | 'trim'
    | 'trim2'
    | 'engine'
    | 'transmission'
    | 'electrification'
    | 'bodyClass'
    | 'driveType'
  >
>;

export function traitsOf(vehicle: TraitSource): VehicleTraits {
  return { ...driveTraits(vehicle), ...gearboxTraits(vehicle), ...bodyTraits(vehicle) };
}

export const UNKNOWN_TRAITS: VehicleTraits = traitsOf({});

/** The drive: fuels, motors and wheels. */
function driveTraits(vehicle: TraitSource) {
  const { engine, electrification, driveType } = vehicle;
  const fuels = [engine?.fuelType, engine?.fuelTypeSecondary].flatMap((fuel) => fuel?.toLowerCase() ?? []);
  const level = electrification?.level?.toLowerCase() ?? '';
  const powertrains = powertrainsOf(vehicle);
  const isOneOf = (...some: readonly Powertrain[]) => {
    const fitting = some.filter((one) => powertrains.has(one)).length;
    return fitting === 0 ? false : fitting === powertrains.size ? true : undefined;
  };
  const isKnown = fuels.length > 0 || level !== '';
  const fuelCell = [level, ...fuels].some((text) => /fcev|fuel cell|hydrogen/.test(text));
  const combustion = isOneOf('combustion', 'hybrid', 'plug-in hybrid');
  // A mild hybrid counts as a petrol car, and has a battery and a motor all the same.
  const isMild = level.includes('mild');
  const drive = driveType?.toLowerCase() ?? '';
  const allWheels = /4wd|awd|4x4|6x6|four|all/.test(drive);
  return {
    diesel: fuels.length === 0 ? undefined : fuels.some((fuel) => fuel.includes('diesel')),
    combustion,
    fuelCell: isKnown ? fuelCell : undefined,
    hybrid: isMild ? undefined : isOneOf('hybrid', 'plug-in hybrid'),
    highVoltage: isMild ? undefined : isOneOf('hybrid', 'plug-in hybrid', 'electric'),
    plugIn: fuelCell ? false : isOneOf('plug-in hybrid', 'electric'),
    turbo: combustion === false ? false : (engine?.turbo ?? undefined),
    fourWheelDrive: drive === '' ? undefined : allWheels,
    rearDrive: /fwd|front/.test(drive) ? false : allWheels || /rwd|rear/.test(drive) ? true : undefined,
  };
}

/** A car has no motor where its fuel is petrol and no name and no degree of electrification speaks of one. */
function powertrainsOf({ make = '', year = 0, engine, electrification, ...named }: TraitSource): Powertrains {
  const possible = possiblePowertrains({
    make,
    year,
    names: [named.model, named.series, named.series2, named.trim, named.trim2],
    fuel: engine?.fuelType,
    secondFuel: engine?.fuelTypeSecondary,
    electrification: electrification?.level,
  });
  const isPlain = !electrification?.level && possible.has('combustion') && !possible.has('electric');
  return isPlain ? new Set(['combustion']) : possible;
}

function gearboxTraits({ transmission, electrification }: TraitSource) {
  const style = transmission?.style?.toLowerCase() ?? '';
  const known = (value: boolean) => (style === '' ? undefined : value);
  const twoClutches = /dual.clutch|automated/.test(style);
  const manual = /manual/.test(style) && !twoClutches;
  const electronic = /electronic continuously/.test(style);
  const motorOnly = /\bbev\b|\bfcev\b/i.test(electrification?.level ?? '');
  return {
    manual: known(manual),
    clutch: known(manual || twoClutches),
    cvt: known(/cvt|continuously variable/.test(style)),
    torqueConverter: motorOnly ? false : known(!(manual || twoClutches || electronic)),
    park: known(!manual),
  };
}

/** A class that covers several kinds of body says nothing of what they differ in. */
function bodyTraits({ bodyClass }: TraitSource) {
  const body = bodyClass?.toLowerCase() ?? '';
  const known = (has: RegExp, unclear: RegExp) =>
    body === '' || /incomplete|bus|motorcycle|off-road/.test(body) || unclear.test(body)
      ? undefined
      : has.test(body);
  return {
    slidingDoor: known(/\bvan|minivan/, /wagon/),
    liftgate: known(/suv|cuv|crossover|hatchback|wagon|van/, /coupe|truck/),
    trunk: known(/sedan|coupe|convertible|cabriolet|roadster/, /hatchback/),
    pickup: known(/pickup|truck/, /truck-tractor/),
    convertible: known(/convertible|cabriolet|roadster/, /suv|cuv|crossover|truck/),
  };
}

const equipment = z.array(
  z.strictObject({
    words: z.string().describe('A pattern of words in a title.'),
    needs: z.array(z.enum(TRAITS)).min(1).describe('What a car must have for them, one of these at least.'),
  }),
);
const rules = onDemand(() =>
  readDataFile('lexicon/equipment.json', equipment).map(({ words, needs }) => ({
    words: patternOf(words),
    needs,
  })),
);

/** False only where the decoded car is known to lack what the words speak of. */
export function titleFits(traits: VehicleTraits, title: string): boolean {
  return rules().every(
    ({ words, needs }) => needs.some((trait) => traits[trait] !== false) || !words.test(title),
  );
}

/** The title of a failure, and on which cars it is another. */
export interface Named {
  title: string;
  needs?: Trait | undefined;
  /** The first of which the car lacks all that is named. */
  otherwise?: readonly { without: readonly Trait[]; title: string }[] | undefined;
}

/** Names the failure on this car; undefined where the car is known to lack what fails. */
export function titleFor(traits: VehicleTraits, { title, needs, otherwise = [] }: Named): string | undefined {
  if (needs !== undefined && traits[needs] === false) return undefined;
  const other = otherwise.find(({ without }) => without.every((trait) => traits[trait] === false));
  const fitting = other?.title ?? title;
  return titleFits(traits, fitting) ? fitting : undefined;
}

/** Two cars with the same key can have the same failures. */
export function keyOfTraits(traits: VehicleTraits): string {
  return TRAITS.map((trait) => {
    const value = traits[trait];
    return value === undefined ? '-' : value ? '1' : '0';
  }).join('');
}
