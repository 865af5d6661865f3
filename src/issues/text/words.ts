import { onDemand } from '../../lib/on-demand.ts';
import { wordLists } from './word-lists.ts';

/** Splits text into lower-case word stems, so that "stalls", "stalled" and "stalling" are one word. */

const tables = onDemand(() => {
  const { rewrites, synonyms, fillers } = wordLists();
  return {
    rewrites: rewrites.map(([pattern, replacement]) => ({ pattern: new RegExp(pattern, 'g'), replacement })),
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

/** One list of stems per sentence; long run-on text without full stops is cut into pieces of bounded length. */
export function sentencesOfStems(text: string, longestSentence = 45): string[][] {
  const { rewrites, fillers } = tables();
  let plain = text.toLowerCase();
  for (const { pattern, replacement } of rewrites) plain = plain.replace(pattern, replacement);
  const sentences: string[][] = [];
  for (const sentence of plain.split(/[.!?;\n]+(?:\s|$)|[\n;]/)) {
    let piece: string[] = [];
    for (const word of sentence.match(/[a-z0-9]+/g) ?? []) {
      if (fillers.has(word)) continue;
      if (piece.length === longestSentence) {
        sentences.push(piece);
        piece = [];
      }
      piece.push(stem(word));
    }
    if (piece.length > 0) sentences.push(piece);
  }
  return sentences;
}
