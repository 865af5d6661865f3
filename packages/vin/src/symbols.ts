/** Every character of an input is one of 39 symbols: 0-9, A-Z, the bar of the match key, `_`, and all others as one. */
export const BAR = 36;
export const UNDERSCORE = 37;
export const OTHER = 38;
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
