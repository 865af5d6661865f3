import { readVarint } from './container.ts';
import {
  ALL_HIGH,
  ALL_LOW,
  DIGITS_LOW,
  type MatchKey,
  PACKED_POSITIONS,
  SYMBOL_BITS,
  symbolOf,
  UNDERSCORE,
  VIN_HIGH,
  VIN_LOW,
} from './symbols.ts';

export type KeyTable = ReturnType<typeof createKeyTable>;

/** Marks a key that has more than its packed characters: no packed match key has this bit. */
const NEEDS_A_LOOK = 1 << 31;

const FIRST_SETS = 4096;
const NAMED_POSITIONS = 16;
const IS_READ = 1;
const IS_FORMULA = 2;

/**
 * Makes a table of the keys of all patterns, read at first need. The characters that a key spells out at its first positions
 * are a number of six bits each, compared with the match key at once; the rest is a list of sets, looked at one by one.
 */
export function createKeyTable(count: number, text: (key: number) => string) {
  /** The bits of the packed match key that each key spells out, with NEEDS_A_LOOK, and their value. */
  const literals = new Int32Array(2 * count);
  /** A bit for each of the first positions at which each key names characters. */
  const namedPositions = new Uint16Array(count);
  const marks = new Uint8Array(count);
  /** The place of the sets of a key: their number and the length of the key, then position and two words each. */
  const restAt = new Uint32Array(count);
  let rests = new Int32Array(FIRST_SETS);
  let end = 0;

  return {
    text,
    literals,
    namedPositions,
    /** Tells whether the key holds `#`, a digit to be read as a value: match-patterns.ts. */
    isFormula: (key: number) => ((marks[key] ?? 0) & IS_FORMULA) !== 0,
    /** Must be called before a key is looked at in any other way. */
    read(key: number): void {
      if (((marks[key] ?? 0) & IS_READ) !== 0) return;
      const written = text(key);
      const { accepts, length, names } = compileKey(written);
      const isFormula = written.includes('#');
      marks[key] = IS_READ | (isFormula ? IS_FORMULA : 0);
      reserve(2 + 3 * length);
      restAt[key] = end;
      const start = end;
      end += 2;
      for (let position = 0; position < length; position++) {
        if (position < NAMED_POSITIONS && (names[2 * position] !== 0 || names[2 * position + 1] !== 0)) {
          namedPositions[key] = (namedPositions[key] ?? 0) | (1 << position);
        }
        if (!isFormula) addSet(key, position, accepts[2 * position] ?? 0, accepts[2 * position + 1] ?? 0);
      }
      rests[start] = (end - start - 2) / 3;
      rests[start + 1] = length;
      if (isFormula || end > start + 2 || length > PACKED_POSITIONS) {
        literals[2 * key] = (literals[2 * key] ?? 0) | NEEDS_A_LOOK;
      }
    },
    /** Tells whether the rest of a key accepts the match key. Formulas accept all; they are looked at later. */
    acceptsRest(key: number, { length, symbols }: MatchKey): boolean {
      let at = restAt[key] ?? 0;
      if ((rests[at + 1] ?? 0) > length) return false;
      let rest = rests[at] ?? 0;
      for (at += 2; rest > 0; rest--, at += 3) {
        const symbol = symbols[rests[at] ?? 0] ?? 0;
        const word = rests[symbol < 32 ? at + 1 : at + 2] ?? 0;
        if (((word >>> (symbol & 31)) & 1) === 0) return false;
      }
      return true;
    },
  };

  function reserve(words: number): void {
    if (end + words <= rests.length) return;
    const larger = new Int32Array(2 * rests.length);
    larger.set(rests);
    rests = larger;
  }

  function addSet(key: number, position: number, low: number, high: number): void {
    if (low === ALL_LOW && high === ALL_HIGH) return;
    const symbol = onlySymbol(low, high);
    if (position < PACKED_POSITIONS && symbol >= 0) {
      const shift = SYMBOL_BITS * position;
      literals[2 * key] = (literals[2 * key] ?? 0) | (0x3f << shift);
      literals[2 * key + 1] = (literals[2 * key + 1] ?? 0) | (symbol << shift);
      return;
    }
    rests[end++] = position;
    rests[end++] = low;
    rests[end++] = high;
  }
}

/** Gives the symbol of a set of one, or -1. */
function onlySymbol(low: number, high: number): number {
  if (high === 0 && low !== 0 && (low & (low - 1)) === 0) return 31 - Math.clz32(low);
  if (low === 0 && high !== 0 && (high & (high - 1)) === 0) return 63 - Math.clz32(high);
  return -1;
}

const HASH = 0x23;
const STAR = 0x2a;
/** A wildcard of SQL, that NHTSA nevertheless lists among the possible characters. */
const LINE = 0x5f;
const DASH = 0x2d;
const CARET = 0x5e;
const OPEN = 0x5b;

/**
 * Compiles a key: for each position of the match key, in two words (low, high), the symbols that it accepts and those
 * that it names (a wildcard accepts all and names none). A key is a prefix: what follows its end is free. `#` (a digit
 * to be read as a value) accepts nothing here; see match-patterns.ts.
 */
export function compileKey(key: string) {
  const accepts: number[] = [];
  const names: number[] = [];
  let at = 0;
  while (at < key.length) {
    const code = key.charCodeAt(at);
    const close = code === OPEN ? key.indexOf(']', at) : -1;
    if (code === STAR) {
      accepts.push(ALL_LOW, ALL_HIGH);
      names.push(0, 0);
    } else if (code === LINE) {
      const set = single(UNDERSCORE);
      accepts.push(ALL_LOW, ALL_HIGH);
      names.push(set.low, set.high);
    } else if (code === HASH) {
      accepts.push(0, 0);
      names.push(DIGITS_LOW, 0);
    } else if (close > at) {
      const set = compileClass(key.slice(at + 1, close));
      accepts.push(set.low, set.high);
      names.push(set.ranged ? set.low & VIN_LOW : set.low, set.ranged ? set.high & VIN_HIGH : set.high);
      at = close;
    } else {
      const set = single(symbolOf(code));
      accepts.push(set.low, set.high);
      names.push(set.low, set.high);
    }
    at++;
  }
  return { length: accepts.length / 2, accepts: Uint32Array.from(accepts), names: Uint32Array.from(names) };
}

function single(symbol: number): { low: number; high: number } {
  return symbol < 32 ? { low: 1 << symbol, high: 0 } : { low: 0, high: 1 << (symbol - 32) };
}

/** @NOTE One key in NHTSA's data reads `[1-A-JT]`; it stands for 1-9, A, J and T. */
const MALFORMED_CLASSES: Readonly<Record<string, string>> = { '1-A-JT': '1-9AJT' };

function compileClass(written: string): { low: number; high: number; ranged: boolean } {
  const text = MALFORMED_CLASSES[written] ?? written;
  const negated = text.charCodeAt(0) === CARET;
  const set = { low: 0, high: 0, ranged: negated || text.includes('-') };
  for (let at = negated ? 1 : 0; at < text.length; at++) {
    const from = text.charCodeAt(at);
    const isRange = text.charCodeAt(at + 1) === DASH && at + 2 < text.length;
    const to = isRange ? text.charCodeAt(at + 2) : from;
    for (let code = from; code <= to; code++) {
      const one = single(symbolOf(code));
      set.low |= one.low;
      set.high |= one.high;
    }
    if (isRange) at += 2;
  }
  if (negated) {
    set.low = ~set.low;
    set.high = ~set.high & ALL_HIGH;
  }
  return set;
}

export type PatternGroups = ReturnType<typeof createPatternGroups>;

/** The starts of the groups, the patterns and the block of bytes of each schema, and the ends of the last ones. */
export interface SchemaRuns {
  groups: Uint32Array;
  patterns: Uint32Array;
  blocks: Uint32Array;
}

/**
 * Makes groups: all patterns of one schema with one key, so that the key is tested once. The block of a schema is read at
 * first need: one decode needs few of them.
 */
export function createPatternGroups(keys: KeyTable, runs: SchemaRuns, blocks: Uint8Array) {
  const groupCount = runs.groups.at(-1) ?? 0;
  const key = new Uint32Array(groupCount);
  /** Patterns of group g are patternStart[g] to patternStart[g + 1]. */
  const patternStart = new Uint32Array(groupCount + 1);
  const attribute = new Uint32Array(runs.patterns.at(-1) ?? 0);
  /** The literals of each group's key, side by side: tests go through memory in order. */
  const tests = new Int32Array(2 * groupCount);
  const isRead = new Uint8Array(runs.groups.length);
  return {
    keys,
    /** Groups lie schema by schema; those of schema s are schemaStart[s] to schemaStart[s + 1]. */
    schemaStart: runs.groups,
    key,
    patternStart,
    attribute,
    tests,
    /** Must be called before anything of the groups of a schema is read. */
    readSchema(schema: number): void {
      if (isRead[schema] === 1) return;
      isRead[schema] = 1;
      const reader = { bytes: blocks, at: runs.blocks[schema] ?? 0 };
      const end = runs.groups[schema + 1] ?? 0;
      let pattern = runs.patterns[schema] ?? 0;
      let of = 0;
      for (let group = runs.groups[schema] ?? 0; group < end; group++) {
        of += readVarint(reader);
        key[group] = of;
        patternStart[group] = pattern;
        for (let rest = readVarint(reader); rest > 0; rest--) attribute[pattern++] = readVarint(reader);
        keys.read(of);
        tests[2 * group] = keys.literals[2 * of] ?? 0;
        tests[2 * group + 1] = keys.literals[2 * of + 1] ?? 0;
      }
      patternStart[end] = pattern;
    },
  };
}

/** Tells whether the key of a group, whose schema has been read, accepts the match key. */
export function groupAccepts(groups: PatternGroups, group: number, matchKey: MatchKey): boolean {
  const { keys, tests } = groups;
  const mask = tests[2 * group] ?? 0;
  if ((mask & matchKey.packed) !== tests[2 * group + 1]) return false;
  return (
    ((mask & NEEDS_A_LOOK) === 0 && matchKey.isFull) || keys.acceptsRest(groups.key[group] ?? 0, matchKey)
  );
}
