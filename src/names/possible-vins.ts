import { charactersOf, type Dataset, type Filing, filedKeysOf, manufacturersOf } from '@forecourt/vin';

/** The characters that a VIN may have at a place of a pattern: undefined accepts every one. */
type Place = string | undefined;
type Key = readonly Place[];

const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const CYCLE = 30;
const FIRST_YEAR = 1980;
/** Elements by which the names of a vehicle differ: model, then fuels, electrification, series, trims and body. */
const MODEL = 28;
const NARROWING = [126, 66, 24, 34, 38, 110, 109, 5];
/** Behind the characters 4 to 8 stands a bar in a key, then come 10 to 17. */
const BAR_PLACE = 5;
/** Those of one manufacturer follow each other; of all of them the combinations would take a gigabyte. */
const MOST_KEPT_COMBINATIONS = 100_000;

/** The characters of a key such as `CM[56]**|*A`; undefined for one that reads digits as a value. */
function readKey(text: string): Key | undefined {
  if (text.includes('#')) return undefined;
  return charactersOf(text);
}

function joined(a: Key, b: Key): Key | undefined {
  const places: Place[] = [];
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const one = a[at];
    const other = b[at];
    const both = one !== undefined && other !== undefined ? common(one, other) : (one ?? other);
    if (both === '') return undefined;
    places.push(both);
  }
  return places;
}

function common(one: string, other: string): string {
  return one === other ? one : [...one].filter((character) => other.includes(character)).join('');
}

/** Keeps combinations as text: a tenth of the memory of what they are read into. */
const textOf = (key: Key) => key.join('.');
const ofText = (text: string): Key => text.split('.').map((place) => place || undefined);

const yearCodeOf = (year: number) => YEAR_CODES[(year - FIRST_YEAR) % CYCLE] ?? '0';

/** Runs of years, cut where a schema of the manufacturer begins or ends and where the cycle of year codes begins anew. */
function spansOf(filings: readonly Filing[], first: number, last: number): number[][] {
  const cuts = new Set([FIRST_YEAR + CYCLE]);
  for (const { firstYear, lastYear } of filings) cuts.add(firstYear).add(lastYear + 1);
  const spans: number[][] = [];
  for (let year = first; year <= last; year += 1) {
    const open = spans.at(-1);
    if (open && !cuts.has(year)) open.push(year);
    else spans.push([year]);
  }
  return spans;
}

/** The VIN of a year; position 7 states the cycle of thirty years where the key leaves it free. */
function vinOf(wmi: string, key: Key, year: number): string {
  const at = (place: number) => {
    const free = place === 3 ? (year < FIRST_YEAR + CYCLE ? '0' : 'A') : '0';
    const characters = key[place];
    return characters === undefined || characters.includes(free) ? free : characters.slice(0, 1);
  };
  const attributes = [0, 1, 2, 3, 4].map(at).join('');
  const yearCode = yearCodeOf(year);
  const serial = Array.from({ length: 7 }, (_, place) => at(BAR_PLACE + 2 + place)).join('');
  const placed = wmi.length === 6 ? `${serial.slice(0, 1)}${wmi.slice(3)}${serial.slice(4)}` : serial;
  return `${wmi.slice(0, 3)}${attributes}0${yearCode}${placed}`;
}

export interface PossibleVin {
  /** The VIN of the first of the years. */
  vin: string;
  /** The years in which the same schemas apply, so that the VIN but for its year code says the same. */
  years: readonly number[];
}

export interface Wanted {
  firstYear: number;
  lastYear: number;
  /** Tells whether the cars of a make, as the dataset writes it, are wanted. */
  hasUse(make: string): boolean;
}

/** VINs, with invented serials, of every model of the dataset in every combination of series, trim and fuel. */
export function* possibleVins(
  dataset: Dataset,
  { firstYear, lastYear, hasUse }: Wanted,
): Generator<PossibleVin> {
  const combinationsOf = new Map<number, readonly string[]>();
  let kept = 0;
  const seen = new Set<string>();
  for (const { wmi, vehicleType, makes, filings } of manufacturersOf(dataset)) {
    if (!makes.some(hasUse)) continue;
    for (const filing of filings) {
      const { schema } = filing;
      const first = Math.max(firstYear, filing.firstYear);
      const last = Math.min(lastYear, filing.lastYear);
      if (first > last) continue;
      const place = [schema, first, last, vehicleType, ...makes].join('/');
      if (seen.has(place)) continue;
      seen.add(place);
      const spans = spansOf(filings, first, last);
      let combinations = combinationsOf.get(schema);
      if (combinations === undefined) {
        if (kept > MOST_KEPT_COMBINATIONS) {
          combinationsOf.clear();
          kept = 0;
        }
        combinations = combine(schema);
        combinationsOf.set(schema, combinations);
        kept += combinations.length;
      }
      for (const text of combinations) {
        const key = ofText(text);
        const yearCodes = key[BAR_PLACE + 1];
        for (const span of spans) {
          const years = span.filter(
            (year) => yearCodes === undefined || yearCodes.includes(yearCodeOf(year)),
          );
          if (years[0] !== undefined) yield { vin: vinOf(wmi, key, years[0]), years };
        }
      }
    }
  }

  function combine(schema: number): string[] {
    const keysOf = new Map<number, Key[]>();
    for (const filed of filedKeysOf(dataset, schema)) {
      const key = readKey(filed.key);
      if (!key) continue;
      for (const element of new Set(filed.elements)) {
        if (element !== MODEL && !NARROWING.includes(element)) continue;
        keysOf.set(element, [...(keysOf.get(element) ?? []), key]);
      }
    }
    const all = new Set<string>();
    for (const model of keysOf.get(MODEL) ?? []) {
      all.add(textOf(completed(model, 0)));
      for (const element of NARROWING) {
        for (const [turn, key] of (keysOf.get(element) ?? []).entries()) {
          const both = joined(model, key);
          if (both) all.add(textOf(completed(both, turn)));
        }
      }
    }
    return [...all];

    /** Says something of every element, each time in turn from another of its keys: every value comes up. */
    function completed(started: Key, turn: number): Key {
      let whole = started;
      for (const element of NARROWING) {
        const keys = keysOf.get(element) ?? [];
        for (let at = 0; at < keys.length; at += 1) {
          const key = keys[(at + turn) % keys.length];
          const both = key && joined(whole, key);
          if (!both) continue;
          whole = both;
          break;
        }
      }
      return whole;
    }
  }
}
