import { z } from 'zod';
import { readDataFile } from '../../lib/data-file.ts';
import { onDemand } from '../../lib/on-demand.ts';
import type { Word } from './claim-words.ts';

/** What words, and two words in a row with a space between, say for a report (above nought) or against it, as logarithms of odds. */
const weightsSchema = z.strictObject({ start: z.number(), weights: z.record(z.string(), z.number()) });

/** Fitted on labelled clauses (scripts/claim-weights.ts). */
export type ClaimWeights = z.infer<typeof weightsSchema>;

/** How much likelier than not the words of a clause report a failure, as a logarithm. */
export type OddsOfReport = (words: readonly Word[]) => number;

/** Stands before the first word and behind the last. */
export const EDGE = '|';

export function weighWith({ start, weights }: ClaimWeights): OddsOfReport {
  const ofWord = new Map<string, number>();
  const ofPair = new Map<string, Map<string, number>>();
  for (const [sign, weight] of Object.entries(weights)) {
    const [first = '', second] = sign.split(' ');
    if (second === undefined) ofWord.set(first, weight);
    else ofPair.set(first, (ofPair.get(first) ?? new Map<string, number>()).set(second, weight));
  }
  return (words) => {
    let odds = start;
    let before = EDGE;
    for (const { weighed } of words) {
      odds += (ofWord.get(weighed) ?? 0) + (ofPair.get(before)?.get(weighed) ?? 0);
      before = weighed;
    }
    return odds + (ofPair.get(before)?.get(EDGE) ?? 0);
  };
}

const shipped = onDemand(() => weighWith(readDataFile('lexicon/claim-weights.json', weightsSchema)));

export const oddsOfReport: OddsOfReport = (words) => shipped()(words);
