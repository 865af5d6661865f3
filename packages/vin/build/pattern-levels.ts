import { isNote, isSetElsewhere } from '@forecourt/vin/dataset-format';
import { byNumber, type VpicTables } from './tables.ts';

interface RivalsInput {
  links: VpicTables['links'];
  /** Ids of schemas by place, with the starts of their patterns and the end of the last ones. */
  schemaIds: readonly number[];
  schemaStart: Uint32Array;
  elementOf(pattern: number): number;
  isFormula(pattern: number): boolean;
  /** The element that stands for all those whose patterns are compared with each other. */
  familyOf(element: number): number;
}

type Rivals = ReturnType<ReturnType<typeof createLists>['finish']>;

/**
 * Lists patterns that one manufacturer code reaches at one priority, by families of elements: those that can stand against each
 * other in one VIN. The priority of formulas is the same in all years.
 */
export function rivalsOf(input: RivalsInput): Rivals {
  const { links, schemaIds, schemaStart, elementOf, isFormula, familyOf } = input;
  const placeOf = new Map(schemaIds.map((id, place) => [id, place]));
  const lists = createLists();
  gather(
    (link) => `${link.wmi}/${link.from}`,
    (pattern) => !isFormula(pattern),
  );
  gather((link) => String(link.wmi), isFormula);
  return lists.finish();

  function gather(
    nameOf: (link: RivalsInput['links'][number]) => string,
    isMeant: (pattern: number) => boolean,
  ): void {
    const seen = new Set<string>();
    for (const linked of Map.groupBy(links, nameOf).values()) {
      const schemas = [...new Set(linked.map(({ schema }) => placeOf.get(schema) ?? 0))].sort(byNumber);
      const name = schemas.join();
      if (seen.has(name)) continue;
      seen.add(name);
      for (const [family, patterns] of byFamily(schemas, isMeant)) lists.add(family, patterns);
    }
  }

  function byFamily(
    schemas: readonly number[],
    isMeant: (pattern: number) => boolean,
  ): Map<number, number[]> {
    const families = new Map<number, number[]>();
    for (const schema of schemas) {
      const end = schemaStart[schema + 1] ?? 0;
      for (let pattern = schemaStart[schema] ?? 0; pattern < end; pattern++) {
        const element = elementOf(pattern);
        if (isSetElsewhere(element) || isNote(element) || !isMeant(pattern)) continue;
        const family = familyOf(element);
        const patterns = families.get(family);
        if (patterns === undefined) families.set(family, [pattern]);
        else patterns.push(pattern);
      }
    }
    return families;
  }
}

const FIRST_ROOM = 1 << 12;

/** Collects lists of patterns in one column: there are many short ones. A list may be sorted in place. */
function createLists() {
  let column = new Int32Array(FIRST_ROOM);
  const starts = [0];
  const families: number[] = [];
  return {
    add(family: number, patterns: readonly number[]): void {
      if (patterns.length < 2) return;
      const start = starts.at(-1) ?? 0;
      const end = start + patterns.length;
      if (end > column.length) {
        const larger = new Int32Array(Math.max(end, 2 * column.length));
        larger.set(column);
        column = larger;
      }
      column.set(patterns, start);
      starts.push(end);
      families.push(family);
    },
    finish: () => ({
      count: families.length,
      list: (number: number) => column.subarray(starts[number], starts[number + 1]),
      family: (number: number) => families[number] ?? 0,
    }),
  };
}

/**
 * Several patterns of one element may match a VIN with the same priority: the newest wins; ties fall to the
 * key and then the id. Instead of 400,000 distinct dates the dataset keeps a small level per pattern: of any two
 * patterns that can meet, the right one wins by higher level, then lower key, then earlier place.
 */
interface LevelInput {
  count: number;
  elementOf(pattern: number): number;
  /** Place in the order of keys. */
  keyOf(pattern: number): number;
  /** Tells whether some VIN can match both patterns. */
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

interface EngineTieInput {
  /** Lists of patterns that name the engine and compete at the same priority. */
  rivals: Iterable<Int32Array>;
  meet(one: number, other: number): boolean;
  changedOn(pattern: number): number;
  idOf(pattern: number): number;
}

/**
 * Lists ties: of several patterns of one date that name the engine, the one filed last says what the engine implies,
 * whatever is shown as its name. The dataset keeps its patterns in another order: those that it would get wrong are listed, with
 * their order of filing.
 */
export function engineTies({ rivals, meet, changedOn, idOf }: EngineTieInput): [number, number][] {
  const mistaken = new Set<number>();
  for (const patterns of rivals) {
    for (const sameDate of Map.groupBy(patterns, changedOn).values()) {
      for (const [at, later] of sameDate.entries()) {
        for (const earlier of sameDate.slice(0, at)) {
          const isInOrder = later > earlier === idOf(later) > idOf(earlier);
          if (isInOrder || !meet(later, earlier)) continue;
          mistaken.add(later).add(earlier);
        }
      }
    }
  }
  const order = [...mistaken].sort((a, b) => idOf(a) - idOf(b));
  return order.map((place, rank): [number, number] => [place, rank]).sort(([a], [b]) => a - b);
}
