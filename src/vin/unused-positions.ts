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
  const keys = new Set<number>();
  for (const item of items) if (item.key >= 0 && FROM_KEYS.has(item.source)) keys.add(item.key);
  return POSITIONS.filter((position) => {
    if (position > vin.length) return false;
    const symbol = symbolOf(vin.charCodeAt(position - 1));
    const word = 2 * (position - 4) + (symbol >>> 5);
    for (const key of keys) {
      if ((((dataset.keyMask(key).names[word] ?? 0) >>> (symbol & 31)) & 1) === 1) return false;
    }
    return true;
  });
}
