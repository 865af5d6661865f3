/**
 * Groups the points of a graph whose edges may be negative: each point moves to the group with which its edges sum
 * highest, as long as anything gains; then the groups move like points. Points go in their order and move only for a
 * gain, so that equal input gives equal groups.
 * @param edges symmetric, `count` x `count`; the diagonal is not read.
 * @returns for each point the number of its group.
 */
export function groupSigned(edges: Float32Array, count: number): Int32Array {
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
