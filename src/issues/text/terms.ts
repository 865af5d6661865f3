import { getOrInsert, onDemand, rememberShort } from '../../lib/on-demand.ts';
import { stem, wordLists } from './words.ts';

/** Words that mean nothing for what failed, whatever the car. */
const common = onDemand(() => new Set(wordLists().common.map(stem)));
/** They mean something only beside another word: "not start", "comes off". */
const LINKING = new Set(['not', 'off', 'out', 'down', 'up', 'on', 'open', 'back'].map(stem));

type Kind = 'meaningful' | 'linking' | 'empty';

const kindOf = rememberShort((word): Kind => {
  if (LINKING.has(word)) return 'linking';
  return word.length > 2 && !common().has(word) && !/^\d/.test(word) ? 'meaningful' : 'empty';
});

export function isMeaningful(word: string): boolean {
  return kindOf(word) === 'meaningful';
}

/** Calls back with each meaningful word, and with each word that means something together with the one before it. */
export function forEachTerm(
  sentences: readonly (readonly string[])[],
  use: (word: string, before: string | undefined) => void,
): void {
  for (const words of sentences) {
    let before: string | undefined;
    let beforeIsOne = false;
    for (const word of words) {
      const kind = kindOf(word);
      const isOne = kind === 'meaningful';
      if (isOne) use(word, undefined);
      if (before !== undefined && (isOne || (kind === 'linking' && beforeIsOne))) use(word, before);
      before = kind === 'empty' ? undefined : word;
      beforeIsOne = isOne;
    }
  }
}

/** The numbers of a word: its own, and those of the words that mean something after it. */
interface KnownWord {
  alone: number | undefined;
  after: Map<string, number>;
}

export type TermIndex = ReadonlyMap<string, KnownWord>;

/** So that each word is looked up once, and no text is made to look a pair up. */
export function indexTerms(terms: readonly string[]): TermIndex {
  const index = new Map<string, KnownWord>();
  const knownWord = (word: string) =>
    getOrInsert(index, word, (): KnownWord => ({ alone: undefined, after: new Map() }));
  terms.forEach((term, at) => {
    // A term that is no longer read as one is not looked for.
    forEachTerm([term.split(' ')], (word, before) => {
      const read = before === undefined ? word : `${before} ${word}`;
      if (read !== term) return;
      if (before === undefined) knownWord(word).alone = at;
      else knownWord(before).after.set(word, at);
    });
  });
  return index;
}

/** Calls back with the number of each known term. */
export function forEachKnownTerm(
  sentences: readonly (readonly string[])[],
  index: TermIndex,
  use: (term: number) => void,
): void {
  for (const words of sentences) {
    let before: KnownWord | undefined;
    for (const word of words) {
      const pair = before?.after.get(word);
      if (pair !== undefined) use(pair);
      before = index.get(word);
      if (before?.alone !== undefined) use(before.alone);
    }
  }
}
