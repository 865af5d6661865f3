import { onDemand } from '../lib/on-demand.ts';
import { wordLists } from './text/word-lists.ts';
import { stem } from './text/words.ts';

/** A title must be a name of a failure and nothing else: it is read by the caller's software too. */
const ALLOWED = /^[A-Z0-9][A-Za-z0-9 ,()/&'’-]{5,71}$/;
const LEAST_WORDS = 2;
const MOST_WORDS = 11;
const banned = onDemand(() => new Set(wordLists().notInTitles.map(stem)));

export function isSafeTitle(title: string): boolean {
  if (!ALLOWED.test(title)) return false;
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  if (words.length < LEAST_WORDS || words.length > MOST_WORDS) return false;
  return !words.some((word) => banned().has(stem(word)) || /^\d{5,}$/.test(word));
}
