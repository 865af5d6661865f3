import type { PreparedComplaint } from '../../prepare.ts';
import { lexicon } from '../lexicon.ts';
import type { Reading } from '../recognise.ts';
import type { LikenessModel } from './model.ts';
import { NOTHING, normalise, type Sparse, sparseOf, unitSparse } from './sparse.ts';
import { forEachTerm } from './terms.ts';

/** What is compared of two complaints. */
export interface Description {
  words: Sparse;
  lead: Sparse;
  meaning: Float32Array;
  leadMeaning: Float32Array;
  /** Square roots of how likely each failure mode is, the likeliest only. */
  modes: Sparse;
  reading: Sparse;
}

/** Owners lead with what failed. */
const LEAD_SENTENCES = 2;
const PAIR_WEIGHT = 0.7;
const MODES_KEPT = 8;
const HINT_WEIGHT = 0.5;
/** Of a failure too rare to be learned, the lexicon's reading speaks for the student as well. */
const UNLEARNED_WEIGHT = 1.35;

export type Describe = (one: PreparedComplaint, reading: Reading | undefined) => Description;

export function createDescriber(model: LikenessModel): Describe {
  const indexOf = new Map(model.terms.map((term, index) => [term, index]));
  const known = new Set(model.modes);
  const learned = lexicon().modes.map(({ id }) => known.has(id));
  return (one, reading) => {
    const full = countTerms(one.sentences, indexOf);
    const leading =
      one.sentences.length <= LEAD_SENTENCES ? full : countTerms(leadOf(one.sentences), indexOf);
    const meaning = meaningOf(model, full);
    return {
      words: weighed(model, full),
      lead: leading === full ? weighed(model, full) : weighed(model, leading),
      modes: likeliestModes(model, meaning),
      leadMeaning: unitOf(leading === full ? meaning : meaningOf(model, leading)),
      meaning: unitOf(meaning),
      reading: reading === undefined ? NOTHING : readingVector(reading, learned),
    };
  };
}

/** The first sentences that report anything. */
function leadOf(sentences: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return sentences.filter((words) => words.length > 2).slice(0, LEAD_SENTENCES);
}

export type TermCounts = ReadonlyMap<number, number>;

export function countTerms(
  sentences: readonly (readonly string[])[],
  indexOf: ReadonlyMap<string, number>,
): TermCounts {
  const counts = new Map<number, number>();
  forEachTerm(sentences, (term) => {
    const index = indexOf.get(term);
    if (index !== undefined) counts.set(index, (counts.get(index) ?? 0) + 1);
  });
  return counts;
}

function weighed(model: LikenessModel, counts: TermCounts): Sparse {
  const weights = new Map<number, number>();
  for (const [term, count] of counts) {
    weights.set(
      term,
      (1 + Math.log(count)) *
        (model.rarity[term] ?? 0) *
        (model.tellsComponent[term] ?? 0) *
        pairWeight(model, term),
    );
  }
  return unitSparse(weights);
}

/** What the student is shown: rarity alone, so that it learns by itself what marks a failure. */
export function studentInput(model: Pick<LikenessModel, 'rarity' | 'terms'>, counts: TermCounts): Sparse {
  const weights = new Map<number, number>();
  for (const [term, count] of counts)
    weights.set(term, (1 + Math.log(count)) * (model.rarity[term] ?? 0) * pairWeight(model, term));
  return unitSparse(weights);
}

function pairWeight(model: Pick<LikenessModel, 'terms'>, term: number): number {
  return model.terms[term]?.includes(' ') === true ? PAIR_WEIGHT : 1;
}

function meaningOf(model: LikenessModel, counts: TermCounts): Float32Array {
  const { hidden, first } = model;
  const sums = new Float32Array(model.bias);
  const { at, value } = studentInput(model, counts);
  for (let k = 0; k < at.length; k += 1) {
    const row = (at[k] ?? 0) * hidden;
    const weight = value[k] ?? 0;
    for (let index = 0; index < hidden; index += 1)
      sums[index] = (sums[index] ?? 0) + weight * (first[row + index] ?? 0);
  }
  for (let index = 0; index < hidden; index += 1) sums[index] = Math.tanh(sums[index] ?? 0);
  return sums;
}

function unitOf(values: Float32Array): Float32Array {
  const copy = new Float32Array(values);
  normalise(copy);
  return copy;
}

function likeliestModes(model: LikenessModel, meaning: Float32Array): Sparse {
  const { hidden, modeWeights, modeBias } = model;
  const shares = new Float32Array(model.modes.length);
  let total = 0;
  for (let mode = 0; mode < shares.length; mode += 1) {
    let score = modeBias[mode] ?? 0;
    const row = mode * hidden;
    for (let index = 0; index < hidden; index += 1)
      score += (meaning[index] ?? 0) * (modeWeights[row + index] ?? 0);
    const share = Math.exp(score);
    shares[mode] = share;
    total += share;
  }
  const kept = new Map<number, number>();
  for (let place = 0; place < MODES_KEPT && place < shares.length; place += 1) {
    let best = 0;
    for (let mode = 1; mode < shares.length; mode += 1)
      if ((shares[mode] ?? 0) > (shares[best] ?? 0)) best = mode;
    kept.set(best, Math.sqrt((shares[best] ?? 0) / total));
    shares[best] = -1;
  }
  return sparseOf(kept);
}

function readingVector({ reported, hinted }: Reading, learned: readonly boolean[]): Sparse {
  const weights = new Map<number, number>();
  for (const { mode } of hinted) weights.set(mode, HINT_WEIGHT);
  for (const { mode } of reported) weights.set(mode, 1);
  const vector = unitSparse(weights);
  vector.at.forEach((mode, index) => {
    if (learned[mode] === false) vector.value[index] = UNLEARNED_WEIGHT * (vector.value[index] ?? 0);
  });
  return vector;
}
