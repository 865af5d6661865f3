import { onDemand } from '../../lib/on-demand.ts';
import { wordLists } from './word-lists.ts';
import { createWordTable, hashOn } from './word-table.ts';

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

/** Where the next sentence begins; a full stop within a number or a name ends none. */
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
