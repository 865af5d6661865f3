import type { Dataset } from './dataset.ts';
import type { Item } from './items.ts';
import { resolveValue } from './resolve.ts';

/** Values of notes that have several rows, as the live service joins them. */
const SEPARATOR = ', ';

/** Puts the items into words, in the order in which NHTSA lists its elements. */
export function fieldsOf(
  dataset: Dataset,
  items: readonly Item[],
  verdict: Readonly<Record<number, string>>,
): Record<string, string> {
  const values: (string | undefined)[] = [];
  for (const item of items) {
    if (dataset.publicElements[item.element] !== 1) continue;
    const value = resolveValue(dataset, item);
    if (value === '') continue;
    const known = values[item.element];
    if (known === undefined) values[item.element] = value;
    else if (!known.split(SEPARATOR).includes(value)) values[item.element] = known + SEPARATOR + value;
  }
  const fields: Record<string, string> = {};
  for (const element of dataset.listing) {
    const value = values[element.id] ?? verdict[element.id] ?? '';
    if (value !== '') fields[element.code] = value;
  }
  return fields;
}
