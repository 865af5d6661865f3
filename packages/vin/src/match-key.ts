import { BAR, symbolOf } from './symbols.ts';

/** What pattern keys are compared with: positions 4-8, a bar, positions 10-17. */
export interface MatchKey {
  length: number;
  /** Not cut short anywhere. */
  isFull: boolean;
  symbols: Uint8Array;
  /** The symbols before the bar, six bits each. */
  packed: number;
}

export const SYMBOL_BITS = 6;
export const PACKED_POSITIONS = 5;

const LONGEST = 14;
/** What lies left of the match key in a VIN. */
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

/** The match key as text. */
export function matchTextOf(vin: string): string {
  return vin.length > 9 ? `${vin.slice(3, 8)}|${vin.slice(9, 17)}` : vin.slice(3, 8);
}
