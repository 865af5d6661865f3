/** Every few words in a row of a text, as a number each: texts that share most of them tell one story in nearly the same words. */
export interface Shingles {
  /** In the order of the text, maybe one of them twice. */
  of(text: number): Uint32Array;
  wordsIn(text: number): number;
  /** The share that two texts have in common of all that either has; 0 as soon as it is certain to be below `least`. */
  likeness(a: number, b: number, least: number): number;
}

/** A text as lists of words; how it is divided does not matter. */
type Words = readonly (readonly string[])[];

export const FNV = { offset: 2166136261, prime: 16777619 };
const SHINGLE_WORDS = 5;

export function createShingles(texts: readonly Words[]): Shingles {
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

/** So many of two sets with so many members may be in only one of them. */
function mostApart(members: number, least: number): number {
  return members - (2 * least * members) / (1 + least);
}

/** Of so many words; a text that is shorter than a shingle has one. */
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
