/** Every character of an input is one of 39 symbols: 0-9, A-Z, the bar of the match key, `_`, and all others as one. */
export const BAR = 36;
export const UNDERSCORE = 37;
const OTHER = 38;
export const SYMBOL_COUNT = 39;

const SYMBOL_OF = buildTable();

function buildTable(): Uint8Array {
  const table = new Uint8Array(128).fill(OTHER);
  for (let digit = 0; digit < 10; digit++) table[0x30 + digit] = digit;
  for (let letter = 0; letter < 26; letter++) table[0x41 + letter] = 10 + letter;
  table[0x7c] = BAR;
  table[0x5f] = UNDERSCORE;
  return table;
}

export function symbolOf(charCode: number): number {
  return charCode < 128 ? (SYMBOL_OF[charCode] ?? OTHER) : OTHER;
}

const TEXTS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ|__';

export function symbolText(symbol: number): string {
  return TEXTS.charAt(symbol);
}

/** A set of symbols in two words: 0-31 in `low`, 32-38 in `high`. */
export const ALL_LOW = 0xffffffff;
export const ALL_HIGH = 0x7f;
export const DIGITS_LOW = 0x3ff;

/** Digits and letters without I, O and Q, as the two words of a set. */
export const VIN_LOW = (0xffffffff & ~(1 << 18) & ~(1 << 24) & ~(1 << 26)) >>> 0;
export const VIN_HIGH = 0x0f;

export function isVinSymbol(symbol: number): boolean {
  return (((symbol < 32 ? VIN_LOW : VIN_HIGH) >>> (symbol & 31)) & 1) === 1;
}

/** The part of a VIN that pattern keys are compared with: positions 4-8, a bar, positions 10-17. */
export interface MatchKey {
  length: number;
  isFull: boolean;
  symbols: Uint8Array;
  /** The symbols before the bar, six bits each. */
  packed: number;
}

export const SYMBOL_BITS = 6;
export const PACKED_POSITIONS = 5;

const LONGEST = 14;
/** The number of characters left of the match key in a VIN. */
const BEFORE = 3;
const BAR_POSITION = 5;

export function createMatchKey(): MatchKey {
  return { length: 0, isFull: false, symbols: new Uint8Array(LONGEST), packed: 0 };
}

/** Makes the match key of another VIN out of this one. */
export function setMatchKey(key: MatchKey, vin: string): void {
  const { symbols } = key;
  const most = vin.length > BEFORE + BAR_POSITION + 1 ? LONGEST : BAR_POSITION;
  key.length = Math.max(0, Math.min(vin.length - BEFORE, most));
  key.isFull = key.length === LONGEST;
  key.packed = 0;
  for (let at = 0; at < key.length; at++) {
    const symbol = at === BAR_POSITION ? BAR : symbolOf(vin.charCodeAt(at + BEFORE));
    symbols[at] = symbol;
    if (at < PACKED_POSITIONS) key.packed |= symbol << (SYMBOL_BITS * at);
  }
}

/** Gives the match key as text. */
export function matchTextOf(vin: string): string {
  return vin.length > 9 ? `${vin.slice(3, 8)}|${vin.slice(9, 17)}` : vin.slice(3, 8);
}
