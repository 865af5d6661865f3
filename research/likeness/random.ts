/** Mulberry32: the same seed gives the same numbers everywhere. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number between nought and one for each complaint, the same every time; another factor gives other ones. */
export const lotOf = (odiNumber: number, factor: number) => (Math.imul(odiNumber, factor) >>> 0) / 2 ** 32;
