import { dotWithin, probability } from './describe.ts';
import { groupSigned } from './louvain.ts';
import type { Vectors } from './vectors.ts';

/** A pair at least this likely to report one failure draws together; one less likely pushes apart. */
const NEUTRAL = 0.31;
/** Who had no say in the groups, or found no partner, joins the one it is most like; who is cited is weighed later. */
const LEAST_TO_JOIN = 0.08;

interface Member {
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
  vectors: Vectors,
  voices: readonly number[],
  joining: readonly number[],
  constant: number,
): LikenessGroups {
  const groupOf = groupSigned(pairEdges(vectors, voices, constant), voices.length);
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
    for (let group = 0; group < odds.length; group += 1) odds[group] = (odds[group] ?? 0) + constant;
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

/** For each two voices how far they draw together or push apart. */
function pairEdges(vectors: Vectors, voices: readonly number[], constant: number): Float32Array {
  const { dense, width, starts, at, value } = vectors;
  const count = voices.length;
  const odds = new Float32Array(count * count);
  const flat = new Float32Array(count * width);
  const earlier = createHolders();
  voices.forEach((voice, index) => {
    earlier.addProducts(vectors, voice, odds.subarray(index * count, (index + 1) * count));
    const end = starts[voice + 1] ?? 0;
    for (let k = starts[voice] ?? 0; k < end; k += 1) earlier.add(at[k] ?? 0, index, value[k] ?? 0);
    flat.set(dense.subarray(voice * width, (voice + 1) * width), index * width);
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

/** The middles of all groups. */
interface Centres {
  sparse: Holders;
  dense: Float32Array;
}

function centresOf(vectors: Vectors, groups: readonly (readonly number[])[]): Centres {
  const { dense, width, starts, at, value } = vectors;
  const centres = { sparse: createHolders(), dense: new Float32Array(groups.length * width) };
  groups.forEach((list, group) => {
    const middle = new Map<number, number>();
    const row = centres.dense.subarray(group * width, (group + 1) * width);
    for (const member of list) {
      const end = starts[member + 1] ?? 0;
      for (let k = starts[member] ?? 0; k < end; k += 1) {
        const position = at[k] ?? 0;
        middle.set(position, (middle.get(position) ?? 0) + (value[k] ?? 0) / list.length);
      }
      for (let k = 0; k < width; k += 1)
        row[k] = (row[k] ?? 0) + (dense[member * width + k] ?? 0) / list.length;
    }
    for (const [position, mean] of middle) centres.sparse.add(position, group, mean);
  });
  return centres;
}

function likenessToAll(vectors: Vectors, one: number, centres: Centres, into: Float32Array): void {
  const { dense, width } = vectors;
  into.fill(0);
  centres.sparse.addProducts(vectors, one, into);
  for (let group = 0; group < into.length; group += 1)
    into[group] = (into[group] ?? 0) + dotWithin(dense, one * width, centres.dense, group * width, width);
}

function likenessToSelf({ dense, width, starts, value }: Vectors, one: number): number {
  let sum = 0;
  for (const own of value.subarray(starts[one], starts[one + 1])) sum += own * own;
  for (const own of dense.subarray(one * width, (one + 1) * width)) sum += own * own;
  return sum;
}

/** For each position of sparse vectors those that have anything there, and what: only with them there is a product. */
interface Holders {
  add(position: number, holder: number, value: number): void;
  /** Adds to each holder's place the product with the sparse vector of one complaint. */
  addProducts(vectors: Vectors, one: number, into: Float32Array): void;
}

function createHolders(): Holders {
  const lists = new Map<number, { holders: number[]; values: number[] }>();
  return {
    add(position, holder, value) {
      const list = lists.get(position);
      if (list === undefined) lists.set(position, { holders: [holder], values: [value] });
      else {
        list.holders.push(holder);
        list.values.push(value);
      }
    },
    addProducts({ starts, at, value }, one, into) {
      const end = starts[one + 1] ?? 0;
      for (let k = starts[one] ?? 0; k < end; k += 1) {
        const list = lists.get(at[k] ?? 0);
        if (list === undefined) continue;
        const { holders, values } = list;
        const own = value[k] ?? 0;
        for (let h = 0; h < holders.length; h += 1) {
          const holder = holders[h] ?? 0;
          into[holder] = (into[holder] ?? 0) + own * (values[h] ?? 0);
        }
      }
    },
  };
}
