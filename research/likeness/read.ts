import { readFileSync } from 'node:fs';
import { lexicon } from '../../src/issues/lexicon/lexicon.ts';
import { lotOf } from './random.ts';

/** What a reader found in each complaint, by its number: failures of the lexicon, the main one first, or one of these. */
export type Read = ReadonlyMap<number, readonly string[]>;

/** Nothing failed; something did that the lexicon has no name for. */
export const UNNAMED = ['none', 'other'];

const linesOf = (name: string) =>
  readFileSync(new URL(`./${name}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n');

/** One line of `read.txt` each: the number of a complaint and what it reports; and that nothing failed in the texts below. */
export function readLabels(): Read {
  const known = new Set([...lexicon().modes.map(({ id }) => id), ...UNNAMED]);
  const read = linesOf('read').map((line) => {
    const [number, ...failures] = line.split(' ');
    const unknown = failures.find((id) => !known.has(id));
    if (unknown !== undefined) throw new RangeError(`read.txt names a failure that is missing: ${unknown}`);
    return [Number(number), failures] as const;
  });
  const nothing = textsOfNothing().map(({ odiNumber }) => [odiNumber, ['none']] as const);
  return new Map<number, readonly string[]>([...read, ...nothing]);
}

const OWN_NUMBERS = 950_000_000;

/** Texts in which nothing failed, written for this, with numbers that no complaint has. */
export const textsOfNothing = () =>
  linesOf('nothing-failed').map((summary, at) => ({ odiNumber: OWN_NUMBERS + at, components: '', summary }));

const KEPT = 0.2;

/** One complaint in five is kept to measure what was learned, the same ones every time. */
export const isKept = (odiNumber: number): boolean =>
  odiNumber < OWN_NUMBERS && lotOf(odiNumber, 0x9e3779b1) < KEPT;
