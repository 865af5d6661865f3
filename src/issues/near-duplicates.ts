/**
 * Finds complaints that repeat the same story in nearly the same words: an owner filing twice, a form letter.
 * Such a group counts once, whatever its size.
 */
export interface Narrative {
  odiNumber: number;
  words: readonly string[];
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
  const hashes = new Map<string, number>();
  const shingles = narratives.map((narrative) => shinglesOf(narrative.words, hashes));
  // Few are ever compared, and only those need their shingles in order.
  const rising = new Map<number, Uint32Array>();
  const shinglesInOrder = (index: number): Uint32Array => {
    const known = rising.get(index) ?? sorted(shingles[index] ?? NONE);
    rising.set(index, known);
    return known;
  };
  const parents = narratives.map((_, index) => index);
  const buckets = new Map<number, number[]>();
  const least = new Uint32Array(ROWS * BANDS);
  shingles.forEach((of, index) => {
    leastHashes(of, least);
    for (let band = 0; band < BANDS; band += 1) {
      const key = bandKey(least, band);
      const bucket = buckets.get(key);
      if (bucket === undefined) buckets.set(key, [index]);
      else bucket.push(index);
    }
  });
  const compared = new Set<number>();
  for (const bucket of buckets.values()) {
    const members = bucket.slice(0, LARGEST_BUCKET);
    for (let i = 0; i < members.length; i += 1) {
      for (let j = i + 1; j < members.length; j += 1) {
        const [a, b] = [members[i] ?? 0, members[j] ?? 0];
        const pair = Math.min(a, b) * narratives.length + Math.max(a, b);
        if (compared.has(pair)) continue;
        compared.add(pair);
        if (sameStory(narratives, shinglesInOrder, a, b)) join(parents, a, b);
      }
    }
  }
  const smallest = new Map<number, number>();
  narratives.forEach((narrative, index) => {
    const root = find(parents, index);
    smallest.set(root, Math.min(smallest.get(root) ?? narrative.odiNumber, narrative.odiNumber));
  });
  return narratives.map((narrative, index) => smallest.get(find(parents, index)) ?? narrative.odiNumber);
}

function sameStory(
  narratives: readonly Narrative[],
  inOrder: (index: number) => Uint32Array,
  a: number,
  b: number,
): boolean {
  const [first, second] = [narratives[a], narratives[b]];
  if (first === undefined || second === undefined) return false;
  const sameCar = first.vinPrefix !== undefined && first.vinPrefix === second.vinPrefix;
  const isShort = Math.min(first.words.length, second.words.length) < SHORT_WORDS;
  if (isShort && !sameCar) return false;
  const onTheForm = first.hotline && second.hotline ? SAME_STORY_ON_THE_FORM : SAME_STORY;
  const least = isShort ? 1 : sameCar ? SAME_STORY_SAME_CAR : onTheForm;
  return jaccard(inOrder(a), inOrder(b), least) >= least;
}

const NONE = new Uint32Array();

/** Rising, each once. */
function sorted(shingles: Uint32Array): Uint32Array {
  const rising = shingles.toSorted();
  let kept = 0;
  for (const shingle of rising) {
    if (kept > 0 && rising[kept - 1] === shingle) continue;
    rising[kept] = shingle;
    kept += 1;
  }
  return rising.subarray(0, kept);
}

function shinglesOf(words: readonly string[], known: Map<string, number>): Uint32Array {
  const hashes = Uint32Array.from(words, (word) => {
    const hash = known.get(word) ?? hashOf(word);
    known.set(word, hash);
    return hash;
  });
  const shingles = new Uint32Array(Math.max(1, words.length - SHINGLE_WORDS + 1));
  for (let from = 0; from < shingles.length; from += 1) {
    let hash = FNV_OFFSET;
    for (let offset = 0; offset < SHINGLE_WORDS; offset += 1) {
      hash = Math.imul(hash ^ (hashes[from + offset] ?? 0), FNV_PRIME);
      hash ^= hash >>> 15;
    }
    shingles[from] = hash;
  }
  return shingles;
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
  for (const shingle of shingles) {
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
  let [high, low] = [band + 1, FNV_OFFSET];
  for (let row = band * ROWS; row < (band + 1) * ROWS; row += 1) {
    low = Math.imul(low ^ (least[row] ?? 0), FNV_PRIME);
    high = Math.imul(high ^ (least[row] ?? 0), 0x85ebca6b);
    high ^= high >>> 15;
  }
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}

/** The share that two sets have in common of all that either has; 0 as soon as it is certain to be below `least`. */
function jaccard(a: Uint32Array, b: Uint32Array, least: number): number {
  let [i, j, shared] = [0, 0, 0];
  // So many of either may be missing from the other.
  const all = a.length + b.length;
  const mostApart = all - (2 * least * all) / (1 + least);
  while (i < a.length && j < b.length) {
    const [left, right] = [a[i] ?? 0, b[j] ?? 0];
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
