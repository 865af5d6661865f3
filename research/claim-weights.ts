import { writeFileSync } from 'node:fs';
import { hasCue } from '../src/issues/text/claim-scopes.ts';
import { type ClaimWeights, EDGE, weighWith } from '../src/issues/text/claim-weights.ts';
import { wordsOfClause } from '../src/issues/text/claim-words.ts';
import { isReported } from '../src/issues/text/claims.ts';
import { describeScores, type LabelledClause, readLabelledClauses, scoreClauses } from './eval/clauses.ts';

/**
 * `node research/claim-weights.ts`: fits data/lexicon/claim-weights.json to the labelled clauses that are not kept for the
 * test, and says for each draw how it is judged by weights that were fitted on the other draws. Wants
 * FORECOURT_RECORDINGS. The same labels give the same file.
 */
const ROUNDS = 150;
const STEP = 0.4;
/** The pull of every weight towards nought. */
const SHRINK = 3;
/** What fewer clauses hold gets no weight. */
const LEAST_CLAUSES = 3;
const LEAST_WEIGHT = 0.05;
const BIAS = '';

interface Example {
  /** Each word and each pair of neighbours with a space between. */
  signs: string[];
  reported: boolean;
}

function exampleOf({ text, reported }: LabelledClause): Example | undefined {
  const words = wordsOfClause(text.toLowerCase());
  if (!hasCue(words)) return undefined;
  const texts = words.map(({ weighed }) => weighed);
  const pairs = [...texts, EDGE].map((second, at) => `${texts[at - 1] ?? EDGE} ${second}`);
  return { signs: [BIAS, ...texts, ...pairs], reported };
}

/** A logistic regression by gradients, each weight with a step of its own (Adagrad). */
function learn(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { signs } of examples) for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  const known = [...counts].filter(([, count]) => count >= LEAST_CLAUSES).map(([sign]) => sign);
  const weights = new Map(known.map((sign) => [sign, 0]));
  const travelled = new Map<string, number>();
  const oddsOf = (signs: readonly string[]) => signs.reduce((sum, sign) => sum + (weights.get(sign) ?? 0), 0);
  for (let round = 0; round < ROUNDS; round += 1) {
    const slopes = new Map(
      known.map((sign) => [sign, sign === BIAS ? 0 : SHRINK * (weights.get(sign) ?? 0)]),
    );
    for (const { signs, reported } of examples) {
      const error = 1 / (1 + Math.exp(-oddsOf(signs))) - Number(reported);
      for (const sign of signs) {
        const slope = slopes.get(sign);
        if (slope !== undefined) slopes.set(sign, slope + error);
      }
    }
    for (const [sign, slope] of slopes) {
      const length = (travelled.get(sign) ?? 1e-9) + slope * slope;
      travelled.set(sign, length);
      weights.set(sign, (weights.get(sign) ?? 0) - (STEP * slope) / Math.sqrt(length));
    }
  }
  return weights;
}

function weightsFor(clauses: readonly LabelledClause[]): ClaimWeights {
  const fitted = learn(clauses.map(exampleOf).filter((example) => example !== undefined));
  const kept = [...fitted]
    .filter(([sign, weight]) => sign !== BIAS && Math.abs(weight) >= LEAST_WEIGHT)
    .map(([sign, weight]) => [sign, rounded(weight)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return { start: rounded(fitted.get(BIAS) ?? 0), weights: Object.fromEntries(kept) };
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

const recordings = process.env.FORECOURT_RECORDINGS;
const { clauses, missing } =
  recordings === undefined ? { clauses: [], missing: new Set<number>() } : readLabelledClauses(recordings);
if (clauses.length === 0 || missing.size > 0) {
  const lacking = missing.size > 0 ? `: those of draws ${[...missing].join(', ')} are not all there` : '';
  console.error(`Set FORECOURT_RECORDINGS to the folder with the recorded complaints${lacking}.`);
  process.exitCode = 2;
} else {
  const open = clauses.filter(({ half }) => half === 'fit');
  for (const draw of new Set(open.map((clause) => clause.draw))) {
    const oddsOf = weighWith(weightsFor(open.filter((clause) => clause.draw !== draw)));
    const held = open.filter((clause) => clause.draw === draw);
    const rules = scoreClauses(held, (text) => isReported(text, () => 0));
    const both = scoreClauses(held, (text) => isReported(text, oddsOf));
    console.log(`${held.length} clauses of draw ${draw}`);
    console.log(`  rules alone: ${describeScores(rules)}\n  with words:  ${describeScores(both)}`);
  }
  const file = new URL('../data/lexicon/claim-weights.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(weightsFor(open), null, 1)}\n`);
}
