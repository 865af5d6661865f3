import { modesRead } from '../embedded/explain.ts';
import { isMeaningful } from '../embedded/likeness/terms.ts';
import { titleFits, UNKNOWN_TRAITS, type VehicleTraits } from '../embedded/possible.ts';
import { isReported } from '../text/claims.ts';
import { wordLists } from '../text/word-lists.ts';
import { sentencesOfStems, stem } from '../text/words.ts';
import { isSafeTitle } from '../title.ts';

/** Why a model's title is not shown; undefined where it may be. */
export function faultOfTitle(title: string, traits: VehicleTraits = UNKNOWN_TRAITS): string | undefined {
  if (!isSafeTitle(title)) return 'title_unsafe';
  if (!titleFits(traits, title)) return 'title_car_cannot_have';
  const { brands, people, opinions } = wordLists();
  const words = (title.match(/[A-Za-z]+/g) ?? []).slice(1);
  // In sentence case a later word with a capital is a name; ABS and CV are none.
  if (words.some((word) => /^[A-Z][a-z]/.test(word))) return 'title_names_somebody';
  const stems = new Set(sentencesOfStems(title).flat());
  const holds = (list: readonly string[]) => list.some((word) => stems.has(stem(word)));
  if (holds(brands) || holds(people)) return 'title_names_somebody';
  if (holds(opinions)) return 'title_is_opinion';
  return isReported(title) ? undefined : 'title_denies';
}

/** Two of its words, or all where it has fewer: the part and what happens to it. */
const LEAST_BORNE = 2;

/** Whether a text bears a title: its part and fault, or the failure by which the lexicon knows them in other words. */
export function bearing(title: string): (text: string) => boolean {
  const words = new Set(distinctiveStems(title));
  const failures = modesRead(title);
  const least = Math.min(LEAST_BORNE, words.size);
  return (text) =>
    [...modesRead(text)].some((mode) => failures.has(mode)) ||
    (least > 0 && new Set(distinctiveStems(text).filter((word) => words.has(word))).size >= least);
}

/** Whether two titles speak of one thing. */
export function areAkin(a: string, b: string): boolean {
  const words = new Set(distinctiveStems(b));
  const failures = modesRead(b);
  return (
    distinctiveStems(a).some((word) => words.has(word)) ||
    [...modesRead(a)].some((mode) => failures.has(mode))
  );
}

/** Short stems count as well: axle, fire, tire. */
export function distinctiveStems(text: string): string[] {
  return sentencesOfStems(text).flat().filter(isMeaningful);
}
