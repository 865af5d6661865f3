import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand } from '../../lib/on-demand.ts';

const words = z.array(z.string().min(1)).min(1);

const wordListsSchema = z.strictObject({
  rewrites: z
    .array(z.tuple([z.string(), z.string()]))
    .describe('Spellings of one thing, as patterns over lower-case text, and how it is written here.'),
  synonyms: z.record(z.string(), words).describe('Words that stand for the word before them.'),
  fillers: words.describe(
    'Words between those that say something: "needed to be replaced" reads like "need replace".',
  ),
  suppositions: words.describe('Words behind which a sentence turns to what might happen.'),
  notParts: words.describe(
    'Happenings and places rather than parts: a complaint and a recall that share one share no part.',
  ),
  partEnds: words.describe('With one of these the name of a part ends.'),
  partPairs: words.describe('Names of parts that end with a word which elsewhere is none.'),
  notOfParts: words.describe('Words of no part: a phrase that holds one names none.'),
  partsLikeDeeds: words.describe(
    'Things whose names end as what happened does: no other such word is of a part.',
  ),
  notInTitles: words.describe('Words that no title may hold.'),
  brands: words.describe(
    'Makers, models and suppliers whose names are no other words: no title of a model may name them, and they name no person.',
  ),
  people: words.describe('Those about whom no title of a model may speak.'),
  bidding: words.describe('With one of these in front a title of a model tells somebody what to do.'),
  opinions: words.describe('Words that judge instead of naming what fails.'),
});

/** The words of owners: data/lexicon/words.json. */
export const wordLists = onDemand(() => readDataFile('lexicon/words.json', wordListsSchema));

/** A title must be a name of a failure and nothing else: it is read by the caller's software too. */
const ALLOWED = /^[A-Z0-9][A-Za-z0-9 ,()/&'’-]{5,71}$/;
const LEAST_WORDS = 2;

/** A word and everything that was read of it. */
interface Entry<T> {
  word: string;
  read: T;
  /** Another word in the same slot. */
  next: Entry<T> | undefined;
}

const SLOTS = 1 << 15;
const MOST_WORDS = 50_000;
const HASH_PRIME = 0x01000193;

/** The hash of a word with one more letter at its end; that of no letter is 0. */
export function hashOn(hash: number, code: number): number {
  return Math.imul(hash ^ code, HASH_PRIME);
}

/** Reads the word that stands in a text from one place up to another and has this hash. */
type ReadWithin<T> = (text: string, from: number, to: number, hash: number) => T;

/** Reads every word once: those that are known are not even cut out of the text, which is most of the cost. */
export function createWordTable<T>(read: (word: string) => T): ReadWithin<T> {
  const slots = new Array<Entry<T> | undefined>(SLOTS).fill(undefined);
  let size = 0;
  return (text, from, to, hash) => {
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    for (let entry = slots[slot]; entry !== undefined; entry = entry.next)
      if (entry.word.length === to - from && text.startsWith(entry.word, from)) return entry.read;
    const word = text.slice(from, to);
    const entry = { word, read: read(word), next: slots[slot] };
    if (size < MOST_WORDS) {
      slots[slot] = entry;
      size += 1;
    }
    return entry.read;
  };
}

/** Splits text into lower-case word stems, so that "stalls", "stalled" and "stalling" are one word. */

const tables = onDemand(() => {
  const { rewrites, synonyms, fillers } = wordLists();
  return {
    rewrites: rewrites.map(([pattern, replacement]) => [new RegExp(pattern, 'g'), replacement] as const),
    stemOf: new Map(Object.entries(synonyms).flatMap(([stem, words]) => words.map((word) => [word, stem]))),
    fillers: new Set(fillers),
  };
});

export function isFiller(word: string): boolean {
  return tables().fillers.has(word);
}

const stems = new Map<string, string>();

export function stem(word: string): string {
  let known = stems.get(word);
  if (known === undefined) {
    known = strip(tables().stemOf.get(word) ?? word);
    if (stems.size < 50_000) stems.set(word, known);
  }
  return known;
}

function strip(word: string): string {
  if (word.length <= 3 || /\d/.test(word)) return word;
  let base = word;
  if (base.endsWith('ies') && base.length > 4) base = `${base.slice(0, -3)}y`;
  else if (base.endsWith('sses')) base = base.slice(0, -2);
  else if (base.endsWith('s') && !/(ss|us|is)$/.test(base)) base = base.slice(0, -1);
  const suffixed = /^(.*[aeiouy].*?)(ing|ed|ion)$/.exec(base);
  if (suffixed?.[1] !== undefined && suffixed[1].length > 2) {
    base = suffixed[1];
    if (/([bdfgmnprt])\1$/.test(base)) base = base.slice(0, -1);
  }
  if (base.endsWith('e') && base.length > 3) base = base.slice(0, -1);
  return base;
}

/** A word as it is written, with what is read of it. */
interface Word {
  text: string;
  stem: string;
  filler: boolean;
}

const wordWithin = createWordTable(
  (text): Word => ({ text, stem: stem(text), filler: tables().fillers.has(text) }),
);

/** Calls back with each word of small letters and digits, and with each end of a sentence. */
function forEachWord(text: string, use: (word: Word) => void, endSentence?: () => void): void {
  for (let at = 0; at < text.length; ) {
    const from = at;
    let hash = 0;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (!((code >= SMALL_A && code <= SMALL_Z) || (code >= ZERO && code <= NINE))) break;
      hash = hashOn(hash, code);
    }
    if (at > from) use(wordWithin(text, from, at, hash));
    else {
      const ended = endOfSentence(text, at);
      if (ended > at) endSentence?.();
      at = Math.max(at + 1, ended);
    }
  }
}

const [SMALL_A, SMALL_Z, ZERO, NINE] = [97, 122, 48, 57];
const STOPS = '.!?;\n';

/** Finds where the next sentence begins; a full stop within a number or a name ends none. */
function endOfSentence(text: string, from: number): number {
  let to = from;
  let certain = false;
  for (; to < text.length && STOPS.includes(text.charAt(to)); to += 1)
    if (text.charAt(to) === ';' || text.charAt(to) === '\n') certain = true;
  if (to === from) return from;
  return certain || to === text.length || /\s/.test(text.charAt(to)) ? to : from;
}

/** Calls back with each word of letters alone, as it is written in small letters, and with its stem. */
export function forEachSpelling(text: string, use: (spelled: string, stem: string) => void): void {
  const plain = text.toLowerCase();
  for (let at = 0; at < plain.length; at += 1) {
    const from = at;
    let hash = 0;
    for (; at < plain.length; at += 1) {
      const code = plain.charCodeAt(at);
      if (code < SMALL_A || code > SMALL_Z) break;
      hash = hashOn(hash, code);
    }
    if (at === from) continue;
    const word = wordWithin(plain, from, at, hash);
    use(word.text, word.stem);
  }
}

/** Every word of it, fillers and all. */
export function allWords(text: string): string[] {
  const found: string[] = [];
  forEachWord(text.toLowerCase(), (word) => found.push(word.text));
  return found;
}

/** One list of stems per sentence; long run-on text without full stops is cut into pieces of bounded length. */
export function sentencesOfStems(text: string, longestSentence = 45): string[][] {
  let plain = text.toLowerCase();
  for (const [pattern, replacement] of tables().rewrites) plain = plain.replace(pattern, replacement);
  const sentences: string[][] = [];
  const piece: string[] = [];
  const endPiece = () => {
    // A copy is just as long as it must be, and these are kept.
    if (piece.length > 0) sentences.push(piece.slice());
    piece.length = 0;
  };
  forEachWord(
    plain,
    (word) => {
      if (word.filler) return;
      if (piece.length === longestSentence) endPiece();
      piece.push(word.stem);
    },
    endPiece,
  );
  endPiece();
  return sentences;
}

const MOST_TITLE_WORDS = 11;
const banned = onDemand(() => new Set(wordLists().notInTitles.map(stem)));

export function isSafeTitle(title: string): boolean {
  if (!ALLOWED.test(title)) return false;
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  if (words.length < LEAST_WORDS || words.length > MOST_TITLE_WORDS) return false;
  return !words.some((word) => banned().has(stem(word)) || /^\d{5,}$/.test(word));
}
