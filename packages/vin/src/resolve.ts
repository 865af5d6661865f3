import type { Dataset } from './dataset.ts';
import { ELEMENT, type Item } from './items.ts';

/** The attribute as NHTSA stores it: the text itself, or the id in a lookup table. */
export function attributeText(
  dataset: Dataset,
  { element, attribute }: Pick<Item, 'element' | 'attribute'>,
): string {
  if (typeof attribute === 'string') return attribute;
  if (element === ELEMENT.model) return dataset.modelName(attribute);
  return dataset.lookups[element] === undefined ? dataset.strings.at(attribute) : String(attribute);
}

/** The value in words. An id that its table lacks is shown bare, as the live service does. */
export function resolveValue(dataset: Dataset, { element, attribute, value }: Item): string {
  if (value !== undefined) return value;
  const names = dataset.lookups[element];
  if (typeof attribute === 'string') return names?.get(Number(attribute)) ?? attribute;
  if (element === ELEMENT.model) return dataset.modelName(attribute);
  return names === undefined ? dataset.strings.at(attribute) : (names.get(attribute) ?? String(attribute));
}
