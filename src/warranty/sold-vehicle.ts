import { rememberShort } from '../lib/on-demand.ts';
import { withThousands } from '../lib/wording.ts';
import {
  type CoveredPowertrain,
  type EngineFuel,
  type Entry,
  type Exception,
  type Maker,
  powertrains,
} from './makers.ts';

/** The facts of a vehicle that the look-up needs; a decoded vehicle has them. */
export interface SoldVehicle {
  year: number;
  make: string;
  model: string | null;
  vehicleType?: string | null;
  trim?: string | null;
  trim2?: string | null;
  series?: string | null;
  series2?: string | null;
  engine?: { fuelType: string | null; fuelTypeSecondary?: string | null };
  electrification?: { level: string | null; driveUnit?: string | null } | null;
  weight?: { gvwrMinLb: number | null };
}

/** Undefined where the fuel is not known. */
export function fuelOf({ engine, electrification }: SoldVehicle): EngineFuel | undefined {
  const fuel = engine?.fuelType ?? '';
  if (/diesel/i.test(fuel)) return 'diesel';
  if (/gasoline|petrol|flex|e85|ethanol/i.test(fuel)) return 'gasoline';
  if (/electric/i.test(fuel) || /\bBEV\b/.test(electrification?.level ?? '')) {
    return engine?.fuelTypeSecondary ? 'gasoline' : 'electric';
  }
  return fuel === '' ? undefined : 'other';
}

const LIGHT_VEHICLE_LB = 14_000;

/** Makes of cars also sell motorcycles and heavy trucks, whose terms are others. */
export function isLightVehicle({ vehicleType, weight }: SoldVehicle): boolean {
  const isOtherKind = /motorcycle|trailer|\bbus\b|off.?road|low.?speed/i.test(vehicleType ?? '');
  return !isOtherKind && (weight?.gvwrMinLb ?? 0) <= LIGHT_VEHICLE_LB;
}

/** The ways in which data may name the vehicle: by its model, with its trim, series or motors, or by these alone. */
export function soldNamesOf(vehicle: SoldVehicle): string[] {
  const versions = trimsOf(vehicle);
  const { model } = vehicle;
  if (!isText(model)) return versions;
  const additions = [...versions, vehicle.electrification?.driveUnit].filter(isText);
  return [model, ...additions.map((addition) => `${model} ${addition}`), ...versions];
}

/** The facts known of the version beside the model. */
function versionsOf(vehicle: SoldVehicle): string[] {
  return [...trimsOf(vehicle), vehicle.electrification?.driveUnit].filter(isText);
}

function trimsOf({ trim, trim2, series, series2 }: SoldVehicle): string[] {
  return [trim, trim2, series, series2].filter(isText);
}

function isText(value: string | null | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

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

/** Makes compare without case, accents, spaces and hyphens: "MERCEDES BENZ" is "Mercedes-Benz". */
export function makeKey(name: string): string {
  return words(name).join('');
}

/** Tells whether a name of the data ("Titan") means this model ("TITAN XD"): all its words, from the first on. */
export function namesModel(name: string, model: string): boolean {
  const wanted = words(name);
  const given = words(model);
  return (
    wanted.length > 0 &&
    (wanted.every((word, index) => word === given[index]) || wanted.join('') === given.join(''))
  );
}

/** Picks the longest of the names that means one of the models. */
export function bestName(names: readonly string[], models: readonly string[]): string | undefined {
  return names
    .filter((name) => models.some((model) => namesModel(name, model)))
    .sort((a, b) => makeKey(b).length - makeKey(a).length)[0];
}

const words = rememberShort(
  (name): readonly string[] =>
    name
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [],
);

type Stated = Exclude<Entry['powertrain'], string>;

/** The entry that holds for the vehicle, and those that may hold instead where too little is known of it. */
interface Chosen {
  stated: Stated | 'not established';
  /** Why the term is not known, where it is not. */
  note: string | undefined;
  possible: readonly Exception[];
}

/** Picks the term of this very vehicle out of a coverage with exceptions. */
export function chooseTerm(stated: Stated, vehicle: SoldVehicle): Chosen {
  const possible: Exception[] = [];
  for (const exception of stated.exceptions ?? []) {
    const holds = doesHold(exception, vehicle);
    if (holds === undefined) possible.push(exception);
    if (holds !== true) continue;
    if (exception.notEstablished) return { stated: 'not established', note: exception.note, possible: [] };
    const { fuels: _f, names: _n, gvwrOverLb: _g, notEstablished: _e, ...term } = exception;
    return { stated: { transferable: stated.transferable, ...term }, note: undefined, possible: [] };
  }
  return { stated, note: undefined, possible };
}

/** Undefined where it depends on what is not known of the vehicle. */
function doesHold({ fuels, names, gvwrOverLb }: Exception, vehicle: SoldVehicle): boolean | undefined {
  const answers = [
    fuels && holdsFor(fuelOf(vehicle), (fuel) => fuels.includes(fuel)),
    names && namesHold(names, vehicle),
    gvwrOverLb && holdsFor(vehicle.weight?.gvwrMinLb ?? undefined, (pounds) => pounds > gvwrOverLb),
  ];
  const given = [fuels, names, gvwrOverLb].map((condition) => condition !== undefined);
  const asked = answers.filter((_, index) => given[index]);
  if (asked.includes(false)) return false;
  return asked.includes(undefined) ? undefined : true;
}

function holdsFor<Value>(value: Value | undefined, test: (value: Value) => boolean): boolean | undefined {
  return value === undefined ? undefined : test(value);
}

function namesHold(names: readonly string[], vehicle: SoldVehicle): boolean | undefined {
  const { model } = vehicle;
  const given = versionsOf(vehicle);
  const text = [model ?? '', ...given].join(' ').toLowerCase();
  if (names.some((name) => new RegExp(`(^|[^a-z0-9])${name.toLowerCase()}`).test(text))) return true;
  return given.length === 0 ? undefined : false;
}

/** "Diesel vehicles", "SRT vehicles", as a sentence begins. */
export function namedInWords({ fuels, names, gvwrOverLb }: Exception): string {
  const what = [...(fuels ?? []), ...(names ?? [])].join(', ');
  const over = gvwrOverLb === undefined ? '' : ` rated above ${withThousands(gvwrOverLb)} lb`;
  const words = `${what === '' ? '' : `${what} `}vehicles${over}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
