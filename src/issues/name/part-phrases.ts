import { commonestFirst, countEach } from '../../lib/count.ts';
import { onDemand } from '../../lib/on-demand.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import { forEachKnownTerm, indexTerms } from '../text/terms.ts';
import { stem, wordLists } from '../text/words.ts';

/** A complaint, and the phrases in it that name parts: places in a list of them, each once. */
export interface PartHolder {
  one: PreparedComplaint;
  parts: readonly number[];
}

const LEAST_SHARE = 0.25;
const LEAST_HOLDERS = 2;
const LEAST_LIFT = 3;
const partEnds = onDemand(() => new Set(wordLists().partEnds.map(stem)));
const partPairs = onDemand(
  () => new Set(wordLists().partPairs.map((pair) => pair.split(' ').map(stem).join(' '))),
);
/** "Dead battery", "hit windshield" and "traffic signal" are no parts. */
const neverOfParts = onDemand(() => {
  const { notOfParts, opinions, notInTitles } = wordLists();
  return new Set([...notOfParts, ...opinions, ...notInTitles].map(stem));
});

const makers = onDemand(() => new Set(wordLists().brands));
const partsLikeDeeds = onDemand(() => new Set(wordLists().partsLikeDeeds));

export type PartReader = ReturnType<typeof createPartReader>;

/** Finds the phrases that may come into a title: what nobody else ever wrote is not among the terms. */
export function createPartReader(terms: readonly string[]) {
  const pairs = terms.filter((term) => term.includes(' ') && namesPart(term.split(' ')));
  const index = indexTerms(pairs);
  return {
    names: pairs.map((pair) => pair.split(' ')),
    read(sentences: PreparedComplaint['sentences']): number[] {
      const found = new Set<number>();
      forEachKnownTerm(sentences, index, (part) => found.add(part));
      return [...found];
    },
  };
}

/** Of all complaints of a car what a group is compared with. */
export interface ComparedParts {
  names: PartReader['names'];
  holders: ReadonlyMap<number, number>;
  total: number;
}

/** The phrases that the complaints of one group share and the car's others do not, as their owners spell them. */
export function sharedPhrases(members: readonly PartHolder[], { names, holders, total }: ComparedParts) {
  const inside = countEach(members.flatMap(({ parts }) => parts));
  const outside = Math.max(1, total - members.length);
  const shared = [...inside].flatMap(([part, count]) => {
    const stems = names[part] ?? [];
    const elsewhere = ((holders.get(part) ?? 0) - count + 0.5) / outside;
    const isShared =
      count >= Math.max(LEAST_HOLDERS, LEAST_SHARE * members.length) &&
      count / members.length >= LEAST_LIFT * elsewhere;
    if (!isShared) return [];
    const holding = members.filter(({ parts }) => parts.includes(part)).map(({ one }) => one);
    return isCutShort(stems, holding) ? [] : [{ part, stems, count, text: spellingOf(stems, holding) }];
  });
  return shared
    .filter(({ text }) => text !== '' && isThing(text))
    .sort((a, b) => b.count - a.count || (a.stems.join(' ') < b.stems.join(' ') ? -1 : 1));
}

/** "Rear axle", and not "medical attention", "parking space" or "full tank". */
export function namesPart(stems: readonly string[]): boolean {
  if (partPairs().has(stems.join(' '))) return true;
  return partEnds().has(stems.at(-1) ?? '') && !stems.some((stem) => neverOfParts().has(stem));
}

const LEAST_GOING_ON = 0.75;

/** "Front valve", where nearly all who write it go on to another part, the "front valve cover". */
export function isCutShort(
  [first, second]: readonly string[],
  members: readonly Pick<PreparedComplaint, 'sentences'>[],
): boolean {
  const following = members.flatMap(({ sentences }) =>
    sentences.flatMap((words) =>
      words.flatMap((word, at) => (word === second && words[at - 1] === first ? [words[at + 1] ?? ''] : [])),
    ),
  );
  const goingOn = following.filter((word) => partEnds().has(word));
  return goingOn.length >= LEAST_GOING_ON * following.length;
}

/** As it is spelled it tells of no deed ("leaked brakes") and of no maker. */
export function isThing(phrase: string): boolean {
  const isNoun = (word: string) => !/(?:ed|ing)$/.test(word) || partsLikeDeeds().has(word);
  return phrase.split(' ').every((word) => isNoun(word) && !makers().has(word));
}

/** Finds the most frequent spelling of two words among the texts; the alphabetically first of equals. */
function spellingOf([first, second]: readonly string[], texts: readonly PreparedComplaint[]): string {
  const found: string[] = [];
  for (const { text } of texts) {
    let before = '';
    let isFirst = false;
    for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
      const bare = stem(word);
      if (isFirst && bare === second) found.push(`${before} ${word}`);
      before = word;
      isFirst = bare === first;
    }
  }
  return commonestFirst(countEach(found))[0]?.[0] ?? '';
}
