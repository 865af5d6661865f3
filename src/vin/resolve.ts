import type { Dataset } from './dataset.ts';
import { ELEMENT, type Item } from './items.ts';

const NOT_APPLICABLE = 'Not Applicable';

/** The attribute as NHTSA stores it: the text itself, or the id in a lookup table. */
export function attributeText(dataset: Dataset, item: Item): string {
  if (typeof item.attribute === 'string') return item.attribute;
  if (item.element === ELEMENT.model) return dataset.modelName(item.attribute);
  return lookupOf(dataset, item.element) === undefined
    ? dataset.strings.at(item.attribute)
    : String(item.attribute);
}

/** The value in words. An id that its table lacks is shown bare, as the live service does. */
export function resolveValue(dataset: Dataset, item: Item): string {
  if (item.value !== undefined) return item.value;
  if (item.element === ELEMENT.model && typeof item.attribute === 'number')
    return dataset.modelName(item.attribute);
  const text = attributeText(dataset, item);
  return lookupOf(dataset, item.element)?.[text] ?? text;
}

function lookupOf(dataset: Dataset, element: number): Record<string, string> | undefined {
  const lookup = dataset.elements[element]?.lookup ?? null;
  return lookup === null ? undefined : dataset.header.lookups[lookup];
}

export { NOT_APPLICABLE };
