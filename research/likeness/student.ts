import type { Sparse } from '../../src/issues/group/describe.ts';
import { randomFrom } from './random.ts';

/** The classes that a text should be recognised as, for each head, and their shares; empty where nothing is known. */
export interface Lesson {
  input: Sparse;
  modes: Sparse;
  components: Sparse;
}

export interface Student {
  hidden: number;
  first: Float32Array;
  bias: Float32Array;
  modeWeights: Float32Array;
  modeBias: Float32Array;
}

/** How often all lessons are gone through, and how far each goes at first; who knows something already learns with smaller steps. */
const ANEW = { epochs: 12, first: 0.0015 };
const FURTHER = { epochs: 8, first: 0.001 };
const SEED = 7;
const DROPOUT = 0.5;
const COMPONENT_WEIGHT = 0.5;
const [BETA1, BETA2, TINY] = [0.9, 0.999, 1e-8];

interface Adam {
  values: Float32Array;
  mean: Float32Array;
  square: Float32Array;
}

/** A small network taught the lexicon's readings and the components, so that it also knows wordings that the lexicon misses. */
export function teach(
  lessons: readonly Lesson[],
  size: { terms: number; modes: number; components: number; hidden: number },
  start?: Student,
): Student {
  const random = randomFrom(SEED);
  const { epochs, first: fastest } = start === undefined ? ANEW : FURTHER;
  const { hidden } = size;
  const layer = (count: number, spread: number): Adam => ({
    values: Float32Array.from({ length: count }, () => (random() * 2 - 1) * spread),
    mean: new Float32Array(count),
    square: new Float32Array(count),
  });
  const first = layer(size.terms * hidden, 0.3);
  const bias = layer(hidden, 0);
  const heads = {
    modes: { weights: layer(size.modes * hidden, 0.1), bias: layer(size.modes, 0), share: 1 },
    components: {
      weights: layer(size.components * hidden, 0.1),
      bias: layer(size.components, 0),
      share: COMPONENT_WEIGHT,
    },
  };
  if (start !== undefined) {
    first.values.set(start.first);
    bias.values.set(start.bias);
    heads.modes.weights.values.set(start.modeWeights);
    heads.modes.bias.values.set(start.modeBias);
  }
  const order = lessons.map((_, index) => index);
  const activation = new Float32Array(hidden);
  const gradient = new Float32Array(hidden);
  const kept = new Uint8Array(4096);
  let step = 0;
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    shuffle(order, random);
    const rate = fastest * (1 - epoch / epochs) + fastest * 0.05;
    for (const index of order) {
      const lesson = lessons[index];
      if (lesson === undefined || lesson.input.at.length === 0) continue;
      step += 1;
      const { at, value } = lesson.input;
      activation.set(bias.values);
      for (let k = 0; k < at.length; k += 1) {
        kept[k] = random() < DROPOUT ? 0 : 1;
        if (kept[k] === 0) continue;
        const row = (at[k] ?? 0) * hidden;
        const weight = (value[k] ?? 0) / (1 - DROPOUT);
        for (let i = 0; i < hidden; i += 1)
          activation[i] = (activation[i] ?? 0) + weight * (first.values[row + i] ?? 0);
      }
      for (let i = 0; i < hidden; i += 1) activation[i] = Math.tanh(activation[i] ?? 0);
      gradient.fill(0);
      const correct = correction(step);
      learnClasses(heads.modes, lesson.modes, activation, gradient, rate, correct);
      learnClasses(heads.components, lesson.components, activation, gradient, rate, correct);
      for (let i = 0; i < hidden; i += 1)
        gradient[i] = (gradient[i] ?? 0) * (1 - (activation[i] ?? 0) * (activation[i] ?? 0));
      for (let i = 0; i < hidden; i += 1) update(bias, i, gradient[i] ?? 0, rate, correct);
      for (let k = 0; k < at.length; k += 1) {
        if (kept[k] === 0) continue;
        const row = (at[k] ?? 0) * hidden;
        const weight = (value[k] ?? 0) / (1 - DROPOUT);
        for (let i = 0; i < hidden; i += 1)
          update(first, row + i, weight * (gradient[i] ?? 0), rate, correct);
      }
    }
  }
  return {
    hidden,
    first: first.values,
    bias: bias.values,
    modeWeights: heads.modes.weights.values,
    modeBias: heads.modes.bias.values,
  };
}

function correction(step: number): number {
  return Math.sqrt(1 - BETA2 ** Math.min(step, 5000)) / (1 - BETA1 ** Math.min(step, 5000));
}

function update(
  { values, mean, square }: Adam,
  at: number,
  slope: number,
  rate: number,
  correct: number,
): void {
  const m = BETA1 * (mean[at] ?? 0) + (1 - BETA1) * slope;
  const s = BETA2 * (square[at] ?? 0) + (1 - BETA2) * slope * slope;
  mean[at] = m;
  square[at] = s;
  values[at] = (values[at] ?? 0) - (rate * correct * m) / (Math.sqrt(s) + TINY);
}

function learnClasses(
  head: { weights: Adam; bias: Adam; share: number },
  wanted: Sparse,
  activation: Float32Array,
  gradient: Float32Array,
  rate: number,
  correct: number,
): void {
  if (wanted.at.length === 0) return;
  const hidden = activation.length;
  const count = head.bias.values.length;
  const scores = new Float32Array(count);
  let most = Number.NEGATIVE_INFINITY;
  for (let c = 0; c < count; c += 1) {
    let score = head.bias.values[c] ?? 0;
    for (let i = 0; i < hidden; i += 1)
      score += (activation[i] ?? 0) * (head.weights.values[c * hidden + i] ?? 0);
    scores[c] = score;
    most = Math.max(most, score);
  }
  let total = 0;
  for (let c = 0; c < count; c += 1) {
    scores[c] = Math.exp((scores[c] ?? 0) - most);
    total += scores[c] ?? 0;
  }
  for (let c = 0; c < count; c += 1) scores[c] = (scores[c] ?? 0) / total;
  for (let k = 0; k < wanted.at.length; k += 1) {
    const c = wanted.at[k] ?? 0;
    scores[c] = (scores[c] ?? 0) - (wanted.value[k] ?? 0);
  }
  for (let c = 0; c < count; c += 1) {
    const slope = head.share * (scores[c] ?? 0);
    if (Math.abs(slope) < 1e-4) continue;
    for (let i = 0; i < hidden; i += 1) {
      gradient[i] = (gradient[i] ?? 0) + slope * (head.weights.values[c * hidden + i] ?? 0);
      update(head.weights, c * hidden + i, slope * (activation[i] ?? 0), rate, correct);
    }
    update(head.bias, c, slope, rate, correct);
  }
}

function shuffle(order: number[], random: () => number): void {
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [order[index], order[other]] = [order[other] ?? 0, order[index] ?? 0];
  }
}
