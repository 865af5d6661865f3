import type { Dataset } from './dataset.ts';
import type { Item } from './items.ts';
import { NOT_APPLICABLE } from './resolve.ts';

const PRIORITY = 10;

/** What NHTSA assumes for a vehicle type where nothing was decoded, mostly "Not Applicable". */
export function defaultItems(dataset: Dataset, vehicleType: number, items: readonly Item[]): Item[] {
  const present = new Set(items.map((item) => item.element));
  return dataset
    .defaultsOf(vehicleType)
    .filter((row) => !present.has(row.element))
    .map((row) => ({
      element: row.element,
      attribute: row.value,
      value:
        row.value === '0' && dataset.elements[row.element]?.isLookupType === true
          ? NOT_APPLICABLE
          : undefined,
      source: 'default',
      priority: PRIORITY,
      key: -1,
      schema: -1,
      level: 0,
    }));
}
