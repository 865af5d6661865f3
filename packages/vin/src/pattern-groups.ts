import { readVarint } from './container.ts';
import { type KeyTable, NEEDS_A_LOOK } from './key-table.ts';
import type { MatchKey } from './symbols.ts';

export type PatternGroups = ReturnType<typeof createPatternGroups>;

/** The starts of the groups, the patterns and the block of bytes of each schema, and the ends of the last ones. */
export interface SchemaRuns {
  groups: Uint32Array;
  patterns: Uint32Array;
  blocks: Uint32Array;
}

/**
 * Makes groups: all patterns of one schema with one key, so that the key is tested once. The block of a schema is read at
 * first need: one decode needs few of them.
 */
export function createPatternGroups(keys: KeyTable, runs: SchemaRuns, blocks: Uint8Array) {
  const groupCount = runs.groups.at(-1) ?? 0;
  const key = new Uint32Array(groupCount);
  /** Patterns of group g are patternStart[g] to patternStart[g + 1]. */
  const patternStart = new Uint32Array(groupCount + 1);
  const attribute = new Uint32Array(runs.patterns.at(-1) ?? 0);
  /** The literals of each group's key, side by side: tests go through memory in order. */
  const tests = new Int32Array(2 * groupCount);
  const isRead = new Uint8Array(runs.groups.length);
  return {
    keys,
    /** Groups lie schema by schema; those of schema s are schemaStart[s] to schemaStart[s + 1]. */
    schemaStart: runs.groups,
    key,
    patternStart,
    attribute,
    tests,
    /** Must be called before anything of the groups of a schema is read. */
    readSchema(schema: number): void {
      if (isRead[schema] === 1) return;
      isRead[schema] = 1;
      const reader = { bytes: blocks, at: runs.blocks[schema] ?? 0 };
      const end = runs.groups[schema + 1] ?? 0;
      let pattern = runs.patterns[schema] ?? 0;
      let of = 0;
      for (let group = runs.groups[schema] ?? 0; group < end; group++) {
        of += readVarint(reader);
        key[group] = of;
        patternStart[group] = pattern;
        for (let rest = readVarint(reader); rest > 0; rest--) attribute[pattern++] = readVarint(reader);
        keys.read(of);
        tests[2 * group] = keys.literals[2 * of] ?? 0;
        tests[2 * group + 1] = keys.literals[2 * of + 1] ?? 0;
      }
      patternStart[end] = pattern;
    },
  };
}

/** Tells whether the key of a group, whose schema has been read, accepts the match key. */
export function groupAccepts(groups: PatternGroups, group: number, matchKey: MatchKey): boolean {
  const { keys, tests } = groups;
  const mask = tests[2 * group] ?? 0;
  if ((mask & matchKey.packed) !== tests[2 * group + 1]) return false;
  return (
    ((mask & NEEDS_A_LOOK) === 0 && matchKey.isFull) || keys.acceptsRest(groups.key[group] ?? 0, matchKey)
  );
}
