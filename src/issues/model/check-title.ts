import { onDemand } from '../../lib/on-demand.ts';
import { lexicon } from '../lexicon/lexicon.ts';
import { modesRead } from '../lexicon/recognise.ts';
import { titleFits, UNKNOWN_TRAITS, type VehicleTraits } from '../lexicon/traits.ts';
import { isReported } from '../text/claims.ts';
import { isKnownStem, withoutPersonalData } from '../text/personal-data.ts';
import { isMeaningful } from '../text/terms.ts';
import { isSafeTitle, sentencesOfStems, stem, wordLists } from '../text/words.ts';

/** Our own titles, and the stems of the trade's words. */
const trade = onDemand(() => {
  const { modes, otherParts } = lexicon();
  const titles = modes.flatMap(({ title, otherwise = [] }) => [
    title,
    ...otherwise.map((other) => other.title),
  ]);
  const phrases = modes.flatMap(({ says, parts = [] }) => [...says, ...parts]);
  const texts = [...titles, ...phrases, ...otherParts.map(({ name }) => name)];
  return { titles: new Set(titles), stems: new Set(texts.flatMap(stemsOf)) };
});

/** Why a model's title is not shown; undefined where it may be. */
export function faultOfTitle(title: string, traits: VehicleTraits = UNKNOWN_TRAITS): string | undefined {
  if (!isSafeTitle(title) || isShouted(title)) return 'title_unsafe';
  if (!titleFits(traits, title)) return 'title_car_cannot_have';
  if (trade().titles.has(title)) return undefined;
  const { brands, people, opinions, bidding } = wordLists();
  const words = title.match(/[A-Za-z]+/g) ?? [];
  const stems = new Set(stemsOf(title));
  const holds = (list: readonly string[]) => list.some((word) => stems.has(stem(word)));
  // In sentence case a later word with a capital is a name; ABS and CV are none.
  const isNamed = words.slice(1).some((word) => /^[A-Z][a-z]/.test(word));
  if (isNamed || holds(brands) || holds(people)) return 'title_names_somebody';
  if (holds(opinions)) return 'title_is_opinion';
  if (bidding.includes(words[0]?.toLowerCase() ?? '')) return 'title_unsafe';
  if (!isReported(title) || SAYS_THAT_ALL_IS_WELL.test(title)) return 'title_denies';
  // Another language, a maker or a person that no list holds; what is all in capitals may be a part: HECU.
  const inSmall = stemsOf(title.replaceAll(/\b[A-Z0-9]{2,}\b/g, ''));
  if (inSmall.some((word) => !isKnownStem(word) && !trade().stems.has(word))) return 'title_unknown_word';
  const plain = `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  return withoutPersonalData(plain) === plain ? undefined : 'title_names_somebody';
}

const SAYS_THAT_ALL_IS_WELL =
  /\bworks?\b(?! (?:only|intermittently|by|at|in|on|sometimes))|\b(?:(?<!(?:not|n't) (?:\w+ )?)(?:correctly|properly|normally)|fixed|solved|resolved|remedied|ruled out|free (?:of|from)|no more|no longer (?:stalls|fails|leaks))\b|\bfails to fail\b/i;

function isShouted(title: string): boolean {
  const words = title.match(/[A-Za-z]{4,}/g) ?? [];
  return words.filter((word) => word === word.toUpperCase()).length > words.length / 2;
}

function stemsOf(text: string): string[] {
  return sentencesOfStems(text.replaceAll(/[_|]/g, ' ')).flat();
}

/** Two of its words, or all where it has fewer: the part and what happens to it. */
const LEAST_BORNE = 2;

/** Tells whether a text bears a title: its part and fault, or the failure by which the lexicon knows them in other words. */
export function bearing(title: string): (text: string) => boolean {
  const words = new Set(distinctiveStems(title));
  const failures = modesRead(title);
  const least = Math.min(LEAST_BORNE, words.size);
  return (text) =>
    [...modesRead(text)].some((mode) => failures.has(mode)) ||
    (least > 0 && new Set(distinctiveStems(text).filter((word) => words.has(word))).size >= least);
}

/** Tells whether two titles speak of one thing. */
export function areAkin(a: string, b: string): boolean {
  const words = new Set(distinctiveStems(b));
  const failures = modesRead(b);
  return (
    distinctiveStems(a).some((word) => words.has(word)) ||
    [...modesRead(a)].some((mode) => failures.has(mode))
  );
}

/** Short stems count as well: axle, fire, tire. */
function distinctiveStems(text: string): string[] {
  return sentencesOfStems(text).flat().filter(isMeaningful);
}
