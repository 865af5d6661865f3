import type { Description } from './describe.ts';
import { groupSigned } from './louvain.ts';
import type { LikenessModel, PairWeights } from './model.ts';
import { probability } from './odds.ts';
import { dotDense, dotWithin, type Sparse } from './sparse.ts';

/** A pair at least this likely to report one failure draws together; one less likely pushes apart. */
const NEUTRAL = 0.31;
/** Who had no say in the groups, or found no partner, joins the one it is most like; who is cited is weighed later. */
const LEAST_TO_JOIN = 0.08;

export interface Member {
  at: number;
  /** How likely it reports what the others of its group report, 0 to 1. */
  strength: number;
}

export interface LikenessGroups {
  groups: Member[][];
  /** The logarithm of the odds that a complaint reports what each group does; a founder is not compared with itself. */
  oddsOf(at: number): Float32Array;
}

/** Groups those with a voice by how likely each two report one failure; the others, and those left alone, join. */
export function groupByLikeness(
  descriptions: readonly Description[],
  voices: readonly number[],
  joining: readonly number[],
  model: LikenessModel,
): LikenessGroups {
  const vectors = createVectors(descriptions, model);
  const count = voices.length;
  const groupOf = groupSigned(pairEdges(vectors, voices, model.pair.constant), count);
  const members = new Map<number, number[]>();
  voices.forEach((at, index) => {
    const group = groupOf[index] ?? 0;
    const list = members.get(group);
    if (list === undefined) members.set(group, [at]);
    else list.push(at);
  });
  const founded = [...members.values()].filter((list) => list.length >= 2);
  const alone = [...members.values()].filter((list) => list.length < 2).flat();
  const centres = centresOf(vectors, founded);
  const founderOf = new Map(founded.flatMap((list, group) => list.map((at) => [at, group] as const)));
  const known = new Map<number, Float32Array>();
  const oddsOf = (at: number): Float32Array => {
    const before = known.get(at);
    if (before !== undefined) return before;
    const odds = new Float32Array(founded.length);
    likenessToAll(vectors, at, centres, odds);
    const own = founderOf.get(at);
    if (own !== undefined) {
      const size = founded[own]?.length ?? 0;
      odds[own] = ((odds[own] ?? 0) * size - likenessToSelf(vectors, at)) / (size - 1);
    }
    for (let group = 0; group < odds.length; group += 1)
      odds[group] = (odds[group] ?? 0) + model.pair.constant;
    known.set(at, odds);
    return odds;
  };
  const strengthOf = (odds: number) => Math.round(100 * probability(odds)) / 100;
  const groups: Member[][] = founded.map((list, group) =>
    list.map((at) => ({ at, strength: strengthOf(oddsOf(at)[group] ?? 0) })),
  );
  for (const at of [...joining, ...alone]) {
    const odds = oddsOf(at);
    const most = odds.reduce((best, value) => Math.max(best, value), Number.NEGATIVE_INFINITY);
    if (probability(most) >= LEAST_TO_JOIN)
      groups[odds.indexOf(most)]?.push({ at, strength: strengthOf(most) });
  }
  return { groups, oddsOf };
}

/** All likenesses of a complaint in one sparse and one dense vector, the weights of pairs folded in: a product gives the odds. */
interface Vectors {
  sparse: Sparse[];
  dense: Float32Array[];
  width: number;
}

function createVectors(descriptions: readonly Description[], model: LikenessModel): Vectors {
  const { pair, hidden } = model;
  const terms = model.terms.length;
  return {
    width: 2 * hidden,
    sparse: descriptions.map((one) =>
      concatenated([
        { of: one.words, weight: pair.words, from: 0 },
        { of: one.lead, weight: pair.lead, from: terms },
        { of: one.modes, weight: pair.modes, from: 2 * terms },
        { of: one.reading, weight: pair.reading, from: 2 * terms + 4096 },
        { of: one.components, weight: pair.components, from: 2 * terms + 8192 },
      ]),
    ),
    dense: descriptions.map((one) => foldDense(one, pair, hidden)),
  };
}

function foldDense(one: Description, pair: PairWeights, hidden: number): Float32Array {
  const folded = new Float32Array(2 * hidden);
  const [full, lead] = [Math.sqrt(pair.meaning), Math.sqrt(pair.leadMeaning)];
  for (let index = 0; index < hidden; index += 1) {
    folded[index] = full * (one.meaning[index] ?? 0);
    folded[hidden + index] = lead * (one.leadMeaning[index] ?? 0);
  }
  return folded;
}

function concatenated(parts: readonly { of: Sparse; weight: number; from: number }[]): Sparse {
  const size = parts.reduce((sum, { of }) => sum + of.at.length, 0);
  const at = new Int32Array(size);
  const value = new Float32Array(size);
  let next = 0;
  for (const { of, weight, from } of parts) {
    const root = Math.sqrt(weight);
    for (let index = 0; index < of.at.length; index += 1) {
      at[next] = from + (of.at[index] ?? 0);
      value[next] = root * (of.value[index] ?? 0);
      next += 1;
    }
  }
  return { at, value };
}

/** For each two voices how far they draw together or push apart. */
function pairEdges(
  { sparse, dense, width }: Vectors,
  voices: readonly number[],
  constant: number,
): Float32Array {
  const count = voices.length;
  const odds = new Float32Array(count * count);
  const holders = new Map<number, { indexes: number[]; values: number[] }>();
  voices.forEach((voice, index) => {
    const vector = sparse[voice];
    if (vector === undefined) return;
    const row = odds.subarray(index * count, (index + 1) * count);
    for (let k = 0; k < vector.at.length; k += 1) {
      const position = vector.at[k] ?? 0;
      const value = vector.value[k] ?? 0;
      const list = holders.get(position);
      if (list === undefined) {
        holders.set(position, { indexes: [index], values: [value] });
        continue;
      }
      const { indexes, values } = list;
      for (let h = 0; h < indexes.length; h += 1) {
        const other = indexes[h] ?? 0;
        row[other] = (row[other] ?? 0) + value * (values[h] ?? 0);
      }
      indexes.push(index);
      values.push(value);
    }
  });
  const flat = new Float32Array(count * width);
  voices.forEach((voice, index) => {
    flat.set(dense[voice] ?? [], index * width);
  });
  for (let i = 0; i < count; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const sum = (odds[i * count + j] ?? 0) + dotWithin(flat, i * width, flat, j * width, width);
      const edge = probability(sum + constant) - NEUTRAL;
      odds[i * count + j] = edge;
      odds[j * count + i] = edge;
    }
  }
  return odds;
}

/** The middles of all groups at once: for each position of the sparse part what every group has there. */
interface Centres {
  sparse: Map<number, Float32Array>;
  dense: Float32Array[];
}

function centresOf({ sparse, dense, width }: Vectors, groups: readonly (readonly number[])[]): Centres {
  const rows = new Map<number, Float32Array>();
  const middles = groups.map((list, group) => {
    const middle = new Float32Array(width);
    for (const at of list) {
      const vector = sparse[at];
      const own = dense[at];
      if (vector === undefined || own === undefined) continue;
      for (let k = 0; k < vector.at.length; k += 1) {
        const position = vector.at[k] ?? 0;
        let row = rows.get(position);
        if (row === undefined) {
          row = new Float32Array(groups.length);
          rows.set(position, row);
        }
        row[group] = (row[group] ?? 0) + (vector.value[k] ?? 0) / list.length;
      }
      for (let k = 0; k < width; k += 1) middle[k] = (middle[k] ?? 0) + (own[k] ?? 0) / list.length;
    }
    return middle;
  });
  return { sparse: rows, dense: middles };
}

function likenessToAll({ sparse, dense }: Vectors, at: number, centres: Centres, into: Float32Array): void {
  into.fill(0);
  const vector = sparse[at];
  const own = dense[at];
  if (vector === undefined || own === undefined) return;
  for (let k = 0; k < vector.at.length; k += 1) {
    const row = centres.sparse.get(vector.at[k] ?? 0);
    if (row === undefined) continue;
    const value = vector.value[k] ?? 0;
    for (let group = 0; group < row.length; group += 1)
      into[group] = (into[group] ?? 0) + value * (row[group] ?? 0);
  }
  centres.dense.forEach((middle, group) => {
    into[group] = (into[group] ?? 0) + dotDense(own, middle);
  });
}

function likenessToSelf({ sparse, dense }: Vectors, at: number): number {
  let sum = 0;
  for (const value of sparse[at]?.value ?? []) sum += value * value;
  for (const value of dense[at] ?? []) sum += value * value;
  return sum;
}
