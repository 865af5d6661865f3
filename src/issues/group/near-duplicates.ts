import { rememberShort } from '../../lib/on-demand.ts';

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
const SAME_STORY_SAME_CAR = 0.6;
const SAME_STORY_ON_THE_FORM = 0.9;
/** Short texts agree by chance: they are copies only when they are equal and of the same car. */
const SHORT_WORDS = 14;

/** For each narrative, in the order given, the smallest ODI number of its group. */
export function groupNearDuplicates(narratives: readonly Narrative[]): number[] {
  const told = narratives.map((narrative): Told => {
    const words = narrative.words.flat();
    return { ...narrative, wordCount: words.length, shingles: shinglesOf(words) };
  });
  const parents = narratives.map((_, index) => index);
  forEachLikelyPair(told, (a, b) => {
    const [first, second] = [told[a], told[b]];
    if (first === undefined || second === undefined || find(parents, a) === find(parents, b)) return;
    if (isSameStory(first, second)) join(parents, a, b);
  });
  const smallest = new Map<number, number>();
  narratives.forEach(({ odiNumber }, index) => {
    const root = find(parents, index);
    smallest.set(root, Math.min(smallest.get(root) ?? odiNumber, odiNumber));
  });
  return narratives.map(({ odiNumber }, index) => smallest.get(find(parents, index)) ?? odiNumber);
}

interface Told extends Narrative {
  wordCount: number;
  /** Every few words in a row, as a number each, rising: who shares most of them tells one story in nearly the same words. */
  shingles: Uint32Array;
}

function isSameStory(first: Told, second: Told): boolean {
  const sameCar = first.vinPrefix !== undefined && first.vinPrefix === second.vinPrefix;
  const otherCar = !sameCar && first.vinPrefix !== undefined && second.vinPrefix !== undefined;
  // A caller's story is put into the form's words: two owners told that a part is missing read the same.
  if (otherCar && first.hotline && second.hotline) return false;
  const isShort = Math.min(first.wordCount, second.wordCount) < SHORT_WORDS;
  if (isShort && !sameCar) return false;
  const onTheForm = first.hotline && second.hotline ? SAME_STORY_ON_THE_FORM : SAME_STORY;
  const least = isShort ? 1 : sameCar ? SAME_STORY_SAME_CAR : onTheForm;
  return isShared(first.shingles, second.shingles, least);
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

/** Texts that share most of their shingles share some of their N least ones. */
const COMPARED_SHINGLES = 16;
/** A shingle that more texts hold is a common phrase rather than a copy; comparing them all would be slow. */
const MOST_HOLDERS = 40;

/** Calls back with each two that are likely to share most of their shingles, maybe more than once; the earlier one first. */
function forEachLikelyPair(told: readonly Told[], use: (a: number, b: number) => void): void {
  const held = told.flatMap(({ shingles }, index) =>
    Array.from(shingles.subarray(0, COMPARED_SHINGLES), (shingle) => shingle * told.length + index),
  );
  const sorted = new Float64Array(held).sort();
  const shingleAt = (at: number) => Math.floor((sorted[at] ?? 0) / told.length);
  let first = 0;
  for (let at = 1; at < sorted.length; at += 1) {
    if (shingleAt(at) !== shingleAt(first)) first = at;
    for (let earlier = first; earlier < at && at < first + MOST_HOLDERS; earlier += 1)
      use((sorted[earlier] ?? 0) % told.length, (sorted[at] ?? 0) % told.length);
  }
}

const FNV = { offset: 2166136261, prime: 16777619 };
const SHINGLE_WORDS = 5;

/** Rising, each once; a text that is shorter than a shingle has one. */
function shinglesOf(words: readonly string[]): Uint32Array {
  const hashes = words.map(hashOf);
  const shingles = new Uint32Array(Math.max(1, words.length - SHINGLE_WORDS + 1));
  for (let from = 0; from < shingles.length; from += 1) {
    let shingle = FNV.offset;
    for (let at = from; at < from + SHINGLE_WORDS; at += 1) {
      shingle = Math.imul(shingle ^ (hashes[at] ?? 0), FNV.prime);
      shingle ^= shingle >>> 15;
    }
    shingles[from] = shingle;
  }
  return shingles.sort().filter((shingle, at) => at === 0 || shingle !== shingles[at - 1]);
}

const hashOf = rememberShort((word: string): number => {
  let hash = FNV.offset;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), FNV.prime);
  return hash >>> 0;
});

/** Whether at least this share is in common, of all that either has. Nearly all that are compared differ early. */
function isShared(a: Uint32Array, b: Uint32Array, least: number): boolean {
  const size = a.length + b.length;
  const mostOwn = Math.ceil((size * (1 - least)) / (1 + least));
  let [i, j, own] = [0, 0, 0];
  while (i < a.length && j < b.length && own <= mostOwn) {
    const left = a[i] ?? 0;
    const right = b[j] ?? 0;
    if (left !== right) own += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  own += size - i - j;
  return (size - own) / (size + own) >= least;
}
