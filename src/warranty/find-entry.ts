import { withThousands } from '../lib/wording.ts';
import type { Entry, Exception, Maker, Scope } from './maker-schema.ts';
import { bestName, fuelOf, type SoldVehicle, soldNamesOf, versionsOf } from './sold-vehicle.ts';
import { type Market, markets } from './warranty.ts';

type Found = { entry: Entry } | { why: string };

export const marketNames: Record<Market, string> = { US: 'the United States', CA: 'Canada' };

/** The terms of one model year in one market, or the reason why there are none. */
export function findEntry(maker: Maker, year: number, models: readonly string[], market: Market): Found {
  const found = [
    ...maker.entries.map((entry) => ({ ...scopeOf(entry), answer: { entry } })),
    ...[...(maker.notEstablished ?? []), ...(maker.notSold ?? [])].map((gap) => ({
      ...scopeOf(gap),
      answer: { why: gap.why },
    })),
  ].filter((candidate) => inScope(candidate, year, market));

  const names = found.flatMap((candidate) => candidate.models ?? []);
  const name = bestName(names, models);
  const ofModel =
    name === undefined ? undefined : found.find((candidate) => candidate.models?.includes(name));
  const best = ofModel ?? found.find((candidate) => candidate.models === undefined);
  return best?.answer ?? { why: notAmong(maker, year, market) };
}

function inScope({ years: [first, last], markets }: Scope, year: number, market: Market): boolean {
  return year >= first && year <= last && markets.includes(market);
}

function scopeOf({ years, markets, models }: Scope): Scope {
  return models ? { years, markets, models } : { years, markets };
}

function notAmong(maker: Maker, year: number, market: Market): string {
  const years = maker.entries
    .filter((entry) => entry.markets.includes(market))
    .flatMap((entry) => entry.years);
  const place = marketNames[market];
  if (years.length === 0) return `The warranty data hold no terms of ${maker.make} in ${place}.`;
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return year >= first && year <= last
    ? `The warranty data hold no terms of this ${maker.make} model of ${year} in ${place}.`
    : `The warranty data hold ${maker.make} model years ${first} to ${last} in ${place}, not ${year}.`;
}

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

/** The market in which a model was sold only, where that is so. */
export function onlyMarketOf(maker: Maker, vehicle: SoldVehicle): Market | undefined {
  const names = soldNamesOf(vehicle);
  return markets.find((market) =>
    maker.soldOnlyIn?.some(
      ({ models, years: [first, last] = [0, 9999], ...sold }) =>
        sold.market === market &&
        vehicle.year >= first &&
        vehicle.year <= last &&
        bestName(models, names) !== undefined,
    ),
  );
}
