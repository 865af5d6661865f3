import { compileKey } from './key-mask.ts';
import { type MatchKey, PACKED_POSITIONS, SYMBOL_BITS } from './match-key.ts';
import { ALL_HIGH, ALL_LOW } from './symbols.ts';

/**
 * The keys of all patterns, read at first need. What a key spells out at its first positions is a number of six bits a
 * character, to be compared with the match key at once. What it says otherwise is a list of sets, looked at one by one.
 */
export interface KeyTable {
  text(key: number): string;
  /** To be called before a key is looked at in any other way. */
  read(key: number): void;
  /** Per key the bits of the packed match key that it spells out, with NEEDS_A_LOOK, and their value. */
  literals: Int32Array;
  /** Per key a bit for each of the first positions at which it names characters. */
  namedPositions: Uint16Array;
  /** Whether the rest of a key accepts the match key. Formulas accept all; they are looked at later. */
  acceptsRest(key: number, matchKey: MatchKey): boolean;
  /** Whether the key holds `#`, a digit to be read as a value: formula-patterns.ts. */
  isFormula(key: number): boolean;
}

/** Marks a key of which the packed characters do not say all: no packed match key has this bit. */
export const NEEDS_A_LOOK = 1 << 31;

const FIRST_SETS = 4096;
const NAMED_POSITIONS = 16;
const IS_READ = 1;
const IS_FORMULA = 2;

export function createKeyTable(count: number, text: (key: number) => string): KeyTable {
  const literals = new Int32Array(2 * count);
  const namedPositions = new Uint16Array(count);
  const marks = new Uint8Array(count);
  /** Where the sets of a key stand: their number and the length of the key, then position and two words each. */
  const restAt = new Uint32Array(count);
  let rests = new Int32Array(FIRST_SETS);
  let end = 0;

  return {
    text,
    literals,
    namedPositions,
    isFormula: (key) => ((marks[key] ?? 0) & IS_FORMULA) !== 0,
    read(key) {
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
    acceptsRest(key, { length, symbols }) {
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

/** The symbol of a set of one, or -1. */
function onlySymbol(low: number, high: number): number {
  if (high === 0 && low !== 0 && (low & (low - 1)) === 0) return 31 - Math.clz32(low);
  if (low === 0 && high !== 0 && (high & (high - 1)) === 0) return 63 - Math.clz32(high);
  return -1;
}
