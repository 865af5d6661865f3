import { onDemand } from '../../lib/on-demand.ts';
import type { PreparedComplaint } from '../prepare.ts';
import { wordLists } from '../text/word-lists.ts';
import { stem } from '../text/words.ts';
import { forEachTerm } from './likeness/terms.ts';

/** A phrase that the complaints of one group share and the car's others do not. */
export interface PartPhrase {
  /** As the owners spell it, in lower case. */
  text: string;
  stems: readonly string[];
  holders: ReadonlySet<number>;
}

const LEAST_SHARE = 0.25;
const LEAST_HOLDERS = 2;
const LEAST_LIFT = 3;
const notParts = onDemand(() => new Set(wordLists().notParts.map(stem)));
/** "On behalf", "not start" and "death trap" are no parts; the "back seat" is. */
const neverOfParts = onDemand(() => {
  const { notOfParts, opinions, notInTitles } = wordLists();
  return new Set([...notOfParts, ...opinions, ...notInTitles].map(stem));
});

const partsLikeDeeds = onDemand(() => new Set(wordLists().partsLikeDeeds));

export type TermHolders = ReadonlyMap<string, number>;

/** How many complaints hold each two-word phrase. */
export function countHolders(all: readonly PreparedComplaint[]): Map<string, number> {
  const holders = new Map<string, number>();
  for (const one of all) for (const pair of pairsOf(one)) holders.set(pair, (holders.get(pair) ?? 0) + 1);
  return holders;
}

export function pairsOf(one: PreparedComplaint): Set<string> {
  const pairs = new Set<string>();
  forEachTerm(one.sentences, (word, before) => {
    if (before !== undefined) pairs.add(`${before} ${word}`);
  });
  return pairs;
}

/** Known phrases only: what nobody else ever wrote cannot come into a title. */
export function sharedPhrases(
  members: readonly PreparedComplaint[],
  holders: TermHolders,
  known: ReadonlySet<string>,
  total: number,
): PartPhrase[] {
  const inside = new Map<string, Set<number>>();
  for (const one of members) {
    for (const pair of pairsOf(one)) {
      const holding = inside.get(pair) ?? new Set();
      holding.add(one.complaint.odiNumber);
      inside.set(pair, holding);
    }
  }
  const outside = Math.max(1, total - members.length);
  return [...inside]
    .filter(([pair, holding]) => {
      const elsewhere = ((holders.get(pair) ?? 0) - holding.size + 0.5) / outside;
      return (
        known.has(pair) &&
        holding.size >= Math.max(LEAST_HOLDERS, LEAST_SHARE * members.length) &&
        holding.size / members.length >= LEAST_LIFT * elsewhere &&
        namesPart(pair)
      );
    })
    .sort((a, b) => b[1].size - a[1].size || (a[0] < b[0] ? -1 : 1))
    .map(([pair, holding]) => ({
      text: surfaceOf(pair, members),
      stems: pair.split(' '),
      holders: holding,
    }))
    .filter(({ text }) => text !== '');
}

function namesPart(pair: string): boolean {
  const words = pair.split(' ');
  if (words.some((word) => neverOfParts().has(word))) return false;
  const others = notParts();
  return words.some((word) => !others.has(word)) && !others.has(words.at(-1) ?? '');
}

/** "Rear axle", and not "light stayed" or "leaked oil". */
export function isThing(phrase: string): boolean {
  return phrase.split(' ').every((word) => !/(?:ed|ing)$/.test(word) || partsLikeDeeds().has(word));
}

/** The most frequent spelling among the members; the alphabetically first of equals. */
function surfaceOf(pair: string, members: readonly PreparedComplaint[]): string {
  const [first, second] = pair.split(' ');
  const spellings = new Map<string, number>();
  for (const { text } of members) {
    const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
    for (let index = 0; index + 1 < words.length; index += 1) {
      const [a, b] = [words[index] ?? '', words[index + 1] ?? ''];
      if (stem(a) === first && stem(b) === second)
        spellings.set(`${a} ${b}`, (spellings.get(`${a} ${b}`) ?? 0) + 1);
    }
  }
  return [...spellings].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? '';
}
