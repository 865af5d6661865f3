import type { PreparedComplaint } from '../prepare.ts';
import { allWords, isFiller, stem } from '../text/words.ts';

/** In titles of nearly anything. */
const PLAIN = new Set(
  'or and by in on at with without will not while when fail fails failure wrong wrongly other early poorly badly itself themselves work works car vehicle'.split(
    ' ',
  ),
);

export function wordsOfTitle(title: string): string[] {
  const words = allWords(title.toLowerCase()).filter((word) => !isFiller(word) && !PLAIN.has(word));
  return [...new Set(words.map(stem))];
}

const LEAST_SHARED = 2;

/** Reads a complaint once; then says of each title whether its thing and its fault are there, or all of it that is not plain. */
export function createWordCounter(titles: readonly (readonly string[])[]) {
  const holders = new Map<string, { titles: number[]; readIn: number }>();
  for (const [at, words] of titles.entries())
    for (const word of words) {
      const known = holders.get(word);
      if (known === undefined) holders.set(word, { titles: [at], readIn: 0 });
      else known.titles.push(at);
    }
  const least = titles.map(({ length }) => Math.min(LEAST_SHARED, length));
  const counts = new Uint8Array(titles.length);
  let reading = 0;
  return (sentences: PreparedComplaint['sentences']) => {
    counts.fill(0);
    reading += 1;
    for (const words of sentences)
      for (const word of words) {
        const holder = holders.get(word);
        if (holder === undefined || holder.readIn === reading) continue;
        holder.readIn = reading;
        for (const at of holder.titles) counts[at] = (counts[at] ?? 0) + 1;
      }
    return (at: number): boolean => (counts[at] ?? 0) >= (least[at] ?? 0);
  };
}
