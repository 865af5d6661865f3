import { getOrInsert } from '../../lib/on-demand.ts';
import { type Description, dotDense, probability, type Sparse } from './describe.ts';
import type { LikenessModel } from './likeness-model.ts';

/** A pair at least this likely to report one failure draws together; one less likely pushes apart. */
const NEUTRAL = 0.36;
/** Whoever had no say in the groups, or found no partner, joins the one it is most like. */
const LEAST_TO_JOIN = 0.12;

/** Groups the founders by how likely each two report one failure; the others, and those left alone, join: places of complaints. */
export function groupByLikeness(
  vectors: readonly LikenessVector[],
  founders: readonly number[],
  joining: readonly number[],
  constant: number,
): number[][] {
  const founding = founders.flatMap((at) => vectors[at] ?? []);
  const groupOf = groupSigned(pairEdges(founding, constant), founders.length);
  const members = new Map<number, number[]>();
  founders.forEach((at, index) => {
    getOrInsert(members, groupOf[index] ?? 0, () => []).push(at);
  });
  const groups = [...members.values()].filter((list) => list.length >= 2);
  const alone = [...members.values()].filter((list) => list.length < 2).flat();
  const centres = centresOf(groups.map((list) => list.flatMap((at) => vectors[at] ?? [])));
  for (const at of [...joining, ...alone]) {
    const vector = vectors[at];
    if (vector === undefined) continue;
    const odds = new Float32Array(groups.length).fill(constant);
    addLikenesses(vector, centres, odds);
    const most = odds.reduce((best, value) => Math.max(best, value), Number.NEGATIVE_INFINITY);
    if (probability(most) >= LEAST_TO_JOIN) groups[odds.indexOf(most)]?.push(at);
  }
  return groups;
}

/** All likenesses of a complaint in one sparse and one dense vector, the weights of pairs folded in: a product gives the odds. */
export interface LikenessVector extends Sparse {
  dense: Float32Array;
}

/** Distance between the first positions of modes, of readings and of components, which follow those of terms. */
const ROOM_OF_MODES = 4096;

export function createVectorizer({ pair, terms }: LikenessModel): (one: Description) => LikenessVector {
  const modesFrom = 2 * terms.length;
  const pieces = [
    { of: 'words', from: 0 },
    { of: 'lead', from: terms.length },
    { of: 'modes', from: modesFrom },
    { of: 'reading', from: modesFrom + ROOM_OF_MODES },
    { of: 'components', from: modesFrom + 2 * ROOM_OF_MODES },
  ] as const;
  const roots = pieces.map(({ of }) => Math.sqrt(pair[of]));
  const [meaning, leadMeaning] = [Math.sqrt(pair.meaning), Math.sqrt(pair.leadMeaning)];
  return (one) => {
    const size = pieces.reduce((sum, { of }) => sum + one[of].at.length, 0);
    const [at, value] = [new Int32Array(size), new Float32Array(size)];
    let filled = 0;
    for (const [piece, { of, from }] of pieces.entries()) {
      const [root, part] = [roots[piece] ?? 0, one[of]];
      for (let index = 0; index < part.at.length; index += 1, filled += 1) {
        at[filled] = from + (part.at[index] ?? 0);
        value[filled] = root * (part.value[index] ?? 0);
      }
    }
    const dense = new Float32Array(one.meaning.length + one.leadMeaning.length);
    dense.set(one.meaning.map((number) => meaning * number));
    dense.set(
      one.leadMeaning.map((number) => leadMeaning * number),
      one.meaning.length,
    );
    return { at, value, dense };
  };
}

/** For each two founders how far they draw together or push apart. */
function pairEdges(founders: readonly LikenessVector[], constant: number): Float32Array {
  const count = founders.length;
  const odds = new Float32Array(count * count);
  const earlier = createHolders();
  founders.forEach((one, i) => {
    const row = odds.subarray(i * count, (i + 1) * count);
    earlier.addProducts(one, row);
    for (let k = 0; k < one.at.length; k += 1) earlier.add(one.at[k] ?? 0, i, one.value[k] ?? 0);
    for (let j = 0; j < i; j += 1) {
      const sum = (row[j] ?? 0) + dotDense(one.dense, founders[j]?.dense ?? NOWHERE);
      const edge = probability(sum + constant) - NEUTRAL;
      row[j] = edge;
      odds[j * count + i] = edge;
    }
  });
  return odds;
}

const NOWHERE = new Float32Array(0);

/** The middles of all groups. */
interface Centres {
  sparse: Holders;
  dense: Float32Array[];
}

function centresOf(groups: readonly (readonly LikenessVector[])[]): Centres {
  const sparse = createHolders();
  const dense = groups.map((list, group) => {
    const middle = new Map<number, number>();
    const sums = new Float32Array(list[0]?.dense.length ?? 0);
    for (const member of list) {
      for (let k = 0; k < member.at.length; k += 1) {
        const position = member.at[k] ?? 0;
        middle.set(position, (middle.get(position) ?? 0) + (member.value[k] ?? 0) / list.length);
      }
      for (let k = 0; k < sums.length; k += 1)
        sums[k] = (sums[k] ?? 0) + (member.dense[k] ?? 0) / list.length;
    }
    for (const [position, mean] of middle) sparse.add(position, group, mean);
    return sums;
  });
  return { sparse, dense };
}

function addLikenesses(one: LikenessVector, { sparse, dense }: Centres, odds: Float32Array): void {
  sparse.addProducts(one, odds);
  dense.forEach((centre, group) => {
    odds[group] = (odds[group] ?? 0) + dotDense(one.dense, centre);
  });
}

type Holders = ReturnType<typeof createHolders>;

/** For each position of sparse vectors those that have anything there, and how much: only with them there is a product. */
function createHolders() {
  const lists = new Map<number, { holders: number[]; values: number[] }>();
  return {
    add(position: number, holder: number, value: number): void {
      const { holders, values } = getOrInsert(lists, position, () => ({ holders: [], values: [] }));
      holders.push(holder);
      values.push(value);
    },
    /** Adds to each holder's place its product with another vector. */
    addProducts({ at, value }: Sparse, into: Float32Array): void {
      for (let k = 0; k < at.length; k += 1) {
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

/**
 * Groups the points of a graph whose edges may be negative: each point moves to the group with which its edges sum
 * highest, as long as anything gains; then the groups move like points. Points go in their order and move only for a
 * gain, so that equal input gives equal groups.
 * @param edges symmetric, `count` x `count`; the diagonal is not read.
 * @returns for each point the number of its group.
 */
function groupSigned(edges: Float32Array, count: number): Int32Array {
  let groups: Int32Array = Int32Array.from({ length: count }, (_, index) => index);
  let weights = edges;
  let size = count;
  for (let level = 0; level < MOST_LEVELS; level += 1) {
    const moved = moveAll(weights, size);
    const numbers = renumber(moved);
    groups = groups.map((group) => numbers.of[moved[group] ?? 0] ?? 0);
    if (numbers.count === size) break;
    weights = merged(weights, size, moved, numbers);
    size = numbers.count;
  }
  return groups;
}

const MOST_LEVELS = 12;
const MOST_ROUNDS = 30;
const LEAST_GAIN = 1e-6;

function moveAll(weights: Float32Array, size: number): Int32Array {
  const group = Int32Array.from({ length: size }, (_, index) => index);
  const sums = new Float64Array(size);
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    let moves = 0;
    for (let point = 0; point < size; point += 1) {
      sums.fill(0);
      const row = point * size;
      for (let other = 0; other < size; other += 1) {
        if (other !== point) {
          const of = group[other] ?? 0;
          sums[of] = (sums[of] ?? 0) + (weights[row + other] ?? 0);
        }
      }
      const own = group[point] ?? 0;
      let best = own;
      let most = (sums[own] ?? 0) + LEAST_GAIN;
      for (let candidate = 0; candidate < size; candidate += 1) {
        if ((sums[candidate] ?? 0) > most) {
          most = sums[candidate] ?? 0;
          best = candidate;
        }
      }
      // Better alone than in a group that it is unlike.
      if (most < -LEAST_GAIN && best === own) best = emptyGroup(group, size) ?? own;
      if (best !== own) {
        group[point] = best;
        moves += 1;
      }
    }
    if (moves === 0) break;
  }
  return group;
}

function emptyGroup(group: Int32Array, size: number): number | undefined {
  const used = new Uint8Array(size);
  for (const of of group) used[of] = 1;
  const free = used.indexOf(0);
  return free === -1 ? undefined : free;
}

function renumber(group: Int32Array): { of: Int32Array; count: number } {
  const of = new Int32Array(group.length).fill(-1);
  let count = 0;
  for (const old of group) {
    if (of[old] === -1) {
      of[old] = count;
      count += 1;
    }
  }
  return { of, count };
}

function merged(
  weights: Float32Array,
  size: number,
  group: Int32Array,
  numbers: { of: Int32Array; count: number },
): Float32Array {
  const sums = new Float32Array(numbers.count * numbers.count);
  for (let a = 0; a < size; a += 1) {
    const row = (numbers.of[group[a] ?? 0] ?? 0) * numbers.count;
    for (let b = 0; b < size; b += 1) {
      if (a === b) continue;
      const cell = row + (numbers.of[group[b] ?? 0] ?? 0);
      sums[cell] = (sums[cell] ?? 0) + (weights[a * size + b] ?? 0);
    }
  }
  return sums;
}
