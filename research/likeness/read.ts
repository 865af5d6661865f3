import { readFileSync } from 'node:fs';
import { lexicon } from '../../src/issues/lexicon/lexicon.ts';

/** What a reader found in each complaint, by its number: failures of the lexicon, the main one first, or one of these. */
export type Read = ReadonlyMap<number, readonly string[]>;

/** Nothing failed; something did that the lexicon does not know. */
export const NO_FAILURE = ['none', 'other'];

const linesOf = (name: string) =>
  readFileSync(new URL(`./${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '');

/** One line of `read.txt` each: the number of a complaint and what it reports. */
export function readLabels(): Read {
  const known = new Set([...lexicon().modes.map(({ id }) => id), ...NO_FAILURE]);
  return new Map(
    linesOf('read').map((line) => {
      const [number, ...failures] = line.split(' ');
      const unknown = failures.find((id) => !known.has(id));
      if (unknown !== undefined) throw new RangeError(`read.txt names a failure that is missing: ${unknown}`);
      return [Number(number), failures];
    }),
  );
}

const FIRST_OF_THESE = 950_000_000;

/** Texts in which nothing failed, written for this, with numbers that no complaint has. */
export const textsOfNothing = () =>
  linesOf('nothing-failed').map((summary, at) => ({
    odiNumber: FIRST_OF_THESE + at,
    components: '',
    summary,
  }));

const KEPT = 0.2;

/** One complaint in five is kept to measure what was learned, the same ones every time. */
export const isKept = (odiNumber: number): boolean =>
  odiNumber < FIRST_OF_THESE && (Math.imul(odiNumber, 0x9e3779b1) >>> 0) / 2 ** 32 < KEPT;
