import type { Dataset } from './dataset.ts';
import { compileKey, type KeyMask } from './key-mask.ts';
import { SYMBOL_COUNT, symbolText } from './symbols.ts';
import type { Wmi } from './wmi-table.ts';

/**
 * All patterns of one WMI, ready to be matched: its distinct keys as columns of bits. For each of the first
 * eleven positions and each symbol there is a row of bits, one a key; a VIN's keys are the AND of its rows.
 */
export interface PatternIndex {
  keys: Uint32Array;
  keyLengths: Uint8Array;
  /** Compiled keys that reach beyond the indexed positions, if there are any. */
  longKeys: Map<number, KeyMask> | undefined;
  words: number;
  /** For position * SYMBOL_COUNT + symbol, where its row of accepted keys starts; equal rows are kept once. */
  rowStart: Uint16Array | Uint32Array;
  rows: Uint32Array;
  /** Per position the row of wildcards. */
  wild: Uint32Array;
  /** Entries of key k: entryStart[k] to entryStart[k + 1], in ascending order of their first year. */
  entryStart: Uint32Array;
  /** Place of the pattern within the schema of its link. */
  entryOffset: Uint16Array | Uint32Array;
  entryLink: Uint16Array;
  /** Patterns whose key holds `#`, apart. */
  formulas: { pattern: number; link: number }[];
  /** I, O and Q that a key names outright. */
  oddNames: { key: number; position: number; symbol: number }[];
}

export const INDEXED_POSITIONS = 11;
const VIN_CHARACTER = /[0-9A-HJ-NPR-Z|_]/;

/** @NOTE Scratch space shared by all calls: place of each key of the dataset among the keys of the index, plus one. */
let placeOf = new Uint32Array(0);

export function buildPatternIndex(dataset: Dataset, wmi: Wmi): PatternIndex {
  if (placeOf.length < dataset.keyCount) placeOf = new Uint32Array(dataset.keyCount);
  const keys: number[] = [];
  const formulas: PatternIndex['formulas'] = [];
  let total = 0;
  let largest = 0;
  forEachPattern(dataset, wmi, (pattern, link) => {
    const key = dataset.patternKey[pattern] ?? 0;
    if (dataset.isFormulaKey(key)) {
      formulas.push({ pattern, link });
      return;
    }
    if (placeOf[key] === 0) placeOf[key] = keys.push(key);
    total++;
    largest = Math.max(largest, pattern - (dataset.schemaStart[wmi.schemas[link] ?? 0] ?? 0));
  });

  const keyCount = keys.length;
  const entryStart = new Uint32Array(keyCount + 1);
  const entryOffset = largest > 0xffff ? new Uint32Array(total) : new Uint16Array(total);
  const entryLink = new Uint16Array(total);
  forEachPattern(dataset, wmi, (pattern) => {
    const place = placeOf[dataset.patternKey[pattern] ?? 0] ?? 0;
    if (place > 0) entryStart[place] = (entryStart[place] ?? 0) + 1;
  });
  for (let key = 0; key < keyCount; key++) {
    entryStart[key + 1] = (entryStart[key + 1] ?? 0) + (entryStart[key] ?? 0);
  }
  const next = entryStart.slice();
  forEachPattern(dataset, wmi, (pattern, link) => {
    const place = placeOf[dataset.patternKey[pattern] ?? 0] ?? 0;
    if (place === 0) return;
    const at = next[place - 1] ?? 0;
    next[place - 1] = at + 1;
    entryOffset[at] = pattern - (dataset.schemaStart[wmi.schemas[link] ?? 0] ?? 0);
    entryLink[at] = link;
  });
  for (const key of keys) placeOf[key] = 0;

  const words = (keyCount + 31) >>> 5;
  const index: PatternIndex = {
    keys: Uint32Array.from(keys),
    keyLengths: new Uint8Array(keyCount),
    longKeys: undefined,
    words,
    rowStart: new Uint16Array(0),
    rows: new Uint32Array(0),
    wild: new Uint32Array(INDEXED_POSITIONS * words),
    entryStart,
    entryOffset,
    entryLink,
    formulas,
    oddNames: [],
  };
  const accepts = scratchOf(INDEXED_POSITIONS * SYMBOL_COUNT * words);
  for (let key = 0; key < keyCount; key++) {
    addKey(index, accepts, key, dataset.keyText(index.keys[key] ?? 0));
  }
  return { ...index, ...shareRows(index, accepts) };
}

/** @NOTE Scratch space shared by all calls. */
let scratch = new Uint32Array(0);
let rowScratch = new Uint32Array(0);

function scratchOf(length: number): Uint32Array {
  if (scratch.length < length) scratch = new Uint32Array(length);
  else scratch.fill(0, 0, length);
  return scratch;
}

function rowScratchOf(length: number): Uint32Array {
  if (rowScratch.length < length) rowScratch = new Uint32Array(length);
  return rowScratch;
}

/** Adds the wildcards to every row and keeps equal rows once: most symbols have no key of their own. */
function shareRows({ words, wild }: PatternIndex, accepts: Uint32Array) {
  const rowStart = new Uint32Array(INDEXED_POSITIONS * SYMBOL_COUNT);
  const rows = rowScratchOf(INDEXED_POSITIONS * (SYMBOL_COUNT + 1) * words);
  let length = 0;
  for (let position = 0; position < INDEXED_POSITIONS; position++) {
    const wildAt = position * words;
    const sharedStart = length;
    for (let word = 0; word < words; word++) rows[length++] = wild[wildAt + word] ?? 0;
    for (let symbol = 0; symbol < SYMBOL_COUNT; symbol++) {
      const at = (position * SYMBOL_COUNT + symbol) * words;
      let isNamed = false;
      for (let word = 0; word < words && !isNamed; word++) isNamed = accepts[at + word] !== 0;
      rowStart[position * SYMBOL_COUNT + symbol] = isNamed ? length : sharedStart;
      if (!isNamed) continue;
      for (let word = 0; word < words; word++) {
        rows[length++] = (accepts[at + word] ?? 0) | (wild[wildAt + word] ?? 0);
      }
    }
  }
  return {
    rowStart: length <= 0xffff ? Uint16Array.from(rowStart) : rowStart,
    rows: rows.slice(0, length),
  };
}

function forEachPattern(dataset: Dataset, wmi: Wmi, visit: (pattern: number, link: number) => void): void {
  const { schemaStart } = dataset;
  const { firstYears, schemas } = wmi;
  const links = Array.from(schemas.keys()).sort(
    (a, b) => (firstYears[a] ?? 0) - (firstYears[b] ?? 0) || a - b,
  );
  for (const link of links) {
    const schema = schemas[link] ?? 0;
    const end = schemaStart[schema + 1] ?? 0;
    for (let pattern = schemaStart[schema] ?? 0; pattern < end; pattern++) visit(pattern, link);
  }
}

function addKey(index: PatternIndex, accepts: Uint32Array, key: number, text: string): void {
  const mask = compileKey(text);
  const { words } = index;
  const word = key >>> 5;
  const bit = 1 << (key & 31);
  index.keyLengths[key] = mask.length;
  if (mask.length > INDEXED_POSITIONS) {
    index.longKeys ??= new Map();
    index.longKeys.set(key, mask);
  }
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
        accepts[at] = (accepts[at] ?? 0) | bit;
        const named = (((half === 0 ? namesLow : namesHigh) >>> (symbol & 31)) & 1) === 1;
        if (named && !VIN_CHARACTER.test(symbolText(symbol))) index.oddNames.push({ key, position, symbol });
      }
    }
  }
}
