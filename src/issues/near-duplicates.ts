/**
 * Finds complaints that repeat the same story in nearly the same words: an owner filing twice, a form letter.
 * Such a group counts once, whatever its size.
 */
export interface Narrative {
  odiNumber: number;
  /** In the order in which they were written; how they are divided does not matter. */
  words: readonly (readonly string[])[];
  vinPrefix: string | undefined;
  /** Taken down by the hotline: its form makes unrelated complaints alike. */
  hotline: boolean;
}

const FNV_OFFSET = 2166136261;
const FNV_PRIME = 16777619;
const SHINGLE_WORDS = 5;
const ROWS = 3;
const BANDS = 12;
const SAME_STORY = 0.7;
const SAME_STORY_SAME_CAR = 0.45;
const SAME_STORY_ON_THE_FORM = 0.9;
/** Short texts agree by chance: they are copies only when they are equal and of the same car. */
const SHORT_WORDS = 14;
const SAMPLED_ABOVE = 64;
/** A bucket larger than this holds a common phrase rather than copies; comparing it in full would be slow. */
const LARGEST_BUCKET = 40;

/** For each narrative, in the order given, the smallest ODI number of its group. */
export function groupNearDuplicates(narratives: readonly Narrative[]): number[] {
  const shinglesAt = shingleAll(narratives);
  // Few are ever compared, and only those need their shingles in order.
  const rising = new Map<number, Uint32Array>();
  const shinglesInOrder = (index: number): Uint32Array => {
    const known = rising.get(index) ?? inOrder(shinglesAt(index));
    rising.set(index, known);
    return known;
  };
  const parents = narratives.map((_, index) => index);
  const compared = new Set<number>();
  forEachLikelyPair(bandKeys(narratives.length, shinglesAt), narratives.length, (a, b) => {
    const pair = a * narratives.length + b;
    if (compared.has(pair) || find(parents, a) === find(parents, b)) return;
    compared.add(pair);
    if (sameStory(narratives, shinglesInOrder, a, b)) join(parents, a, b);
  });
  const smallest = new Map<number, number>();
  narratives.forEach((narrative, index) => {
    const root = find(parents, index);
    smallest.set(root, Math.min(smallest.get(root) ?? narrative.odiNumber, narrative.odiNumber));
  });
  return narratives.map((narrative, index) => smallest.get(find(parents, index)) ?? narrative.odiNumber);
}

/** For each narrative a key for each band of its least hashes. */
function bandKeys(count: number, shinglesAt: (index: number) => Uint32Array): Float64Array {
  const keys = new Float64Array(count * BANDS);
  const least = new Uint32Array(ROWS * BANDS);
  for (let index = 0; index < count; index += 1) {
    leastHashes(shinglesAt(index), least);
    for (let band = 0; band < BANDS; band += 1) keys[index * BANDS + band] = bandKey(least, band);
  }
  return keys;
}

/** Calls back with each two that have a key in common, maybe more than once; the earlier one first. */
function forEachLikelyPair(keys: Float64Array, count: number, use: (a: number, b: number) => void): void {
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

function sameStory(
  narratives: readonly Narrative[],
  shinglesInOrder: (index: number) => Uint32Array,
  a: number,
  b: number,
): boolean {
  const [first, second] = [narratives[a], narratives[b]];
  if (first === undefined || second === undefined) return false;
  const sameCar = first.vinPrefix !== undefined && first.vinPrefix === second.vinPrefix;
  const otherCar = !sameCar && first.vinPrefix !== undefined && second.vinPrefix !== undefined;
  // What a caller says is put into the form's words: two owners told that a part is missing read the same.
  if (otherCar && first.hotline && second.hotline) return false;
  const isShort = Math.min(wordCount(first), wordCount(second)) < SHORT_WORDS;
  if (isShort && !sameCar) return false;
  const onTheForm = first.hotline && second.hotline ? SAME_STORY_ON_THE_FORM : SAME_STORY;
  const least = isShort ? 1 : sameCar ? SAME_STORY_SAME_CAR : onTheForm;
  return jaccard(shinglesInOrder(a), shinglesInOrder(b), least) >= least;
}

/** Rising, each once. */
function inOrder(shingles: Uint32Array): Uint32Array {
  const rising = shingles.toSorted();
  let kept = 0;
  for (const shingle of rising) {
    if (kept > 0 && rising[kept - 1] === shingle) continue;
    rising[kept] = shingle;
    kept += 1;
  }
  return rising.subarray(0, kept);
}

/** The shingles of all, in one row; a text that is shorter than a shingle has one. */
function shingleAll(narratives: readonly Narrative[]): (index: number) => Uint32Array {
  const starts = new Uint32Array(narratives.length + 1);
  let most = SHINGLE_WORDS;
  for (const [index, narrative] of narratives.entries()) {
    const count = wordCount(narrative);
    most = Math.max(most, count);
    starts[index + 1] = (starts[index] ?? 0) + Math.max(1, count - SHINGLE_WORDS + 1);
  }
  const shingles = new Uint32Array(starts.at(-1) ?? 0);
  const known = new Map<string, number>();
  const hashes = new Uint32Array(most);
  const hashWord = (word: string): number => {
    let hash = known.get(word);
    if (hash === undefined) {
      hash = hashOf(word);
      known.set(word, hash);
    }
    return hash;
  };
  narratives.forEach(({ words }, index) => {
    let count = 0;
    for (const piece of words) {
      for (const word of piece) {
        hashes[count] = hashWord(word);
        count += 1;
      }
    }
    hashes.fill(0, count, SHINGLE_WORDS);
    const end = starts[index + 1] ?? 0;
    for (let at = starts[index] ?? 0, from = 0; at < end; at += 1, from += 1)
      shingles[at] = shingleAt(hashes, from);
  });
  return (index) => shingles.subarray(starts[index], starts[index + 1]);
}

function wordCount({ words }: Narrative): number {
  return words.reduce((sum, { length }) => sum + length, 0);
}

function shingleAt(hashes: Uint32Array, from: number): number {
  let shingle = FNV_OFFSET;
  for (let at = from; at < from + SHINGLE_WORDS; at += 1) {
    shingle = Math.imul(shingle ^ (hashes[at] ?? 0), FNV_PRIME);
    shingle ^= shingle >>> 15;
  }
  return shingle;
}

function hashOf(word: string): number {
  let hash = FNV_OFFSET;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME);
  return hash >>> 0;
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
  let low = FNV_OFFSET;
  for (let row = band * ROWS; row < (band + 1) * ROWS; row += 1) {
    low = Math.imul(low ^ (least[row] ?? 0), FNV_PRIME);
    high = Math.imul(high ^ (least[row] ?? 0), 0x85ebca6b);
    high ^= high >>> 15;
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}

/** The share that two sets have in common of all that either has; 0 as soon as it is certain to be below `least`. */
function jaccard(a: Uint32Array, b: Uint32Array, least: number): number {
  if (Math.min(a.length, b.length) < least * Math.max(a.length, b.length)) return 0;
  let i = 0;
  let j = 0;
  let shared = 0;
  // So many of either may be missing from the other.
  const all = a.length + b.length;
  const mostApart = all - (2 * least * all) / (1 + least);
  while (i < a.length && j < b.length) {
    const left = a[i] ?? 0;
    const right = b[j] ?? 0;
    if (left === right) shared += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
    if (i + j - 2 * shared > mostApart + 1) return 0;
  }
  return shared / (all - shared || 1);
}

function find(parents: number[], index: number): number {
  let root = index;
  while (parents[root] !== root) root = parents[root] ?? root;
  parents[index] = root;
  return root;
}

function join(parents: number[], a: number, b: number): void {
  const [rootA, rootB] = [find(parents, a), find(parents, b)];
  parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
}
