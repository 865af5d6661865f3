import { readNumber } from './container.ts';
import { type KeyTable, NEEDS_A_LOOK } from './key-table.ts';
import type { MatchKey } from './symbols.ts';

/** All patterns of one schema with one key make a group, so that the key is tested once. */
export interface PatternGroups {
  keys: KeyTable;
  /** Groups lie schema by schema; those of schema s are schemaStart[s] to schemaStart[s + 1]. */
  schemaStart: Uint32Array;
  /** To be called before anything of the groups of a schema is read. */
  readSchema(schema: number): void;
  key: Uint32Array;
  /** Patterns of group g are patternStart[g] to patternStart[g + 1]. */
  patternStart: Uint32Array;
  /** By pattern, as it is coded. */
  attribute: Uint32Array;
  /** The literals of each group's key, side by side: tests go through memory in order. */
  tests: Int32Array;
}

/** Where the groups, the patterns and the block of bytes of each schema start, and the last ones end. */
export interface SchemaRuns {
  groups: Uint32Array;
  patterns: Uint32Array;
  blocks: Uint32Array;
}

/** Reads the block of a schema when it is first needed: one decode needs few of them. */
export function createPatternGroups(keys: KeyTable, runs: SchemaRuns, blocks: Uint8Array): PatternGroups {
  const groupCount = runs.groups.at(-1) ?? 0;
  const key = new Uint32Array(groupCount);
  const patternStart = new Uint32Array(groupCount + 1);
  const attribute = new Uint32Array(runs.patterns.at(-1) ?? 0);
  const tests = new Int32Array(2 * groupCount);
  const isRead = new Uint8Array(runs.groups.length);
  return {
    keys,
    schemaStart: runs.groups,
    key,
    patternStart,
    attribute,
    tests,
    readSchema(schema) {
      if (isRead[schema] === 1) return;
      isRead[schema] = 1;
      const reader = { bytes: blocks, at: runs.blocks[schema] ?? 0 };
      const end = runs.groups[schema + 1] ?? 0;
      let pattern = runs.patterns[schema] ?? 0;
      let of = 0;
      for (let group = runs.groups[schema] ?? 0; group < end; group++) {
        of += readNumber(reader);
        key[group] = of;
        patternStart[group] = pattern;
        for (let rest = readNumber(reader); rest > 0; rest--) attribute[pattern++] = readNumber(reader);
        keys.read(of);
        tests[2 * group] = keys.literals[2 * of] ?? 0;
        tests[2 * group + 1] = keys.literals[2 * of + 1] ?? 0;
      }
      patternStart[end] = pattern;
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
