import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand } from '../../lib/on-demand.ts';
import type { Word } from './claim-words.ts';

/** What words, and two words in a row with a space between, say for a report (above nought) or against it, as logarithms of odds. */
const weightsSchema = z.strictObject({ start: z.number(), weights: z.record(z.string(), z.number()) });

/** Fitted on labelled clauses (research/claim-weights.ts). */
export type ClaimWeights = z.infer<typeof weightsSchema>;

/** How much likelier than not the words of a clause report a failure, as a logarithm. */
export type OddsOfReport = (words: readonly Word[]) => number;

/** Stands before the first word and behind the last. */
export const EDGE = '|';

/** What is said by a word alone, and by it and the word after it. */
interface Weighty {
  alone: number;
  before: Map<string, number>;
}

export function weighWith({ start, weights }: ClaimWeights): OddsOfReport {
  const known = new Map<string, Weighty>();
  for (const [sign, weight] of Object.entries(weights)) {
    const [first = '', second] = sign.split(' ');
    const weighty = known.get(first) ?? { alone: 0, before: new Map() };
    known.set(first, weighty);
    if (second === undefined) weighty.alone = weight;
    else weighty.before.set(second, weight);
  }
  return (words) => {
    let odds = start;
    let last = known.get(EDGE);
    for (const { weighed } of words) {
      const own = known.get(weighed);
      odds += (own?.alone ?? 0) + (last?.before.get(weighed) ?? 0);
      last = own;
    }
    return odds + (last?.before.get(EDGE) ?? 0);
  };
}

const shipped = onDemand(() => weighWith(readDataFile('lexicon/claim-weights.json', weightsSchema)));

export const oddsOfReport: OddsOfReport = (words) => shipped()(words);
