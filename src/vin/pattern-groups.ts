import type { Column } from './byte-reader.ts';
import { type KeyTable, NEEDS_A_LOOK } from './key-table.ts';
import type { MatchKey } from './match-key.ts';

/** All patterns of one schema with one key make a group, so that the key is tested once. */
export interface PatternGroups {
  keys: KeyTable;
  /** Groups lie schema by schema; those of schema s are schemaStart[s] to schemaStart[s + 1]. */
  schemaStart: Uint32Array;
  key: Column;
  /** Patterns of group g are patternStart[g] to patternStart[g + 1]. */
  patternStart: Uint32Array;
  /** To be called before the groups of a schema are tested. */
  readSchema(schema: number): void;
  /** The literals of each group's key, side by side: tests go through memory in order. */
  tests: Int32Array;
}

export function createPatternGroups(
  keys: KeyTable,
  columns: Pick<PatternGroups, 'schemaStart' | 'key' | 'patternStart'>,
): PatternGroups {
  const { key, schemaStart } = columns;
  const tests = new Int32Array(2 * key.length);
  const isRead = new Uint8Array(schemaStart.length);
  return {
    keys,
    ...columns,
    tests,
    readSchema(schema) {
      if (isRead[schema] === 1) return;
      isRead[schema] = 1;
      const end = schemaStart[schema + 1] ?? 0;
      for (let group = schemaStart[schema] ?? 0; group < end; group++) {
        const of = key[group] ?? 0;
        keys.read(of);
        tests[2 * group] = keys.literals[2 * of] ?? 0;
        tests[2 * group + 1] = keys.literals[2 * of + 1] ?? 0;
      }
    },
  };
}

/** Whether the key of a group, whose schema has been read, accepts the match key. */
export function groupAccepts(groups: PatternGroups, group: number, matchKey: MatchKey): boolean {
  const { keys, tests } = groups;
  const mask = tests[2 * group] ?? 0;
  if ((mask & matchKey.packed) !== tests[2 * group + 1]) return false;
  return (
    ((mask & NEEDS_A_LOOK) === 0 && matchKey.isFull) || keys.acceptsRest(groups.key[group] ?? 0, matchKey)
  );
}
