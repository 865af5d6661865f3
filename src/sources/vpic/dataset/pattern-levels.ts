import type { Rivals } from './rivals.ts';

/**
 * Where several patterns of one element match a VIN with the same priority, the newest wins; ties fall to the
 * key and then the id. Instead of 400,000 distinct dates the dataset keeps a small level per pattern: of any two
 * patterns that can meet, the right one wins by higher level, then lower key, then earlier place.
 */
interface LevelInput {
  count: number;
  elementOf(pattern: number): number;
  /** Place in the order of keys. */
  keyOf(pattern: number): number;
  /** Whether some VIN can match both patterns. */
  meet(one: number, other: number): boolean;
  /** NaN where it is unknown. */
  changedOn(pattern: number): number;
  idOf(pattern: number): number;
  /** Each list is put in order, worst first. */
  rivals: Rivals;
  /** Patterns of these elements keep their dates' order exactly, because other steps compare dates too. */
  isDated(element: number): boolean;
}

const HIGHEST_LEVEL = 255;

export function computeLevels(input: LevelInput): Uint8Array {
  const { count, elementOf, keyOf, meet, idOf, rivals, isDated } = input;
  const levels = new Uint16Array(count);
  /** The turn in which the level of a pattern last rose: a list whose patterns have not risen since need not be seen again. */
  const roseIn = new Uint32Array(count);
  let turn = 0;

  // The total order of NHTSA, worst first: date (an unknown one is best), key descending, id descending.
  const time = (pattern: number): number => {
    const at = input.changedOn(pattern);
    return Number.isNaN(at) ? Number.POSITIVE_INFINITY : at;
  };
  const worstFirst = (a: number, b: number): number => {
    const [first, second] = [time(a), time(b)];
    if (first === second) return keyOf(b) - keyOf(a) || idOf(b) - idOf(a);
    return first < second ? -1 : 1;
  };

  for (let number = 0; number < rivals.count; number++) rivals.list(number).sort(worstFirst);
  /** The turn in which each list was seen last. */
  const seenIn = new Uint32Array(rivals.count);
  for (let changed = true; changed; ) {
    changed = false;
    for (let number = 0; number < rivals.count; number++) {
      const patterns = rivals.list(number);
      const seen = seenIn[number] ?? 0;
      if (seen > 0 && !patterns.some((pattern) => (roseIn[pattern] ?? 0) >= seen)) continue;
      seenIn[number] = ++turn;
      if (raise(patterns)) changed = true;
    }
  }
  const highest = levels.reduce((most, level) => Math.max(most, level), 0);
  if (highest > HIGHEST_LEVEL) {
    throw new Error(`Pattern levels reach ${highest}; the dataset format allows ${HIGHEST_LEVEL}.`);
  }
  return Uint8Array.from(levels);

  function raise(patterns: Int32Array): boolean {
    let changed = false;
    for (let better = 1; better < patterns.length; better++) {
      const winner = patterns[better] ?? 0;
      const element = elementOf(winner);
      const dated = isDated(element);
      for (let worse = 0; worse < better; worse++) {
        const loser = patterns[worse] ?? 0;
        if (!dated && elementOf(loser) !== element) continue;
        const least = neededLevel(winner, loser, dated);
        const mustEqual = dated && levels[winner] !== levels[loser] && time(winner) === time(loser);
        if ((levels[winner] ?? 0) >= least && !mustEqual) continue;
        if (!meet(winner, loser)) continue;
        changed = atLeast(winner, least) || changed;
        if (mustEqual) changed = atLeast(loser, levels[winner] ?? 0) || changed;
      }
    }
    return changed;
  }

  function neededLevel(winner: number, loser: number, dated: boolean): number {
    const under = levels[loser] ?? 0;
    if (dated) return time(winner) === time(loser) ? under : under + 1;
    const [key, other] = [keyOf(winner), keyOf(loser)];
    return (key === other ? winner < loser : key < other) ? under : under + 1;
  }

  function atLeast(pattern: number, level: number): boolean {
    if ((levels[pattern] ?? 0) >= level) return false;
    levels[pattern] = level;
    roseIn[pattern] = turn;
    return true;
  }
}
