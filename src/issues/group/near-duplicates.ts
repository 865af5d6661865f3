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

const SAME_STORY = 0.7;
const SAME_STORY_SAME_CAR = 0.45;
const SAME_STORY_ON_THE_FORM = 0.9;
/** Short texts agree by chance: they are copies only when they are equal and of the same car. */
const SHORT_WORDS = 14;

/** For each narrative, in the order given, the smallest ODI number of its group. */
export function groupNearDuplicates(narratives: readonly Narrative[]): number[] {
  const shingles = createShingles(narratives.map(({ words }) => words));
  const parents = narratives.map((_, index) => index);
  const compared = new Set<number>();
  forEachLikelyPair(narratives.length, shingles.of, (a, b) => {
    const pair = a * narratives.length + b;
    if (compared.has(pair) || find(parents, a) === find(parents, b)) return;
    compared.add(pair);
    if (sameStory(narratives, shingles, a, b)) join(parents, a, b);
  });
  const smallest = new Map<number, number>();
  narratives.forEach((narrative, index) => {
    const root = find(parents, index);
    smallest.set(root, Math.min(smallest.get(root) ?? narrative.odiNumber, narrative.odiNumber));
  });
  return narratives.map((narrative, index) => smallest.get(find(parents, index)) ?? narrative.odiNumber);
}

function sameStory(narratives: readonly Narrative[], shingles: Shingles, a: number, b: number): boolean {
  const [first, second] = [narratives[a], narratives[b]];
  if (first === undefined || second === undefined) return false;
  const sameCar = first.vinPrefix !== undefined && first.vinPrefix === second.vinPrefix;
  const otherCar = !sameCar && first.vinPrefix !== undefined && second.vinPrefix !== undefined;
  // What a caller says is put into the form's words: two owners told that a part is missing read the same.
  if (otherCar && first.hotline && second.hotline) return false;
  const isShort = Math.min(shingles.wordsIn(a), shingles.wordsIn(b)) < SHORT_WORDS;
  if (isShort && !sameCar) return false;
  const onTheForm = first.hotline && second.hotline ? SAME_STORY_ON_THE_FORM : SAME_STORY;
  const least = isShort ? 1 : sameCar ? SAME_STORY_SAME_CAR : onTheForm;
  return shingles.likeness(a, b, least) >= least;
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

const ROWS = 3;
const BANDS = 12;
const SAMPLED_ABOVE = 64;
/** A bucket larger than this holds a common phrase rather than copies; comparing it in full would be slow. */
const LARGEST_BUCKET = 40;

/** Calls back with each two texts that are likely to share most of their shingles, maybe more than once; the earlier one first. */
function forEachLikelyPair(
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

/** Every few words in a row of a text, as a number each: texts that share most of them tell one story in nearly the same words. */
interface Shingles {
  /** In the order of the text, maybe one of them twice. */
  of(text: number): Uint32Array;
  wordsIn(text: number): number;
  /** The share that two texts have in common of all that either has; 0 as soon as it is certain to be below `least`. */
  likeness(a: number, b: number, least: number): number;
}

/** A text as lists of words; how it is divided does not matter. */
type Words = readonly (readonly string[])[];

const FNV = { offset: 2166136261, prime: 16777619 };
const SHINGLE_WORDS = 5;

function createShingles(texts: readonly Words[]): Shingles {
  const counts = Uint32Array.from(texts, wordCount);
  const of = shingleAll(texts, counts);
  const marks = marksOfAll(texts.length, of);
  // Few are compared in full, and only those need their shingles in order.
  const rising = new Map<number, Uint32Array>();
  const inOrder = (text: number): Uint32Array => {
    const known = rising.get(text) ?? risingOnce(of(text));
    rising.set(text, known);
    return known;
  };
  return {
    of,
    wordsIn: (text) => counts[text] ?? 0,
    likeness(a, b, least) {
      const most = mostApart(shinglesIn(counts[a] ?? 0) + shinglesIn(counts[b] ?? 0), least);
      return marksApart(marks, a, b) > most ? 0 : jaccard(inOrder(a), inOrder(b), least);
    },
  };
}

const MARK_WORDS = 16;

/** For each text 512 bits, of which each shingle sets one: two texts are apart by at least as many shingles as bits. */
function marksOfAll(count: number, shinglesOf: (text: number) => Uint32Array): Int32Array {
  const marks = new Int32Array(count * MARK_WORDS);
  for (let text = 0; text < count; text += 1) {
    for (const shingle of shinglesOf(text)) {
      const word = text * MARK_WORDS + (shingle >>> 28);
      marks[word] = (marks[word] ?? 0) | (1 << ((shingle >>> 23) & 31));
    }
  }
  return marks;
}

function marksApart(marks: Int32Array, a: number, b: number): number {
  let apart = 0;
  for (let at = 0; at < MARK_WORDS; at += 1)
    apart += bitsIn((marks[a * MARK_WORDS + at] ?? 0) ^ (marks[b * MARK_WORDS + at] ?? 0));
  return apart;
}

/** Counted in pairs, then in fours, then in eights, which are added up. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Counts how many of two sets may be in only one of them at most. */
function mostApart(members: number, least: number): number {
  return members - (2 * least * members) / (1 + least);
}

/** Counts the shingles of a text of N words; one that is shorter than a shingle has one. */
function shinglesIn(words: number): number {
  return Math.max(1, words - SHINGLE_WORDS + 1);
}

/** The shingles of all, in one row. */
function shingleAll(texts: readonly Words[], counts: Uint32Array): (text: number) => Uint32Array {
  const starts = new Uint32Array(texts.length + 1);
  for (const [text, count] of counts.entries()) starts[text + 1] = (starts[text] ?? 0) + shinglesIn(count);
  const shingles = new Uint32Array(starts.at(-1) ?? 0);
  const known = new Map<string, number>();
  const hashes = new Uint32Array(counts.reduce((most, count) => Math.max(most, count), SHINGLE_WORDS));
  const hashWord = (word: string): number => {
    let hash = known.get(word);
    if (hash === undefined) {
      hash = hashOf(word);
      known.set(word, hash);
    }
    return hash;
  };
  texts.forEach((words, index) => {
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
  return (text) => shingles.subarray(starts[text], starts[text + 1]);
}

function wordCount(words: Words): number {
  return words.reduce((sum, { length }) => sum + length, 0);
}

function shingleAt(hashes: Uint32Array, from: number): number {
  let shingle = FNV.offset;
  for (let at = from; at < from + SHINGLE_WORDS; at += 1) {
    shingle = Math.imul(shingle ^ (hashes[at] ?? 0), FNV.prime);
    shingle ^= shingle >>> 15;
  }
  return shingle;
}

function hashOf(word: string): number {
  let hash = FNV.offset;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), FNV.prime);
  return hash >>> 0;
}

/** Rising, each once. */
function risingOnce(shingles: Uint32Array): Uint32Array {
  const rising = shingles.toSorted();
  let kept = 0;
  for (const shingle of rising) {
    if (kept > 0 && rising[kept - 1] === shingle) continue;
    rising[kept] = shingle;
    kept += 1;
  }
  return rising.subarray(0, kept);
}

function jaccard(a: Uint32Array, b: Uint32Array, least: number): number {
  if (Math.min(a.length, b.length) < least * Math.max(a.length, b.length)) return 0;
  let i = 0;
  let j = 0;
  let shared = 0;
  const all = a.length + b.length;
  const most = mostApart(all, least);
  while (i < a.length && j < b.length) {
    const left = a[i] ?? 0;
    const right = b[j] ?? 0;
    if (left === right) shared += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
    if (i + j - 2 * shared > most + 1) return 0;
  }
  return shared / (all - shared || 1);
}
