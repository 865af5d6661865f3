import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { getOrInsert, onDemand, rememberShort } from '../../lib/on-demand.ts';
import { anyOfPatterns, patternOf } from './patterns.ts';
import { stem, wordLists } from './words.ts';

/** The roles that words can have in a claim: a bit for each of their kinds in data/lexicon/claims.json. */

/** Kinds that mean any form of a word; the others mean the one that is written there. */
const KINDS_BY_STEM = [
  'failures',
  'problems',
  'functions',
  'lacking',
  'neutral',
  'finding',
  'risks',
  'consequences',
  'sensed',
  'cars',
  'lights',
] as const;
const KINDS_AS_WRITTEN = [
  'not',
  'nounDenials',
  'auxiliary',
  'stops',
  'subjects',
  'company',
  'makes',
  'happening',
  'supposing',
  'crowd',
  'many',
  'told',
  'online',
  'known',
  'fleets',
  'notThis',
  'turning',
  'recall',
  'routine',
  'fine',
  'shining',
] as const;
const KINDS = [...KINDS_BY_STEM, ...KINDS_AS_WRITTEN];

const list = z
  .string()
  .min(1)
  .transform((words) => words.split(' '));
const kindsSchema = z.strictObject({
  failurePairs: z
    .string()
    .min(1)
    .transform((pairs) => pairs.split('|')),
  anywhere: z.array(z.string().min(1)).min(1),
  afterwards: z.array(z.string().min(1)).min(1),
  questions: z.string().min(1),
  disclaimers: z.array(z.string().min(1)).min(1),
  names: z.record(z.string(), z.string()),
  otherCars: z.array(z.string().min(1)).min(1),
  backToThisCar: z.string().min(1),
  parts: list,
  ...record(KINDS, () => list),
});

function record<K extends string, V>(keys: readonly K[], make: (key: K, at: number) => V): Record<K, V> {
  return Object.fromEntries(keys.map((key, at) => [key, make(key, at)])) as Record<K, V>;
}

/** @NOTE 32 kinds fill the bits of a number: another one would be taken for the first. */
export const BIT = record(KINDS, (_, at) => 1 << at);

export interface Word {
  text: string;
  stem: string;
  /** The kinds that it is of. */
  is: number;
  /** It begins a phrase of a failure. */
  leads: boolean;
  /** The name of a part ends with it. */
  isPart: boolean;
  /** A comma or the like stands before it. */
  paused: boolean;
}

/** A clause, and which of its words say that something went wrong or stand within a denial or a guess. */
export interface Scopes {
  words: readonly Word[];
  /** For each word whether it says that something went wrong. */
  wrong: Uint8Array;
  /** For each word whether it is denied or only supposed. */
  unreal: Uint8Array;
  denies: boolean;
  supposes: boolean;
}

const tables = onDemand(() => {
  const lists = readDataFile('lexicon/claims.json', kindsSchema);
  const [written, stems] = [new Map<string, number>(), new Map<string, number>()];
  const add = (map: Map<string, number>, word: string, bit: number) =>
    map.set(word, (map.get(word) ?? 0) | bit);
  for (const kind of KINDS_AS_WRITTEN) for (const word of lists[kind]) add(written, word, BIT[kind]);
  for (const kind of KINDS_BY_STEM) for (const word of lists[kind]) add(stems, stem(word), BIT[kind]);
  const pairs = new Map<string, Set<string>>();
  for (const [first = '', second = ''] of lists.failurePairs.map((pair) => pair.split(' ').map(stem)))
    getOrInsert(pairs, first, () => new Set()).add(second);
  const parts = new Set([...lists.parts, ...wordLists().partEnds].map(stem));
  const CAR = patternOf(lists.names.CAR ?? '', { BRAND: wordLists().brands.join('|') }).source;
  const ofAny = (sources: readonly string[], flags?: string) =>
    anyOfPatterns(sources, { ...lists.names, CAR }, flags);
  const stories = {
    anywhere: ofAny(lists.anywhere),
    afterwards: ofAny(lists.afterwards),
    questions: patternOf(lists.questions),
    disclaimers: ofAny(lists.disclaimers),
    otherCars: ofAny([`(?:${lists.otherCars.join('|')})${lists.backToThisCar}`], 'gi'),
  };
  return { written, stems, pairs, parts, stories };
});

/** Words of a story in which this car did not fail, and those in which a text says so of itself. */
export const otherStories = () => tables().stories;

const kindOf = rememberShort((text): Word => {
  const { written, stems, pairs, parts } = tables();
  const base = stem(text.endsWith("'s") && !written.has(text) ? text.slice(0, -2) : text);
  const not = text.endsWith("n't") ? BIT.not : 0;
  const is = (written.get(text) ?? 0) | (stems.get(base) ?? 0) | not;
  return { text, stem: base, is, leads: pairs.has(base), isPart: parts.has(base), paused: false };
});

/** The same word behind a comma or the like. */
const pausedKindOf = rememberShort((text): Word => ({ ...kindOf(text), paused: true }));

const WORD_OR_PAUSE = /[a-z0-9][a-z0-9'-]*|[,;:()]/g;
const PAUSES = new Set(',;:()');

/** @param plain in small letters. */
export function wordsOfClause(plain: string): Word[] {
  const found: Word[] = [];
  let paused = false;
  for (const written of plain.match(WORD_OR_PAUSE) ?? []) {
    const isPause = PAUSES.has(written);
    if (!isPause) found.push(paused && found.length > 0 ? pausedKindOf(written) : kindOf(written));
    paused = isPause;
  }
  return found;
}

export const is = (word: Word | undefined, kinds: number): boolean =>
  word !== undefined && (word.is & kinds) !== 0;

export const isText = (word: Word | undefined, text: string): boolean => word?.text === text;

/** A set of words for `isOne`. */
export const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const isOne = (word: Word | undefined, texts: ReadonlySet<string>): boolean =>
  word !== undefined && texts.has(word.text);

/** Tells whether any word from one place up to another, which is left out, is of these kinds. */
export function anyOf(words: readonly Word[], from: number, to: number, kinds: number): boolean {
  for (let at = Math.max(0, from); at < to && at < words.length; at += 1)
    if (is(words[at], kinds)) return true;
  return false;
}

export function anyOneOf(
  words: readonly Word[],
  from: number,
  to: number,
  texts: ReadonlySet<string>,
): boolean {
  for (let at = Math.max(0, from); at < to && at < words.length; at += 1)
    if (isOne(words[at], texts)) return true;
  return false;
}

const PAIR_REACH = 4;

/** Two words that are a failure together, with one other or what carries no meaning between: "shut itself off", "need to be replaced". */
export function isFailurePair(words: readonly Word[], at: number): boolean {
  const first = words[at];
  if (first === undefined || !first.leads) return false;
  const seconds = tables().pairs.get(first.stem);
  let others = 0;
  for (let step = 1; step <= PAIR_REACH && others < 2; step += 1) {
    const second = words[at + step];
    if (second === undefined) return false;
    if (seconds?.has(second.stem) === true) return true;
    if (!is(second, BIT.auxiliary)) others += 1;
  }
  return false;
}
