import { indexOfMode, lexicon } from '../lexicon/lexicon.ts';
import type { Reading } from '../lexicon/recognise.ts';
import type { PreparedComplaint } from '../read/prepare.ts';
import { forEachKnownTerm, indexTerms, type TermIndex } from '../text/terms.ts';
import type { LikenessModel } from './likeness-model.ts';

/** Everything of a complaint that is compared with another one. */
export interface Description {
  words: Sparse;
  lead: Sparse;
  meaning: Float32Array;
  leadMeaning: Float32Array;
  /** Square roots of how likely each failure mode is, the likeliest only. */
  modes: Sparse;
  reading: Sparse;
  /** Under which components it was filed. */
  components: Sparse;
}

/** Owners lead with what failed. */
const LEAD_SENTENCES = 2;
const PAIR_WEIGHT = 0.7;
const MODES_KEPT = 8;
const HINT_WEIGHT = 0.5;
/** Two failures that are part of one are alike. */
const KIN_WEIGHT = 0.5;
/** The lexicon's reading speaks for the student as well where a failure is too rare to be learned. */
const UNLEARNED_WEIGHT = 1.35;

export type Describe = (one: PreparedComplaint, reading: Reading | undefined) => Description;

export function createDescriber(model: LikenessModel): Describe {
  const index = indexTerms(model.terms);
  const known = new Set(model.modes);
  const learned = lexicon().modes.map(({ id }) => known.has(id));
  // The last two are no failures of the lexicon, but share in how likely each is.
  const named = model.modes.findLastIndex((id) => indexOfMode().has(id)) + 1;
  const shown = studentWeights(model);
  const signals = shown.map((weight, term) => weight * (model.componentSignal[term] ?? 0));
  return (one, reading) => {
    const full = countTerms(one.compared, index);
    const leading = one.compared.length <= LEAD_SENTENCES ? full : countTerms(leadOf(one.compared), index);
    const meaning = meaningOf(model, weighed(full, shown));
    const words = weighed(full, signals);
    return {
      words,
      lead: leading === full ? words : weighed(leading, signals),
      modes: likeliestModes(model, meaning, named),
      leadMeaning: unitOf(leading === full ? meaning : meaningOf(model, weighed(leading, shown))),
      meaning: unitOf(meaning),
      reading: reading === undefined ? NOTHING : readingVector(reading, learned),
      components: componentVector(one.complaint.components),
    };
  };
}

/** The first sentences that report anything. */
function leadOf(sentences: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return sentences.filter((words) => words.length > 2).slice(0, LEAD_SENTENCES);
}

/** Counts each known term. */
export function countTerms(sentences: readonly (readonly string[])[], index: TermIndex): Sparse {
  const found: number[] = [];
  forEachKnownTerm(sentences, index, (term) => found.push(term));
  return countOf(new Int32Array(found).sort());
}

/** The input of the student: rarity alone, so that it learns by itself what marks a failure. */
export function studentWeights({ rarity, terms }: Pick<LikenessModel, 'rarity' | 'terms'>): Float64Array {
  return Float64Array.from(terms, (term, at) => (rarity[at] ?? 0) * (term.includes(' ') ? PAIR_WEIGHT : 1));
}

export function weighed({ at, value }: Sparse, weights: Float64Array): Sparse {
  const weighty = value.map((count, index) => (1 + Math.log(count)) * (weights[at[index] ?? 0] ?? 0));
  normalise(weighty);
  return { at, value: weighty };
}

function meaningOf(model: LikenessModel, { at, value }: Sparse): Float32Array {
  const { hidden, first } = model;
  const sums = new Float32Array(model.bias);
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

function likeliestModes(model: LikenessModel, meaning: Float32Array, named: number): Sparse {
  const { hidden, modeWeights, modeBias } = model;
  const shares = new Float32Array(model.modes.length);
  let total = 0;
  for (let mode = 0; mode < shares.length; mode += 1) {
    const score = dotWithin(modeWeights, mode * hidden, meaning, 0, hidden);
    const share = Math.exp(score + (modeBias[mode] ?? 0));
    shares[mode] = share;
    total += share;
  }
  const at = new Int32Array(likeliest(shares.subarray(0, named))).sort();
  return { at, value: Float32Array.from(at, (mode) => Math.sqrt((shares[mode] ?? 0) / total)) };
}

/** The places of the greatest shares; of equal ones the earlier. */
function likeliest(shares: Float32Array): number[] {
  const best: number[] = [];
  for (let mode = 0; mode < shares.length; mode += 1) {
    const share = shares[mode] ?? 0;
    if (best.length === MODES_KEPT && share <= (shares[best.at(-1) ?? 0] ?? 0)) continue;
    let place = best.length;
    while (place > 0 && (shares[best[place - 1] ?? 0] ?? 0) < share) place -= 1;
    best.splice(place, 0, mode);
    best.length = Math.min(best.length, MODES_KEPT);
  }
  return best;
}

function readingVector({ reported, hinted }: Reading, learned: readonly boolean[]): Sparse {
  const weights = new Map<number, number>();
  const { modes } = lexicon();
  for (const { mode } of hinted) weights.set(mode, HINT_WEIGHT);
  for (const { mode } of reported) weights.set(mode, 1);
  for (const { mode } of reported) {
    const general = indexOfMode().get(modes[mode]?.partOf ?? '');
    if (general !== undefined) weights.set(general, Math.max(weights.get(general) ?? 0, KIN_WEIGHT));
  }
  const vector = unitSparse(weights);
  vector.at.forEach((mode, index) => {
    if (learned[mode] === false) vector.value[index] = UNLEARNED_WEIGHT * (vector.value[index] ?? 0);
  });
  return vector;
}

/** NHTSA's names are many and change: each is known by a number made of its letters. */
const COMPONENT_NUMBERS = 1 << 16;
const SAYS_NOTHING = /^UNKNOWN|^OTHER/i;

function componentVector(names: readonly string[]): Sparse {
  const numbers = new Map<number, number>();
  for (const name of names) if (!SAYS_NOTHING.test(name)) numbers.set(numberOf(name), 1);
  return unitSparse(numbers);
}

function numberOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 16)) & (COMPONENT_NUMBERS - 1);
}

export function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** A vector of which most entries are nought: positions and values, positions rising. */
export interface Sparse {
  at: Int32Array;
  value: Float32Array;
}

const NOTHING: Sparse = { at: new Int32Array(0), value: new Float32Array(0) };

export function sparseOf(weights: ReadonlyMap<number, number>): Sparse {
  const at = Int32Array.from(weights.keys()).sort();
  return { at, value: Float32Array.from(at, (position) => weights.get(position) ?? 0) };
}

/** Counts each position in a rising list of them. */
function countOf(positions: Int32Array): Sparse {
  const at = new Int32Array(positions.length);
  const value = new Float32Array(positions.length);
  let size = 0;
  for (const position of positions) {
    if (size === 0 || at[size - 1] !== position) {
      at[size] = position;
      size += 1;
    }
    value[size - 1] = (value[size - 1] ?? 0) + 1;
  }
  return { at: at.subarray(0, size), value: value.subarray(0, size) };
}

function unitSparse(weights: ReadonlyMap<number, number>): Sparse {
  const made = sparseOf(weights);
  normalise(made.value);
  return made;
}

function normalise(values: Float32Array): void {
  let squares = 0;
  for (let index = 0; index < values.length; index += 1) squares += (values[index] ?? 0) ** 2;
  if (squares === 0) return;
  const length = Math.sqrt(squares);
  for (let index = 0; index < values.length; index += 1) values[index] = (values[index] ?? 0) / length;
}

export function dotDense(a: Float32Array, b: Float32Array): number {
  return dotWithin(a, 0, b, 0, a.length);
}

/** Multiplies pieces of `width` numbers; four sums side by side are twice as fast as one. */
function dotWithin(a: Float32Array, fromA: number, b: Float32Array, fromB: number, width: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  const even = width - (width % 4);
  for (let k = 0; k < even; k += 4) {
    s0 += (a[fromA + k] ?? 0) * (b[fromB + k] ?? 0);
    s1 += (a[fromA + k + 1] ?? 0) * (b[fromB + k + 1] ?? 0);
    s2 += (a[fromA + k + 2] ?? 0) * (b[fromB + k + 2] ?? 0);
    s3 += (a[fromA + k + 3] ?? 0) * (b[fromB + k + 3] ?? 0);
  }
  for (let k = even; k < width; k += 1) s0 += (a[fromA + k] ?? 0) * (b[fromB + k] ?? 0);
  return s0 + s1 + s2 + s3;
}
