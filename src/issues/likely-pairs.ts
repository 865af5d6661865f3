import { FNV } from './shingles.ts';

const ROWS = 3;
const BANDS = 12;
const SAMPLED_ABOVE = 64;
/** A bucket larger than this holds a common phrase rather than copies; comparing it in full would be slow. */
const LARGEST_BUCKET = 40;

/** Calls back with each two texts that are likely to share most of their shingles, maybe more than once; the earlier one first. */
export function forEachLikelyPair(
  count: number,
  shinglesOf: (text: number) => Uint32Array,
  use: (a: number, b: number) => void,
): void {
  const keys = bandKeys(count, shinglesOf);
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 1)));
  const next = new Int32Array(count);
  for (let band = 0; band < BANDS; band += 1) {
    // Those with one key are a chain that begins in the slot; 0 is its end.
    slots.fill(0);
    next.fill(0);
    const keyOf = (index: number) => keys[index * BANDS + band];
    for (let index = 0; index < count; index += 1) {
      let slot = ((keyOf(index) ?? 0) >>> 0) & (slots.length - 1);
      while (slots[slot] !== 0 && keyOf((slots[slot] ?? 0) - 1) !== keyOf(index))
        slot = (slot + 1) & (slots.length - 1);
      let length = 0;
      let last = 0;
      for (let member = slots[slot] ?? 0; member !== 0; member = next[member - 1] ?? 0) {
        last = member;
        length += 1;
      }
      if (length === LARGEST_BUCKET) continue;
      for (let member = slots[slot] ?? 0; member !== 0; member = next[member - 1] ?? 0)
        use(member - 1, index);
      if (last === 0) slots[slot] = index + 1;
      else next[last - 1] = index + 1;
    }
  }
}

/** For each text a key for each band of its least hashes. */
function bandKeys(count: number, shinglesOf: (text: number) => Uint32Array): Float64Array {
  const keys = new Float64Array(count * BANDS);
  const least = new Uint32Array(ROWS * BANDS);
  for (let index = 0; index < count; index += 1) {
    leastHashes(shinglesOf(index), least);
    for (let band = 0; band < BANDS; band += 1) keys[index * BANDS + band] = bandKey(least, band);
  }
  return keys;
}

/** MinHash: sets that share most shingles agree in some band of least hashes with near certainty. */
function leastHashes(shingles: Uint32Array, least: Uint32Array): void {
  least.fill(0xffffffff);
  const sampled = shingles.length > SAMPLED_ABOVE;
  for (let at = 0; at < shingles.length; at += 1) {
    const shingle = shingles[at] ?? 0;
    // A fixed quarter of a long text's shingles finds the same pairs at a quarter of the cost.
    if (sampled && (shingle & 3) !== 0) continue;
    for (let index = 0; index < least.length; index += 1) {
      let mixed = Math.imul(shingle ^ (index * 0x9e3779b1), 0x85ebca6b);
      mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
      const hash = (mixed ^ (mixed >>> 13)) >>> 0;
      if (hash < (least[index] ?? 0)) least[index] = hash;
    }
  }
}

/** One number for the band's hashes, of 52 bits: bands that agree by chance only cost a comparison. */
function bandKey(least: Uint32Array, band: number): number {
  let high = band + 1;
  let low = FNV.offset;
  for (let row = band * ROWS; row < (band + 1) * ROWS; row += 1) {
    low = Math.imul(low ^ (least[row] ?? 0), FNV.prime);
    high = Math.imul(high ^ (least[row] ?? 0), 0x85ebca6b);
    high ^= high >>> 15;
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}
