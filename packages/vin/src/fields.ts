import type { Pass } from './core-decode.ts';
import { replaceAt } from './correction.ts';
import { type Dataset, resolveValue } from './dataset.ts';
import type { ElementListing } from './elements.ts';
import { additionalText, errorText } from './error-codes.ts';
import { ELEMENT, type FoundItem } from './items.ts';

/** Between the values of notes that have several rows, as the live service joins them. */
const SEPARATOR = ', ';
const UNKNOWN = '!';

/** @NOTE Scratch space shared by all calls: values by their place in the listing, and a bit for each that is there. */
const values: string[] = new Array(256).fill('');
const present = new Int32Array(8);

/** Puts items and findings into words, in the order in which NHTSA lists its elements. */
export function fieldsOf(
  dataset: Dataset,
  vin: string,
  descriptor: string,
  pass: Pass,
): Record<string, string> {
  gather(dataset, vin, descriptor, pass);
  const { codes } = dataset.listing;
  const fields: Record<string, string> = {};
  for (let word = 0; word < present.length; word++) {
    for (let rest = present[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const place = placeOfLast(word, rest);
      fields[codes[place] ?? ''] = values[place] ?? '';
    }
  }
  return fields;
}

/** A text that JSON writes unchanged. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Writes the same as the members of a JSON object, without making the object: that takes twice as long. */
export function fieldsTextOf(dataset: Dataset, vin: string, descriptor: string, pass: Pass): string {
  gather(dataset, vin, descriptor, pass);
  const { codes } = dataset.listing;
  let text = '';
  for (let word = 0; word < present.length; word++) {
    for (let rest = present[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const place = placeOfLast(word, rest);
      const value = values[place] ?? '';
      text += `${text === '' ? '' : ','}"${codes[place]}":${PLAIN.test(value) ? `"${value}"` : JSON.stringify(value)}`;
    }
  }
  return text;
}

function placeOfLast(word: number, bits: number): number {
  return word * 32 + 31 - Math.clz32(bits & -bits);
}

function gather(dataset: Dataset, vin: string, descriptor: string, pass: Pass): void {
  present.fill(0);
  const { errors, listing } = dataset;
  const { best, others } = pass.found;
  for (let at = 0; at < best.length; at++) addItem(dataset, best[at]);
  for (let at = 0; at < others.length; at++) addItem(dataset, others[at]);
  add(listing, ELEMENT.suggestedVin, suggestedVin(vin, pass));
  add(listing, ELEMENT.errorCode, errors.of(pass.codes).list);
  add(listing, ELEMENT.possibleValues, pass.correction.possibleValues);
  add(listing, ELEMENT.additionalErrorText, additionalText(errors, pass));
  add(listing, ELEMENT.errorText, errorText(errors, pass));
  add(listing, ELEMENT.vehicleDescriptor, descriptor);
}

/** Hides from the public what NHTSA has yet to check. */
export function isShown({ uncheckedSchemas }: Dataset, { schema }: FoundItem): boolean {
  return schema < 0 || uncheckedSchemas[schema] !== 1;
}

function addItem(dataset: Dataset, item: FoundItem | undefined): void {
  if (item !== undefined && isShown(dataset, item)) {
    add(dataset.listing, item.element, resolveValue(dataset, item));
  }
}

function add({ placeOf }: ElementListing, element: number, value: string): void {
  const place = (placeOf[element] ?? 0) - 1;
  if (place < 0 || value === '') return;
  const word = place >>> 5;
  const bit = 1 << (place & 31);
  if (((present[word] ?? 0) & bit) === 0) {
    present[word] = (present[word] ?? 0) | bit;
    values[place] = value;
    return;
  }
  const known = values[place] ?? '';
  // @NOTE Notes hold the separator themselves, so that what stands there already is recognised by its ends.
  if (!(SEPARATOR + known + SEPARATOR).includes(SEPARATOR + value + SEPARATOR)) {
    values[place] = known + SEPARATOR + value;
  }
}

/** Gives the proposed VIN, with the characters marked that no VIN has at their position. */
function suggestedVin(vin: string, { correction, invalidCharacters }: Pass): string {
  return invalidCharacters.reduce(
    (text, { position }) => replaceAt(text === '' ? vin : text, position, UNKNOWN),
    correction.suggestedVin,
  );
}
