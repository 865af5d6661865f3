import type { DatasetHeader, ElementInfo } from './container.ts';
import type { FoundItems } from './found-items.ts';
import type { Item } from './items.ts';

const PRIORITY = 10;
const NOT_APPLICABLE = 'Not Applicable';

/** What NHTSA assumes for a vehicle type where nothing was decoded, mostly "Not Applicable". */
export function addDefaults(defaults: readonly Item[], found: FoundItems): void {
  for (const item of defaults) {
    if (found.of(item.element) === undefined) found.add(item);
  }
}

/** The items of each vehicle type, made once. */
export function makeDefaults(
  header: DatasetHeader,
  elements: readonly (ElementInfo | undefined)[],
): Map<number, Item[]> {
  const items = new Map<number, Item[]>();
  for (const { vehicleType, element, value } of header.defaults) {
    const isNotApplicable = value === '0' && elements[element]?.isLookupType === true;
    const list = items.get(vehicleType) ?? [];
    list.push({
      element,
      attribute: value,
      value: isNotApplicable ? NOT_APPLICABLE : undefined,
      source: 'default',
      priority: PRIORITY,
      key: -1,
      schema: -1,
      level: 0,
    });
    items.set(vehicleType, list);
  }
  return items;
}
