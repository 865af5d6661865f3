import { type Description, dotDense, type Sparse } from '../../src/issues/group/describe.ts';
import type { PairWeights } from '../../src/issues/group/likeness-model.ts';

/** The labelled complaints of one car: what is compared of each, and the failures it reports. */
export interface LabelledDescriptions {
  name: string;
  items: { described: Description; modes: ReadonlySet<string> }[];
}

const NAMES = ['words', 'lead', 'meaning', 'leadMeaning', 'modes', 'reading', 'components'] as const;
/** With fewer cars that have component codes, those without have a say as well. */
const LEAST_CODED = 8;
const ROUNDS = 400;
const RATE = 0.5;
const SHRINK = 0.0005;

/**
 * Logistic regression over all pairs of labelled complaints within a car, every car weighing the same; no weight below
 * nought. A recording without component codes would teach that to be filed under one code means little, so that it has
 * no say where enough others have.
 */
export function fitPairWeights(labelled: readonly LabelledDescriptions[]): PairWeights {
  const coded = labelled.filter(({ items }) => hasCodes(items));
  const cars = coded.length < LEAST_CODED ? labelled : coded;
  const rows: { x: number[]; same: number; weight: number }[] = [];
  for (const { items } of cars) {
    const pairs: { x: number[]; same: number }[] = [];
    items.forEach((a, index) => {
      for (const b of items.slice(index + 1)) {
        const found = likenesses(a.described, b.described);
        const same = [...a.modes].some((mode) => b.modes.has(mode)) ? 1 : 0;
        pairs.push({ x: NAMES.map((name) => found[name]), same });
      }
    });
    for (const pair of pairs) rows.push({ ...pair, weight: 1 / pairs.length / cars.length });
  }
  const weights = NAMES.map(() => 1);
  let constant = -2;
  const velocity = [...NAMES.map(() => 0), 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    const slopes = weights.map((weight) => SHRINK * weight);
    let slope = 0;
    for (const { x, same, weight } of rows) {
      let odds = constant;
      for (let k = 0; k < x.length; k += 1) odds += (weights[k] ?? 0) * (x[k] ?? 0);
      const miss = weight * (1 / (1 + Math.exp(-odds)) - same);
      slope += miss;
      for (let k = 0; k < x.length; k += 1) slopes[k] = (slopes[k] ?? 0) + miss * (x[k] ?? 0);
    }
    [...slopes, slope].forEach((value, k) => {
      velocity[k] = 0.95 * (velocity[k] ?? 0) - RATE * value;
    });
    for (let k = 0; k < weights.length; k += 1)
      weights[k] = Math.max(0, (weights[k] ?? 0) + (velocity[k] ?? 0));
    constant += velocity.at(-1) ?? 0;
  }
  const [words, lead, meaning, leadMeaning, modes, reading, components] = weights.map(
    (weight) => Math.round(weight * 1000) / 1000,
  );
  return {
    constant: Math.round(constant * 1000) / 1000,
    words: words ?? 0,
    lead: lead ?? 0,
    meaning: meaning ?? 0,
    leadMeaning: leadMeaning ?? 0,
    modes: modes ?? 0,
    reading: reading ?? 0,
    components: components ?? 0,
  };
}

function hasCodes(items: LabelledDescriptions['items']): boolean {
  return 2 * items.filter(({ described }) => described.components.at.length > 0).length > items.length;
}

/** The likenesses of two complaints, in the order of the weights. */
function likenesses(a: Description, b: Description): Record<Exclude<keyof PairWeights, 'constant'>, number> {
  return {
    words: dotSparse(a.words, b.words),
    lead: dotSparse(a.lead, b.lead),
    meaning: dotDense(a.meaning, b.meaning),
    leadMeaning: dotDense(a.leadMeaning, b.leadMeaning),
    modes: dotSparse(a.modes, b.modes),
    reading: dotSparse(a.reading, b.reading),
    components: dotSparse(a.components, b.components),
  };
}

function dotSparse(a: Sparse, b: Sparse): number {
  let sum = 0;
  let i = 0;
  let j = 0;
  while (i < a.at.length && j < b.at.length) {
    const left = a.at[i] ?? 0;
    const right = b.at[j] ?? 0;
    if (left === right) {
      sum += (a.value[i] ?? 0) * (b.value[j] ?? 0);
      i += 1;
      j += 1;
    } else if (left < right) i += 1;
    else j += 1;
  }
  return sum;
}
