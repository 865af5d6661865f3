import type { Dataset } from './dataset.ts';
import { compileKey } from './key-mask.ts';
import { INDEXED_POSITIONS, type PatternIndex } from './pattern-index.ts';
import { SYMBOL_COUNT, UNDERSCORE, VIN_HIGH, VIN_LOW } from './symbols.ts';
import type { Wmi } from './wmi-table.ts';

/** For each of the first eleven positions of the match key the characters that some key names (two words each). */
export type ValidCharacters = Uint32Array;

/** What keys of this WMI and model year name, position by position. Without a year nothing is known. */
export function validCharactersOf(
  dataset: Dataset,
  wmi: Wmi,
  index: PatternIndex,
  year: number | null,
): ValidCharacters {
  const valid = new Uint32Array(2 * INDEXED_POSITIONS);
  if (year === null) return valid;
  const applies = (link: number): boolean =>
    year >= (wmi.firstYears[link] ?? 0) && year <= (wmi.lastYears[link] ?? 0);

  const { words, entryStart, entryLink, rows, rowStart, wild } = index;
  const active = new Uint32Array(words);
  for (let key = 0; key < index.keys.length; key++) {
    const end = entryStart[key + 1] ?? 0;
    for (let entry = entryStart[key] ?? 0; entry < end; entry++) {
      if (!applies(entryLink[entry] ?? 0)) continue;
      active[key >>> 5] = (active[key >>> 5] ?? 0) | (1 << (key & 31));
      break;
    }
  }
  for (let position = 0; position < INDEXED_POSITIONS; position++) {
    for (let symbol = 0; symbol <= UNDERSCORE; symbol++) {
      const named = ((symbol < 32 ? VIN_LOW : VIN_HIGH | 0x30) >>> (symbol & 31)) & 1;
      if (named === 0) continue;
      const row = rowStart[position * SYMBOL_COUNT + symbol] ?? 0;
      for (let word = 0; word < words; word++) {
        const keys = (rows[row + word] ?? 0) & ~(wild[position * words + word] ?? 0) & (active[word] ?? 0);
        if (keys === 0) continue;
        add(position, symbol);
        break;
      }
    }
  }
  for (const odd of index.oddNames) {
    if (((active[odd.key >>> 5] ?? 0) >>> (odd.key & 31)) & 1) add(odd.position, odd.symbol);
  }
  for (const { pattern, link } of index.formulas) {
    if (!applies(link)) continue;
    const { names } = compileKey(dataset.keyText(dataset.patternKey[pattern] ?? 0));
    for (let at = 0; at < Math.min(names.length, valid.length); at++)
      valid[at] = (valid[at] ?? 0) | (names[at] ?? 0);
  }
  return valid;

  function add(position: number, symbol: number): void {
    const at = 2 * position + (symbol >>> 5);
    valid[at] = (valid[at] ?? 0) | (1 << (symbol & 31));
  }
}
