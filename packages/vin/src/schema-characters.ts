import { checkDigitForCorrection } from './check-digit.ts';
import type { Dataset } from './dataset.ts';
import type { FoundItem, FoundItems } from './elements.ts';
import { ERROR } from './error-codes.ts';
import { compileKey } from './key-table.ts';
import { isVinSymbol, symbolOf, symbolText, UNDERSCORE } from './symbols.ts';
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

/** Wrong characters among those that the manufacturer chooses, and what they could be. */
export interface Correction {
  /** A bit of ERROR, or 0. */
  code: number;
  suggestedVin: string;
  possibleValues: string;
}

const UNKNOWN = '!';
export const NOTHING_WRONG: Correction = { code: 0, suggestedVin: '', possibleValues: '' };
/** `_` sorts before digits, as on SQL Server. */
const ORDER = [UNDERSCORE, ...Array.from({ length: UNDERSCORE }, (_, symbol) => symbol)];

/** Compares positions 4-14 (4-11 for low-volume makers), but not 9 and 10, with the characters that are known there. */
export function correctVin(vin: string, wmi: string, { words, start }: ValidCharacters): Correction {
  const last = Math.min(wmi.length === 6 ? 11 : 14, vin.length);
  const wrong: { position: number; possible: string }[] = [];
  for (let position = 4; position <= last; position++) {
    if (position === 9 || position === 10) continue;
    const low = words[start + 2 * (position - 4)] ?? 0;
    const high = words[start + 2 * (position - 4) + 1] ?? 0;
    if (low === 0 && high === 0) continue;
    const symbol = symbolOf(vin.charCodeAt(position - 1));
    const allowed = ((symbol < 32 ? low : high) >>> (symbol & 31)) & 1;
    if (allowed === 0) wrong.push({ position, possible: namesOf(low, high) });
  }
  const [first] = wrong;
  if (first === undefined) return NOTHING_WRONG;
  if (wrong.length > 1) {
    return {
      code: ERROR.severalWrong,
      suggestedVin: wrong.reduce((text, { position }) => replaceAt(text, position, UNKNOWN), vin),
      possibleValues: wrong.map(({ position, possible }) => `(${position}:${possible})`).join(''),
    };
  }
  return correctOne(vin, first.position, first.possible);
}

function correctOne(vin: string, position: number, possible: string): Correction {
  if (possible.length === 1) {
    return {
      code: ERROR.correctedTo,
      suggestedVin: replaceAt(vin, position, possible),
      possibleValues: `(${position}:${possible})`,
    };
  }
  const fitting = [...possible].filter((character) => {
    const candidate = replaceAt(vin, position, character);
    return candidate.charAt(8) === checkDigitForCorrection(candidate);
  });
  const [only] = fitting;
  if (only !== undefined && fitting.length === 1) {
    return {
      code: ERROR.correctedByCheckDigit,
      suggestedVin: replaceAt(vin, position, only),
      possibleValues: `(${position}:${only})`,
    };
  }
  return {
    code: ERROR.oneWrong,
    suggestedVin: replaceAt(vin, position, UNKNOWN),
    possibleValues: `(${position}:${possible})`,
  };
}

export function replaceAt(text: string, position: number, character: string): string {
  return text.slice(0, position - 1) + character + text.slice(position);
}

function namesOf(low: number, high: number): string {
  let names = '';
  for (const symbol of ORDER) {
    if ((((symbol < 32 ? low : high) >>> (symbol & 31)) & 1) === 1) names += symbolText(symbol);
  }
  return names;
}
