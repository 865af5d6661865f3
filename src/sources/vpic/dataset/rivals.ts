import { isNote, isSetElsewhere } from '@forecourt/vin/dataset-format';
import { byNumber } from './cell-text.ts';
import type { VpicTables } from './tables.ts';

interface RivalsInput {
  links: VpicTables['links'];
  /** Ids of schemas, by their place, and where their patterns start, and the last ones end. */
  schemaIds: readonly number[];
  schemaStart: Uint32Array;
  /** By pattern. */
  elementOf(pattern: number): number;
  isFormula(pattern: number): boolean;
  /** The element that stands for all those whose patterns are compared with each other. */
  familyOf(element: number): number;
}

/** Lists of patterns, all in one column: there are many short ones. */
export interface Rivals {
  count: number;
  /** A list may be put in another order. */
  list(number: number): Int32Array;
  /** The family whose patterns the list holds. */
  family(number: number): number;
}

/**
 * Patterns that one manufacturer code reaches at one priority, by families of elements: those that can stand against each
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

function createLists(): { add(family: number, patterns: readonly number[]): void; finish(): Rivals } {
  let column = new Int32Array(FIRST_ROOM);
  const starts = [0];
  const families: number[] = [];
  return {
    add(family, patterns) {
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
      list: (number) => column.subarray(starts[number], starts[number + 1]),
      family: (number) => families[number] ?? 0,
    }),
  };
}
