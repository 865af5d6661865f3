import type { Pass } from './core-decode.ts';
import type { Dataset } from './dataset.ts';
import { ELEMENT, type Item } from './items.ts';
import { resolveValue } from './resolve.ts';

/** Values of notes that have several rows, as the live service joins them. */
const SEPARATOR = ', ';

/** @NOTE Scratch space shared by all calls, indexed by element. */
const values: string[] = new Array(256).fill('');

/** Puts items and verdict into words, in the order in which NHTSA lists its elements. */
export function fieldsOf(
  dataset: Dataset,
  items: readonly Item[],
  pass: Pass,
  descriptor: string,
): Record<string, string> {
  for (const item of items) {
    const value = resolveValue(dataset, item);
    const known = values[item.element] ?? '';
    if (known === '') values[item.element] = value;
    else if (value !== '' && !known.split(SEPARATOR).includes(value)) {
      values[item.element] = known + SEPARATOR + value;
    }
  }
  values[ELEMENT.suggestedVin] = pass.suggestedVin;
  values[ELEMENT.errorCode] = pass.verdict.codes.join(',');
  values[ELEMENT.possibleValues] = pass.possibleValues;
  values[ELEMENT.additionalErrorText] = pass.verdict.additionalText;
  values[ELEMENT.errorText] = pass.verdict.text;
  values[ELEMENT.vehicleDescriptor] = descriptor;

  const fields: Record<string, string> = {};
  for (const { id, code } of dataset.listing) {
    const value = values[id];
    if (value !== undefined && value !== '') fields[code] = value;
  }
  values.fill('');
  return fields;
}
