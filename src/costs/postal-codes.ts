import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { postalCodes, source } from './jurisdiction-schema.ts';
import { costsFolder, jurisdictionFile } from './load-jurisdictions.ts';
import { type PlaceKey, placeKeys } from './places.ts';

const tableSchema = z.strictObject({
  sources: z.record(z.string(), source),
  elsewhere: z.record(z.string(), postalCodes).describe('What is none of the states'),
  asOf: z.iso.date(),
});

const ownCodes = z.object({ postalCodes });

export type FoundPlace =
  | { kind: 'place'; place: PlaceKey; postalCode: string; zip: string | undefined }
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
export function findPostalPlace(text: string): FoundPlace {
  const zip = ZIP.exec(text)?.[1];
  const code = zip ?? CANADIAN.exec(text)?.[1];
  if (code === undefined) return { kind: 'unknown' };
  tableIndex ??= readIndex();
  const index = tableIndex;
  // The longest that is listed counts: single ZIP codes are exceptions from what begins like them.
  const keys = [code, code.slice(0, 3), code.slice(0, 1)];
  const found = keys.map((key) => index.get(key)).find((area) => area !== undefined);
  if (found === undefined) return { kind: 'unknown' };
  if (typeof found === 'string') return { kind: 'elsewhere', name: found };
  return { kind: 'place', place: found, postalCode: spelledOut(text), zip };
}

/** Unifies the spelling: who writes a code without its blank asks for the same, and pays for it once. */
const spelledOut = (code: string) => code.replace(/^([A-Z]\w\w) ?(\w{3})$/, '$1 $2');

/** A place, or the name of what is none. */
type Index = ReadonlyMap<string, PlaceKey | string>;

let tableIndex: Index | undefined;

function readIndex(): Index {
  const table = tableSchema.parse(
    JSON.parse(readFileSync(new URL('postal-codes.json', costsFolder), 'utf8')),
  );
  const index = new Map<string, PlaceKey | string>();
  const add = (list: readonly string[], area: PlaceKey | string) => {
    for (const key of keysOf(list)) {
      if (index.has(key)) throw new Error(`two places have the postal code ${key}`);
      index.set(key, area);
    }
  };
  for (const place of placeKeys) add(postalCodesOf(place), place);
  for (const [name, list] of Object.entries(table.elsewhere)) add(list, name);
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
