import type { PlaceKey } from './places.ts';

export type FoundPlace =
  | { kind: 'place'; place: PlaceKey; postalCode: string; zip: string | undefined }
  | { kind: 'elsewhere'; name: string }
  | { kind: 'unknown' };

/** A place, or the name of what is none, by what postal codes begin with. */
export type PostalIndex = ReadonlyMap<string, PlaceKey | string>;

const ZIP = /^(\d{5})(?:-\d{4})?$/;
const CANADIAN = /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]) ?(?:\d[ABCEGHJ-NPRSTV-Z]\d)?$/;
/** Either of the two, for documents. */
export const postalCodePattern = '^(\\d{5}(-\\d{4})?|[A-Za-z]\\d[A-Za-z] ?(\\d[A-Za-z]\\d)?)$';

export function isPostalCode(text: string): boolean {
  return ZIP.test(text) || CANADIAN.test(text);
}

/** Finds the place of a ZIP code or a Canadian postal code in upper case; on a border, the place of its post office. */
export function findPlaceOf(text: string, index: () => PostalIndex): FoundPlace {
  const zip = ZIP.exec(text)?.[1];
  const code = zip ?? CANADIAN.exec(text)?.[1];
  if (code === undefined) return { kind: 'unknown' };
  // The longest that is listed counts: single ZIP codes are exceptions from what begins like them.
  const keys = [code, code.slice(0, 3), code.slice(0, 1)];
  const found = keys.map((key) => index().get(key)).find((area) => area !== undefined);
  if (found === undefined) return { kind: 'unknown' };
  if (typeof found === 'string') return { kind: 'elsewhere', name: found };
  return { kind: 'place', place: found, postalCode: spelledOut(text), zip };
}

/** Unifies the spelling: who writes a code without its blank asks for the same, and pays for it once. */
const spelledOut = (code: string) => code.replace(/^([A-Z]\w\w) ?(\w{3})$/, '$1 $2');

/** Indexes lists of codes, such as "902-905", by what each is of. */
export function postalIndexOf(lists: Iterable<readonly [PlaceKey | string, readonly string[]]>): PostalIndex {
  const index = new Map<string, PlaceKey | string>();
  for (const [area, list] of lists) {
    for (const key of keysOf(list)) {
      if (index.has(key)) throw new Error(`two places have the postal code ${key}`);
      index.set(key, area);
    }
  }
  return index;
}

function keysOf(list: readonly string[]): string[] {
  return list.flatMap((entry) => {
    const [from = '', to] = entry.split('-');
    if (to === undefined) return [from];
    const count = Number(to) - Number(from) + 1;
    return Array.from({ length: count }, (_, step) => String(Number(from) + step).padStart(from.length, '0'));
  });
}
