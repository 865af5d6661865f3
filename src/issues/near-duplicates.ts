import { forEachLikelyPair } from './likely-pairs.ts';
import { createShingles, type Shingles } from './shingles.ts';

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
