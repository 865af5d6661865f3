import { getOrInsert } from '../lib/on-demand.ts';
import type { LocalAreas, StateAreas, StatedRate } from './local-areas.ts';
import { type Rate, rateOf } from './money.ts';
import { states } from './places.ts';
import type { LocalArea, LocalRates } from './sale.ts';

export type FoundArea =
  | { kind: 'area'; area: LocalArea }
  /** The postal code lies in none of the counties of the city. */
  | { kind: 'contradiction'; counties: readonly string[] };

/** The county of a postal code that lies in none of those of the file. */
export const ELSEWHERE = 'elsewhere';

/** Finds what a city or a ZIP code of five digits says of a state: its counties and its rates, as far as known. */
export function findArea(table: LocalAreas, code: string, given: { city?: string; zip?: string }): FoundArea {
  const state = states.find((one) => one === code);
  const data = state && table.states[state];
  const city = given.city === undefined ? undefined : (data && cityNamed(data, given.city)) || null;
  const zip = data && given.zip !== undefined ? given.zip : undefined;
  const ofZip = zip === undefined || data === undefined ? undefined : countiesOf(data, zip);
  if (city && ofZip && !city.counties.some((name) => ofZip.includes(name)))
    return { kind: 'contradiction', counties: city.counties };
  const counties = city ? city.counties.filter((name) => ofZip?.includes(name) ?? true) : ofZip;
  const rates = data && ratesOf(table, data, { city, zip, counties });
  return {
    kind: 'area',
    area: {
      ...(given.city !== undefined && { city: city ? city.name : given.city }),
      ...(city === null && { isUnknownCity: true as const }),
      ...(counties && { counties }),
      ...(rates && { rates }),
      ...(data?.placeOfDealer && { placeOfDealer: true as const }),
    },
  };
}

interface City {
  name: string;
  counties: readonly string[];
  rate: Bounds | undefined;
  isRead: boolean;
}

interface Bounds {
  low: number;
  high: number;
}

/** Compares names without case, accents and punctuation, and with the usual short words written out. */
export function cityKey(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/[\p{Mark}'’.]/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => ({ saint: 'st', ft: 'fort', mt: 'mount' })[word] ?? word);
  return words.join(' ');
}

const keysOfCities = new WeakMap<StateAreas['cities'], ReadonlyMap<string, string>>();

function cityNamed({ cities }: StateAreas, text: string): City | undefined {
  const names = keysOfCities.get(cities) ?? new Map(Object.keys(cities).map((name) => [cityKey(name), name]));
  keysOfCities.set(cities, names);
  const key = cityKey(text);
  const name = names.get(key) ?? names.get(key.replace(/ city$/, ''));
  const city = name === undefined ? undefined : cities[name];
  if (name === undefined || city === undefined) return undefined;
  const { counties, rate: own, source: from } = city;
  return { name, counties, rate: own === undefined ? undefined : boundsOf(own), isRead: from !== null };
}

function countiesOf({ counties }: StateAreas, zip: string): string[] {
  const found = Object.keys(counties).filter((name) => holds(counties[name]?.codes, zip));
  return found.length === 0 ? [ELSEWHERE] : found;
}

/** Lists are taken apart once, when they are first looked into. */
const spans = new Map<string, readonly (readonly [from: string, to: string])[]>();

function holds(list: string | undefined, zip: string): boolean {
  if (list === undefined) return false;
  const known = getOrInsert(spans, list, () =>
    list.split(' ').map((entry) => [entry.slice(0, 5), entry.slice(-5)] as const),
  );
  return known.some(([from, to]) => zip >= from && zip <= to);
}

const QUARTER_POINT = 0.25;

/** The rates that may hold; undefined where one of the places that may be meant is not known. */
function ratesOf(
  { sources, writtenOn }: LocalAreas,
  data: StateAreas,
  {
    city,
    zip,
    counties,
  }: { city: City | null | undefined; zip: string | undefined; counties: readonly string[] | undefined },
): LocalRates | undefined {
  const found = city?.rate
    ? { ...city.rate, isSure: true, isRead: city.isRead }
    : (ofCitiesAt(data, zip) ?? ofCounties(data, counties));
  if (found === undefined) return undefined;
  const isSure = found.isSure && data.confidence !== 'low';
  const wide = isSure || found.low < found.high ? 0 : QUARTER_POINT;
  const bounds = { low: toRate(Math.max(0, found.low - wide)), high: toRate(found.high + wide) };
  const from = data.source && found.isRead ? sources[data.source] : undefined;
  return {
    ...bounds,
    confidence: isSure ? (data.confidence ?? 'low') : 'low',
    ...(from && { source: from }),
    asOf: data.asOf ?? null,
    writtenOn,
  };
}

/** The rates of the cities whose post offices use the ZIP code; people beyond their limits use it too. */
function ofCitiesAt(data: StateAreas, zip: string | undefined) {
  if (zip === undefined) return undefined;
  const here = Object.values(data.cities).filter(({ codes: list }) => holds(list, zip));
  if (here.length === 0) return undefined;
  const around = countiesOf(data, zip).map((name) => data.counties[name]?.rate);
  const all = [...here.map(({ rate: own }) => own), ...around].filter((one) => one !== undefined);
  const isRead = here.every(({ source: from }) => from !== null);
  return { ...widest(all.map(boundsOf)), isSure: false, isRead };
}

function ofCounties(data: StateAreas, counties: readonly string[] | undefined) {
  const all = counties?.map((name) => data.counties[name]?.rate);
  if (all === undefined || all.length === 0) return undefined;
  const known = all.filter((one) => one !== undefined);
  return known.length < all.length
    ? undefined
    : { ...widest(known.map(boundsOf)), isSure: true, isRead: true };
}

function boundsOf(one: StatedRate): Bounds {
  return typeof one === 'number' ? { low: one, high: one } : { low: one[0], high: one[1] };
}

function widest(all: readonly Bounds[]): Bounds {
  return { low: Math.min(...all.map(({ low }) => low)), high: Math.max(...all.map(({ high }) => high)) };
}

/** A quarter point more or less leaves no more decimals than a rate has. */
function toRate(percent: number): Rate {
  return rateOf(Number(percent.toFixed(5)));
}
