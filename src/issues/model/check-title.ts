import { onDemand } from '../../lib/on-demand.ts';
import { lexicon, modeOfTitle, titlesOf } from '../lexicon/lexicon.ts';
import { modesRead } from '../lexicon/recognise.ts';
import { titleFits, UNKNOWN_TRAITS, type VehicleTraits } from '../lexicon/traits.ts';
import { namesPart } from '../name/part-phrases.ts';
import { isReported } from '../text/claims.ts';
import { isKnownStem, withoutPersonalData } from '../text/personal-data.ts';
import { isMeaningful } from '../text/terms.ts';
import { isSafeTitle, sentencesOfStems, stem, wordLists } from '../text/words.ts';

/** The stems of the trade's words. */
const tradeStems = onDemand(() => {
  const { modes } = lexicon();
  const { partEnds, partPairs } = wordLists();
  const titles = modes.flatMap(titlesOf);
  const phrases = modes.flatMap(({ says, parts = [] }) => [...says, ...parts]);
  const texts = [...titles, ...phrases, ...partEnds, ...partPairs];
  return new Set(texts.flatMap(stemsOf));
});

/** So many owners' own words make a word known. */
const LEAST_SAYING = 3;

/** Why a model's title is not shown; undefined where it may be. `quotes` are of the complaints that it is given to. */
export function faultOfTitle(
  title: string,
  traits: VehicleTraits = UNKNOWN_TRAITS,
  quotes: readonly string[] = [],
): string | undefined {
  if (!isSafeTitle(title) || isShouted(title)) return 'title_unsafe';
  if (!titleFits(traits, title)) return 'title_car_cannot_have';
  if (modeOfTitle(title) !== undefined) return undefined;
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
  const said = quotes.map((quote) => new Set(stemsOf(quote)));
  const isSaid = (word: string) => said.filter((stems) => stems.has(word)).length >= LEAST_SAYING;
  if (inSmall.some((word) => !isKnownStem(word) && !tradeStems().has(word) && !isSaid(word)))
    return 'title_unknown_word';
  const plain = `${title.charAt(0).toLowerCase()}${title.slice(1)}`;
  return withoutPersonalData(plain) === plain ? undefined : 'title_names_somebody';
}

const SAYS_THAT_ALL_IS_WELL =
  /(?<!\b(?:not|never) )\bworks?\b(?! (?:only|intermittently|by|at|in|on|sometimes))|\b(?:(?<!(?:not|n't) (?:\w+ )?)(?:correctly|properly|normally)|fixed|solved|resolved|remedied|ruled out|free (?:of|from)|no more|no longer (?:stalls|fails|leaks))\b|\bfails to fail\b/i;

function isShouted(title: string): boolean {
  const words = title.match(/[A-Za-z]{4,}/g) ?? [];
  return words.filter((word) => word === word.toUpperCase()).length > words.length / 2;
}

function stemsOf(text: string): string[] {
  return sentencesOfStems(text.replaceAll(/[_|]/g, ' ')).flat();
}

/** Said of any part and any fault: who shares no more than these with a title says nothing of its failure. */
const PLAIN = new Set(
  sentencesOfStems(
    `fail fault malfunction defect break damage stop lose bad wrong work operate function suddenly intermittent early
     premature repeated itself drive turn start unit system assembly module inoperative incorrect vehicle car light`,
  ).flat(),
);

/** Tells whether words speak of the part or the fault of a title, or of the failure by which the lexicon knows it. */
export function bearing(title: string): (text: string) => boolean {
  const words = new Set(stemsOf(title).filter(isMeaningful));
  const telling = new Set([...words].filter((word) => !PLAIN.has(word)));
  const sought = telling.size > 0 ? telling : words;
  const failures = modesRead(title);
  return (text) =>
    stemsOf(text).some((word) => sought.has(word)) || [...modesRead(text)].some((mode) => failures.has(mode));
}

const PLACES = new Set(
  sentencesOfStems(
    'front rear left right driver passenger side upper lower low high inner outer head fog tail',
  ).flat(),
);

/** "Air bag does not deploy" and "Air bag deploys by itself" are one in all other words. */
const DENIES = /\b(?:not|no|never|fails? to)\b/i;

/** Tells whether two titles name one failure of one part: in the same words, or in others for what the lexicon knows as one. */
export function isSameFailure(a: string, b: string): boolean {
  if (a === b) return true;
  const [ours, theirs] = [modeOfTitle(a), modeOfTitle(b)];
  if (ours !== undefined && theirs !== undefined) return ours === theirs;
  if (DENIES.test(a) !== DENIES.test(b)) return false;
  const [one, other] = [tellingStems(a), tellingStems(b)];
  if (isEqual(one, other)) return true;
  const [known, same] = [modesRead(a), modesRead(b)];
  return known.size > 0 && isEqual(known, same) && isEqual(partsIn(one), partsIn(other));
}

function tellingStems(title: string): Set<string> {
  return new Set(stemsOf(title).filter((word) => isMeaningful(word) || PLACES.has(word)));
}

function partsIn(stems: ReadonlySet<string>): Set<string> {
  return new Set([...stems].filter((word) => PLACES.has(word) || namesPart([word])));
}

function isEqual<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && a.isSubsetOf(b);
}
