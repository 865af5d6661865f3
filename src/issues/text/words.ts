import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand, rememberShort } from '../../lib/on-demand.ts';
import { anyOfPatterns } from './patterns.ts';

const words = z.array(z.string().min(1)).min(1);

const wordListsSchema = z.strictObject({
  rewrites: z
    .array(z.tuple([z.string(), z.string()]))
    .describe('Spellings of one thing, as patterns over lower-case text, and how it is written here.'),
  synonyms: z.record(z.string(), words).describe('Words that stand for the word before them.'),
  fillers: words.describe(
    'Words between those that say something: "needed to be replaced" reads like "need replace".',
  ),
  common: words.describe('Words that mean nothing for what failed, whatever the car.'),
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

/** Splits text into lower-case word stems, so that "stalls", "stalled" and "stalling" are one word. */

const tables = onDemand(() => {
  const { rewrites, synonyms, fillers } = wordLists();
  return {
    rewrites: rewrites.map(([pattern, replacement]) => [new RegExp(pattern, 'g'), replacement] as const),
    anyRewrite: anyOfPatterns(
      rewrites.map(([pattern]) => pattern),
      {},
      'g',
    ),
    stemOf: new Map(Object.entries(synonyms).flatMap(([stem, words]) => words.map((word) => [word, stem]))),
    fillers: new Set(fillers),
  };
});

export function isFiller(word: string): boolean {
  return tables().fillers.has(word);
}

export const stem = rememberShort((word: string): string => strip(tables().stemOf.get(word) ?? word));

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

/** One spelling of what is written in several ways. */
const rewritten = rememberShort((found: string) =>
  tables().rewrites.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), found),
);

/** A word, or the end of a sentence: a full stop within a number or a name ends none. */
const WORD_OR_END = /[a-z0-9]+|[.!?]*[;\n][.!?;\n]*|[.!?]+(?=\s|$)/g;

/** Neither a filler nor the end of a sentence has a stem. */
const meaningOf = rememberShort((word: string) => {
  const ends = !/^[a-z0-9]/.test(word);
  return { ends, stem: ends || isFiller(word) ? undefined : stem(word) };
});

/** Every word of it, fillers and all. */
export function allWords(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/** One list of stems per sentence; long run-on text without full stops is cut into pieces of bounded length. */
export function sentencesOfStems(text: string, longestSentence = 45): string[][] {
  const plain = text.toLowerCase().replace(tables().anyRewrite, rewritten);
  const sentences: string[][] = [];
  const piece: string[] = [];
  const endPiece = () => {
    // A copy is just as long as it must be, and these are kept.
    if (piece.length > 0) sentences.push(piece.slice());
    piece.length = 0;
  };
  for (const word of plain.match(WORD_OR_END) ?? []) {
    const { stem, ends } = meaningOf(word);
    if (ends || (stem !== undefined && piece.length === longestSentence)) endPiece();
    if (stem !== undefined) piece.push(stem);
  }
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
