import type { Dataset } from './dataset.ts';
import type { FoundItem, FoundItems } from './items.ts';
import { compileKey } from './key-table.ts';
import { isVinSymbol, symbolOf } from './symbols.ts';
import { appliesIn, schemaOf, type Wmi } from './wmi-table.ts';

const CHECKED_POSITIONS = 11;
const CHARACTER_WORDS = 2 * CHECKED_POSITIONS;

/** The characters that keys name, from `start` on two words for each of the first eleven positions of the match key. */
export interface ValidCharacters {
  words: Uint32Array;
  start: number;
}

export type SchemaCharacters = ReturnType<typeof createSchemaCharacters>;

/** Gathers at first need the characters that the keys of each schema name. */
export function createSchemaCharacters(dataset: Dataset) {
  const { key, keys, readSchema, schemaStart } = dataset.groups;
  const { links } = dataset.wmis;
  const schemas = schemaStart.length - 1;
  /** A run of words for each schema, and two more: for several together, and for none. */
  const words = new Uint32Array((schemas + 2) * CHARACTER_WORDS);
  const isGathered = new Uint8Array(schemas);
  const union: ValidCharacters = { words, start: schemas * CHARACTER_WORDS };
  const nothing: ValidCharacters = { words, start: (schemas + 1) * CHARACTER_WORDS };
  const only: ValidCharacters = { words, start: 0 };

  function gather(schema: number): void {
    isGathered[schema] = 1;
    readSchema(schema);
    const from = schema * CHARACTER_WORDS;
    const end = schemaStart[schema + 1] ?? 0;
    for (let group = schemaStart[schema] ?? 0; group < end; group++) {
      const { names } = compileKey(keys.text(key[group] ?? 0));
      const length = Math.min(names.length, CHARACTER_WORDS);
      for (let at = 0; at < length; at++) words[from + at] = (words[from + at] ?? 0) | (names[at] ?? 0);
    }
  }

  function join(schema: number, isFirst: boolean): void {
    const from = schema * CHARACTER_WORDS;
    for (let at = 0; at < CHARACTER_WORDS; at++) {
      const known = isFirst ? 0 : (words[union.start + at] ?? 0);
      words[union.start + at] = known | (words[from + at] ?? 0);
    }
  }

  return {
    /** Joins the schemas of the manufacturer in the model year; holds until the next call. Without a year nothing is known. */
    of(wmi: Wmi, year: number | null): ValidCharacters {
      if (year === null) return nothing;
      let count = 0;
      let first = 0;
      for (let link = wmi.linkStart; link < wmi.linkEnd; link++) {
        if (!appliesIn(links, link, year)) continue;
        const schema = schemaOf(links, link);
        if (isGathered[schema] !== 1) gather(schema);
        if (count === 0) first = schema;
        else {
          if (count === 1) join(first, true);
          join(schema, false);
        }
        count++;
      }
      if (count > 1) return union;
      only.start = first * CHARACTER_WORDS;
      return count === 0 ? nothing : only;
    },
  };
}

const POSITIONS: readonly number[] = [4, 5, 6, 7, 8, 11];
/** The first position of keys is position 4 of VINs. */
const FIRST = 4;
const ALL = POSITIONS.reduce((bits, position) => bits | bitOf(position), 0);
const NONE: readonly number[] = [];

/** Finds positions whose character no key of the decoded items names: the manufacturer's filing does not explain them. */
export function unusedPositions(dataset: Dataset, vin: string, found: FoundItems): readonly number[] {
  const odd = oddPositions(vin);
  const named = namedByAll(dataset, vin, found.best, odd) | namedByAll(dataset, vin, found.others, odd);
  if ((named & ALL) === ALL) return NONE;
  return POSITIONS.filter((position) => position <= vin.length && (named & bitOf(position)) === 0);
}

/** Joins the positions that keys name. The keys accept the VIN, so only characters that no VIN holds need a look. */
function namedByAll({ groups }: Dataset, vin: string, items: readonly FoundItem[], odd: number): number {
  const { keys } = groups;
  let named = 0;
  for (let at = 0; at < items.length; at++) {
    const key = items[at]?.key ?? -1;
    if (key < 0) continue;
    const bits = keys.namedPositions[key] ?? 0;
    named |= bits & ~odd;
    if ((bits & odd & ~named) !== 0) named |= namedOddly(keys.text(key), vin, odd);
  }
  return named;
}

function oddPositions(vin: string): number {
  let odd = 0;
  for (const position of POSITIONS) {
    if (!isVinSymbol(symbolOf(vin.charCodeAt(position - 1)))) odd |= bitOf(position);
  }
  return odd;
}

/** Looks at odd characters: a class with a range names only those that a VIN can hold, others whatever they list. */
function namedOddly(key: string, vin: string, odd: number): number {
  const { names } = compileKey(key);
  let named = 0;
  for (const position of POSITIONS) {
    const symbol = symbolOf(vin.charCodeAt(position - 1));
    const word = names[2 * (position - FIRST) + (symbol >>> 5)] ?? 0;
    if ((odd & bitOf(position)) !== 0 && ((word >>> (symbol & 31)) & 1) === 1) named |= bitOf(position);
  }
  return named;
}

function bitOf(position: number): number {
  return 1 << (position - FIRST);
}
