import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { postalCodes, source } from './jurisdiction-schema.ts';
import { costsFolder, jurisdictionFile } from './load-jurisdictions.ts';
import { rateOf } from './money.ts';
import { type PlaceKey, placeKeys, states } from './places.ts';
import type { LocalRate, PostalArea } from './sale.ts';

const tableSchema = z.strictObject({
  sources: z.record(z.string(), source),
  elsewhere: z.record(z.string(), postalCodes).describe('What is none of the states'),
  localRates: z.array(
    z.strictObject({
      place: z.string(),
      state: z.enum(states),
      codes: postalCodes,
      percent: z.number().nonnegative(),
      source: z.string(),
      asOf: z.string(),
    }),
  ),
  asOf: z.iso.date(),
});

const ownCodes = z.object({ postalCodes });

export type FoundArea =
  | { kind: 'place'; place: PlaceKey; area: PostalArea }
  | { kind: 'elsewhere'; name: string }
  | { kind: 'unknown' };

const ZIP = /^(\d{5})(?:-\d{4})?$/;
const CANADIAN = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]) ?(?:\d[ABCEGHJ-NPRSTV-Z]\d)?$/;
/** Either of the two, for documents. */
export const postalCodePattern = '^(\\d{5}(-\\d{4})?|[A-Za-z]\\d[A-Za-z] ?(\\d[A-Za-z]\\d)?)$';

export function isPostalCode(text: string): boolean {
  return ZIP.test(text) || CANADIAN.test(text);
}

/** Finds the place of a ZIP code or a Canadian postal code in upper case; on a border, the place of its post office. */
export function findPostalArea(text: string): FoundArea {
  const code = ZIP.exec(text)?.[1] ?? CANADIAN.exec(text)?.[1];
  if (code === undefined) return { kind: 'unknown' };
  tableIndex ??= readIndex();
  const index = tableIndex;
  // The longest that is listed counts: single ZIP codes are exceptions from what begins like them.
  const keys = [code, code.slice(0, 3), code.slice(0, 1)];
  const found = keys.map((key) => index.areas.get(key)).find((area) => area !== undefined);
  if (found === undefined) return { kind: 'unknown' };
  if (typeof found === 'string') return { kind: 'elsewhere', name: found };
  const localRate = keys.map((key) => index.localRates.get(key)).find((rate) => rate !== undefined);
  return {
    kind: 'place',
    place: found,
    area: { postalCode: spelledOut(text), ...(localRate && { localRate }) },
  };
}

/** Unifies the spelling: who writes a code without its blank asks for the same, and pays for it once. */
const spelledOut = (code: string) => code.replace(/^([A-Z]\w\w) ?(\w{3})$/, '$1 $2');

interface Index {
  /** A place, or the name of what is none. */
  areas: Map<string, PlaceKey | string>;
  localRates: Map<string, LocalRate>;
}

let tableIndex: Index | undefined;

function readIndex(): Index {
  const table = tableSchema.parse(
    JSON.parse(readFileSync(new URL('postal-codes.json', costsFolder), 'utf8')),
  );
  const index: Index = { areas: new Map(), localRates: new Map() };
  const add = (list: readonly string[], area: PlaceKey | string) => {
    for (const key of keysOf(list)) {
      if (index.areas.has(key)) throw new Error(`two places have the postal code ${key}`);
      index.areas.set(key, area);
    }
  };
  for (const place of placeKeys) add(postalCodesOf(place), place);
  for (const [name, list] of Object.entries(table.elsewhere)) add(list, name);
  for (const { place, codes: list, percent, source: key, asOf } of table.localRates) {
    const from = table.sources[key];
    if (from === undefined) throw new Error(`postal-codes.json has no source called ${key}`);
    for (const code of keysOf(list))
      index.localRates.set(code, { place, rate: rateOf(percent), source: from, asOf });
  }
  return index;
}

/** Reads the postal codes alone of the file of a place: a query needs no figures to be understood. */
function postalCodesOf(place: PlaceKey): readonly string[] {
  return ownCodes.parse(JSON.parse(readFileSync(jurisdictionFile(place), 'utf8'))).postalCodes;
}

function keysOf(list: readonly string[]): string[] {
  return list.flatMap((entry) => {
    const [from = '', to] = entry.split('-');
    if (to === undefined) return [from];
    const count = Number(to) - Number(from) + 1;
    return Array.from({ length: count }, (_, step) => String(Number(from) + step).padStart(from.length, '0'));
  });
}
