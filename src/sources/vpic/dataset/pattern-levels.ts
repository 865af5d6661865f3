import type { KeyMask } from '../../../vin/key-mask.ts';

/**
 * Where several patterns of one element match a VIN with the same priority, the newest wins; ties fall to the
 * key and then the id. Instead of 400,000 distinct dates the dataset keeps a small level per pattern: of any two
 * patterns that can meet, the right one wins by higher level, then lower key, then earlier place.
 */
export interface LevelInput {
  count: number;
  element: Uint16Array;
  /** Place in the order of keys. */
  key: Uint32Array;
  mask(pattern: number): KeyMask;
  changedOn: Float64Array;
  id: Float64Array;
  /** Groups of patterns that compete at the same priority: one per WMI and first year. */
  groups: Iterable<Int32Array>;
  /** Patterns keep their dates' order exactly among these elements, because other steps compare dates too. */
  datedElements: readonly (readonly number[])[];
}

export function computeLevels(input: LevelInput): Uint8Array {
  const { element, key, changedOn, id } = input;
  const levels = new Uint16Array(input.count);
  const family = new Map<number, number>();
  for (const elements of input.datedElements) {
    for (const one of elements) family.set(one, elements[0] ?? one);
  }
  const dated = (pattern: number): boolean => family.has(element[pattern] ?? 0);
  const classOf = (pattern: number): number => family.get(element[pattern] ?? 0) ?? element[pattern] ?? 0;

  // The total order of NHTSA, worst first: date (an unknown one is best), key descending, id descending.
  const time = (pattern: number): number => {
    const at = changedOn[pattern] ?? Number.NaN;
    return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
  };
  const worstFirst = (a: number, b: number): number =>
    time(a) === time(b)
      ? (key[b] ?? 0) - (key[a] ?? 0) || (id[b] ?? 0) - (id[a] ?? 0)
      : time(a) < time(b)
        ? -1
        : 1;

  let changed = true;
  while (changed) {
    changed = false;
    for (const group of input.groups) {
      const byElement = new Map<number, number[]>();
      for (const pattern of group) {
        const list = byElement.get(classOf(pattern)) ?? [];
        list.push(pattern);
        byElement.set(classOf(pattern), list);
      }
      for (const list of byElement.values()) {
        if (list.length < 2) continue;
        list.sort(worstFirst);
        for (let better = 1; better < list.length; better++) {
          const winner = list[better] ?? 0;
          const winnerMask = input.mask(winner);
          for (let worse = 0; worse < better; worse++) {
            const loser = list[worse] ?? 0;
            const sameElement = element[winner] === element[loser];
            if (!sameElement && !dated(winner)) continue;
            const least = neededLevel(winner, loser);
            if ((levels[winner] ?? 0) >= least && !mustEqual(winner, loser)) continue;
            if (!masksMeet(winnerMask, input.mask(loser))) continue;
            if ((levels[winner] ?? 0) < least) {
              levels[winner] = least;
              changed = true;
            }
            if (mustEqual(winner, loser) && (levels[loser] ?? 0) < (levels[winner] ?? 0)) {
              levels[loser] = levels[winner] ?? 0;
              changed = true;
            }
          }
        }
      }
    }
  }
  const highest = levels.reduce((most, level) => Math.max(most, level), 0);
  if (highest > 255) throw new Error(`Pattern levels reach ${highest}; the dataset format allows 255.`);
  return Uint8Array.from(levels);

  function neededLevel(winner: number, loser: number): number {
    const under = levels[loser] ?? 0;
    if (dated(winner)) return time(winner) === time(loser) ? under : under + 1;
    const winsByPlace = key[winner] === key[loser] ? winner < loser : (key[winner] ?? 0) < (key[loser] ?? 0);
    return winsByPlace ? under : under + 1;
  }

  function mustEqual(winner: number, loser: number): boolean {
    return dated(winner) && time(winner) === time(loser) && levels[winner] !== levels[loser];
  }
}

/** Whether some VIN can match both masks. */
export function masksMeet(one: KeyMask, other: KeyMask): boolean {
  const words = 2 * Math.min(one.length, other.length);
  for (let at = 0; at < words; at += 2) {
    const low = (one.accepts[at] ?? 0) & (other.accepts[at] ?? 0);
    const high = (one.accepts[at + 1] ?? 0) & (other.accepts[at + 1] ?? 0);
    if (low === 0 && high === 0) return false;
  }
  return true;
}
