import type { Dataset } from './dataset.ts';
import { buildPatternIndex, type PatternIndex } from './pattern-index.ts';
import { type ValidCharacters, validCharactersOf } from './valid-characters.ts';
import type { Wmi } from './wmi-table.ts';

/** Indexes made at the first sight of a WMI and kept within a memory limit, the oldest given up first. */
export interface PatternIndexes {
  of(wmi: Wmi): PatternIndex;
  validCharacters(wmi: Wmi, year: number | null): ValidCharacters;
}

const LIMIT_BYTES = 40 * 1024 * 1024;

interface Kept {
  index: PatternIndex;
  valid: Map<number | null, ValidCharacters>;
  bytes: number;
}

export function createPatternIndexes(dataset: Dataset): PatternIndexes {
  const kept = new Map<string, Kept>();
  let total = 0;

  function entryOf(wmi: Wmi): Kept {
    const known = kept.get(wmi.code);
    if (known !== undefined) return known;
    const index = buildPatternIndex(dataset, wmi);
    const entry = { index, valid: new Map(), bytes: sizeOf(index) };
    total += entry.bytes;
    for (const [code, oldest] of kept) {
      if (total <= LIMIT_BYTES) break;
      kept.delete(code);
      total -= oldest.bytes;
    }
    kept.set(wmi.code, entry);
    return entry;
  }

  return {
    of: (wmi) => entryOf(wmi).index,
    validCharacters(wmi, year) {
      const { index, valid } = entryOf(wmi);
      const known = valid.get(year);
      if (known !== undefined) return known;
      const made = validCharactersOf(dataset, wmi, index, year);
      valid.set(year, made);
      return made;
    },
  };
}

function sizeOf(index: PatternIndex): number {
  const columns = [
    index.keys,
    index.keyLengths,
    index.rows,
    index.rowStart,
    index.wild,
    index.entryStart,
    index.entryOffset,
    index.entryLink,
  ];
  return columns.reduce((sum, column) => sum + column.byteLength, 1024);
}
