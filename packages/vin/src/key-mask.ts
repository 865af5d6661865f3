import { ALL_HIGH, ALL_LOW, DIGITS_LOW, symbolOf, UNDERSCORE, VIN_HIGH, VIN_LOW } from './symbols.ts';

/**
 * A pattern key, compiled: for each position of the match key the symbols it accepts, and those it names
 * (a wildcard accepts all and names none). A key is a prefix: what follows its end is free.
 */
export interface KeyMask {
  length: number;
  /** Two words (low, high) a position. */
  accepts: Uint32Array;
  names: Uint32Array;
}

const HASH = 0x23;
const STAR = 0x2a;
/** A wildcard of SQL, that NHTSA nevertheless lists among the possible characters. */
const LINE = 0x5f;
const DASH = 0x2d;
const CARET = 0x5e;
const OPEN = 0x5b;

/** Compiles a key. `#` (a digit to be read as a value) accepts nothing here; see formula-patterns.ts. */
export function compileKey(key: string): KeyMask {
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
