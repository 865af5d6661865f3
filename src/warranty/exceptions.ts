import { withThousands } from '../lib/with-thousands.ts';
import type { Entry, Exception } from './maker-schema.ts';
import { fuelOf, type SoldVehicle, versionsOf } from './sold-vehicle.ts';

type Stated = Exclude<Entry['powertrain'], string>;

/** What holds for the vehicle, and what may hold instead where too little is known of it. */
export interface Chosen {
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
