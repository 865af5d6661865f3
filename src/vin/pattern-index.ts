import type { Dataset } from './dataset.ts';
import { compileKey } from './key-mask.ts';
import { SYMBOL_COUNT, symbolText } from './symbols.ts';
import type { Wmi } from './wmi-table.ts';

/**
 * All patterns of one WMI, ready to be matched: its distinct keys as columns of bits. For each of the first
 * eleven positions and each symbol there is a row of bits, one a key; a VIN's keys are the AND of its rows.
 */
export interface PatternIndex {
  keys: Uint32Array;
  keyLengths: Uint8Array;
  words: number;
  /** Row (position * SYMBOL_COUNT + symbol) of accepted keys, and per position the row of wildcards. */
  accepts: Uint32Array;
  wild: Uint32Array;
  /** Entries of key k: entryStart[k] to entryStart[k + 1]. */
  entryStart: Uint32Array;
  entryPattern: Uint32Array;
  entryLink: Uint16Array;
  /** Patterns whose key holds `#`, apart. */
  formulas: { pattern: number; link: number }[];
  /** I, O and Q that a key names outright. */
  oddNames: { key: number; position: number; symbol: number }[];
}

export const INDEXED_POSITIONS = 11;
const HASH_CODE = 0x23;
const VIN_CHARACTER = /[0-9A-HJ-NPR-Z|_]/;

export function buildPatternIndex(dataset: Dataset, wmi: Wmi): PatternIndex {
  const place = new Map<number, number>();
  const counts: number[] = [];
  const formulas: PatternIndex['formulas'] = [];
  const isFormula = new Map<number, boolean>();
  let total = 0;
  forEachPattern(dataset, wmi, (pattern, link) => {
    const key = dataset.patternKey[pattern] ?? 0;
    const known = place.get(key);
    if (known !== undefined) {
      counts[known] = (counts[known] ?? 0) + 1;
      total++;
      return;
    }
    let formula = isFormula.get(key);
    if (formula === undefined) {
      formula = dataset.keyText(key).includes(String.fromCharCode(HASH_CODE));
      isFormula.set(key, formula);
    }
    if (formula) {
      formulas.push({ pattern, link });
      return;
    }
    place.set(key, counts.length);
    counts.push(1);
    total++;
  });

  const keyCount = counts.length;
  const entryStart = new Uint32Array(keyCount + 1);
  for (let key = 0; key < keyCount; key++) entryStart[key + 1] = (entryStart[key] ?? 0) + (counts[key] ?? 0);
  const next = entryStart.slice();
  const entryPattern = new Uint32Array(total);
  const entryLink = new Uint16Array(total);
  forEachPattern(dataset, wmi, (pattern, link) => {
    const key = place.get(dataset.patternKey[pattern] ?? 0);
    if (key === undefined) return;
    const at = next[key] ?? 0;
    next[key] = at + 1;
    entryPattern[at] = pattern;
    entryLink[at] = link;
  });

  const words = (keyCount + 31) >>> 5;
  const index: PatternIndex = {
    keys: Uint32Array.from(place.keys()),
    keyLengths: new Uint8Array(keyCount),
    words,
    accepts: new Uint32Array(INDEXED_POSITIONS * SYMBOL_COUNT * words),
    wild: new Uint32Array(INDEXED_POSITIONS * words),
    entryStart,
    entryPattern,
    entryLink,
    formulas,
    oddNames: [],
  };
  for (let key = 0; key < keyCount; key++) addKey(index, key, dataset.keyText(index.keys[key] ?? 0));
  for (let position = 0; position < INDEXED_POSITIONS; position++) {
    for (let symbol = 0; symbol < SYMBOL_COUNT; symbol++) {
      const row = (position * SYMBOL_COUNT + symbol) * words;
      for (let word = 0; word < words; word++) {
        index.accepts[row + word] =
          (index.accepts[row + word] ?? 0) | (index.wild[position * words + word] ?? 0);
      }
    }
  }
  return index;
}

function forEachPattern(dataset: Dataset, wmi: Wmi, visit: (pattern: number, link: number) => void): void {
  const { schemaStart } = dataset;
  for (let link = 0; link < wmi.schemas.length; link++) {
    const schema = wmi.schemas[link] ?? 0;
    const end = schemaStart[schema + 1] ?? 0;
    for (let pattern = schemaStart[schema] ?? 0; pattern < end; pattern++) visit(pattern, link);
  }
}

function addKey(index: PatternIndex, key: number, text: string): void {
  const mask = compileKey(text);
  const { words } = index;
  const word = key >>> 5;
  const bit = 1 << (key & 31);
  index.keyLengths[key] = mask.length;
  for (let position = 0; position < INDEXED_POSITIONS; position++) {
    const low = mask.accepts[2 * position] ?? 0;
    const high = mask.accepts[2 * position + 1] ?? 0;
    const namesLow = mask.names[2 * position] ?? 0;
    const namesHigh = mask.names[2 * position + 1] ?? 0;
    if (position >= mask.length || (namesLow === 0 && namesHigh === 0)) {
      const at = position * words + word;
      index.wild[at] = (index.wild[at] ?? 0) | bit;
      continue;
    }
    const sets = [low, high] as const;
    for (const [half, set] of sets.entries()) {
      for (let rest = set; rest !== 0; rest &= rest - 1) {
        const symbol = half * 32 + 31 - Math.clz32(rest & -rest);
        const at = (position * SYMBOL_COUNT + symbol) * words + word;
        index.accepts[at] = (index.accepts[at] ?? 0) | bit;
        const named = (((half === 0 ? namesLow : namesHigh) >>> (symbol & 31)) & 1) === 1;
        if (named && !VIN_CHARACTER.test(symbolText(symbol))) index.oddNames.push({ key, position, symbol });
      }
    }
  }
}
