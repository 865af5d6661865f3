import type { Dataset } from './dataset.ts';
import type { Item, ItemSource } from './items.ts';
import { symbolOf } from './symbols.ts';

const POSITIONS = [4, 5, 6, 7, 8, 11];
const FROM_KEYS: ReadonlySet<ItemSource> = new Set([
  'pattern',
  'engine model',
  'formula pattern',
  'make of model',
]);

/** Positions whose character no key of the decoded items names: the manufacturer's filing does not explain them. */
export function unusedPositions(dataset: Dataset, vin: string, items: readonly Item[]): number[] {
  const unused = POSITIONS.filter((position) => position <= vin.length);
  let lastKey = -1;
  for (const { key, source } of items) {
    if (key < 0 || key === lastKey || !FROM_KEYS.has(source)) continue;
    lastKey = key;
    for (let at = unused.length - 1; at >= 0; at--) {
      const position = unused[at] ?? 0;
      const symbol = symbolOf(vin.charCodeAt(position - 1));
      const word = dataset.keyNames(key, position - 4, symbol >>> 5);
      if (((word >>> (symbol & 31)) & 1) === 1) unused.splice(at, 1);
    }
    if (unused.length === 0) break;
  }
  return unused;
}
