import { getOrInsert, onDemand } from '../../lib/on-demand.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import { forEachKnownTerm, type TermIndex } from '../text/terms.ts';
import { stem, wordLists } from '../text/words.ts';

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

/** The phrases that may come into a title: what nobody else ever wrote is not among them. */
export interface KnownPhrases {
  terms: readonly string[];
  index: TermIndex;
  /** The number of complaints that hold each. */
  holders: Uint32Array;
}

export function countHolders(
  all: readonly PreparedComplaint[],
  terms: readonly string[],
  index: TermIndex,
): KnownPhrases {
  const holders = new Uint32Array(terms.length);
  const newest = new Uint32Array(terms.length);
  for (const [at, { sentences }] of all.entries()) {
    forEachKnownTerm(sentences, index, (term) => {
      if (newest[term] === at + 1) return;
      newest[term] = at + 1;
      holders[term] = (holders[term] ?? 0) + 1;
    });
  }
  return { terms, index, holders };
}

export function sharedPhrases(
  members: readonly PreparedComplaint[],
  { terms, index, holders }: KnownPhrases,
  total: number,
): PartPhrase[] {
  const inside = new Map<number, Set<number>>();
  for (const { sentences, complaint } of members) {
    forEachKnownTerm(sentences, index, (term, isPair) => {
      if (!isPair) return;
      getOrInsert(inside, term, () => new Set()).add(complaint.odiNumber);
    });
  }
  const outside = Math.max(1, total - members.length);
  const shared = [...inside].flatMap(([term, holding]) => {
    const pair = terms[term] ?? '';
    const stems = pair.split(' ');
    const elsewhere = ((holders[term] ?? 0) - holding.size + 0.5) / outside;
    const isShared =
      holding.size >= Math.max(LEAST_HOLDERS, LEAST_SHARE * members.length) &&
      holding.size / members.length >= LEAST_LIFT * elsewhere &&
      namesPart(stems) &&
      !isCutShort(stems, members);
    return isShared ? [{ pair, stems, holding }] : [];
  });
  const spelled = surfacesOf(
    shared.map(({ pair }) => pair),
    members,
  );
  return shared
    .sort((a, b) => b.holding.size - a.holding.size || (a.pair < b.pair ? -1 : 1))
    .map(({ pair, stems, holding }) => ({ text: spelled.get(pair) ?? '', stems, holders: holding }))
    .filter(({ text }) => text !== '' && isThing(text));
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

/** Finds the most frequent spelling of each pair among the members; the alphabetically first of equals. */
function surfacesOf(pairs: readonly string[], members: readonly PreparedComplaint[]): Map<string, string> {
  const spelled = new Map(pairs.map((pair) => [pair, new Map<string, number>()]));
  /** By the first word, and then by the second, so that no text is made to look a pair up. */
  const byWords = new Map<string, Map<string, Map<string, number>>>();
  for (const [pair, counts] of spelled) {
    const [first = '', second = ''] = pair.split(' ');
    getOrInsert(byWords, first, () => new Map()).set(second, counts);
  }
  for (const { text } of pairs.length === 0 ? [] : members) {
    let before = '';
    let following: Map<string, Map<string, number>> | undefined;
    for (const word of text.toLowerCase().match(/[a-z]+/g) ?? []) {
      const bare = stem(word);
      const counts = following?.get(bare);
      counts?.set(`${before} ${word}`, (counts.get(`${before} ${word}`) ?? 0) + 1);
      before = word;
      following = byWords.get(bare);
    }
  }
  return new Map([...spelled].map(([pair, counts]) => [pair, mostFrequent(counts)]));
}

function mostFrequent(counts: ReadonlyMap<string, number>): string {
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? '';
}
