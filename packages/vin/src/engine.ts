import { type Dataset, resolveValue } from './dataset.ts';
import {
  ELEMENT,
  type ElementListing,
  type FoundItem,
  type FoundItems,
  type ItemSource,
} from './elements.ts';
import { additionalText, ERROR, errorText } from './error-codes.ts';
import { createPasses, type Pass } from './passes.ts';
import { replaceAt } from './schema-characters.ts';
import { createMatchKey, setMatchKey } from './symbols.ts';
import { descriptorOf, normaliseVin, wmiOf } from './vin-text.ts';

export interface DecodeOptions {
  /** Milliseconds since 1970, now where left out; they decide which model years are believable and which manufacturers are public. */
  nowMs?: number;
  /** The model year, if the caller knows it. */
  modelYear?: number;
  /** True to say for each field where it came from. */
  trace?: boolean;
}

export interface Decode {
  /** Trimmed and upper-cased. */
  vin: string;
  /** Element code of the live service -> value; unknown ones are left out. */
  fields: Record<string, string>;
  errorCodes: number[];
  trace?: Record<string, FieldTrace>;
}

export interface VinEngine {
  dataset: Dataset;
  /** Decodes any text: a full VIN, a partial one, `*` for what is unknown. Never throws: what is no text is an empty one. */
  decode(input: string, options?: DecodeOptions): Decode;
  /** Gives the fields of the same decode as the members of a JSON object, for callers that only write them down. */
  decodeToText(input: string, options?: Omit<DecodeOptions, 'trace'>): string;
}

const FULL_LENGTH = 17;
const DAY_MS = 86_400_000;

export function createVinEngine(dataset: Dataset): VinEngine {
  const bestPass = createPasses(dataset);
  const key = createMatchKey();

  function passOf(vin: string, descriptor: string, { nowMs = Date.now(), modelYear }: DecodeOptions): Pass {
    setMatchKey(key, vin);
    const attempt = { vin, key, wmi: dataset.wmis.find(wmiOf(vin)), today: Math.floor(nowMs / DAY_MS) };
    return bestPass(attempt, descriptor, modelYear, yearOf(nowMs));
  }

  return {
    dataset,
    decode(input, options = {}) {
      const vin = normaliseVin(input);
      if (vin.length > FULL_LENGTH) return refusalOf(dataset, vin);
      const descriptor = descriptorOf(vin);
      const pass = passOf(vin, descriptor, options);
      const decode: Decode = {
        vin,
        fields: fieldsOf(dataset, vin, descriptor, pass),
        errorCodes: [...dataset.errors.of(pass.codes).codes],
      };
      if (options.trace === true) decode.trace = traceOf(dataset, pass.found);
      return decode;
    },
    decodeToText(input, options = {}) {
      const vin = normaliseVin(input);
      if (vin.length > FULL_LENGTH) return JSON.stringify(refusalOf(dataset, vin).fields).slice(1, -1);
      const descriptor = descriptorOf(vin);
      return fieldsTextOf(dataset, vin, descriptor, passOf(vin, descriptor, options));
    },
  };
}

function yearOf(ms: number): number {
  return new Date(ms).getUTCFullYear();
}

/** Answers a text longer than a VIN: nothing is decoded. */
function refusalOf(dataset: Dataset, vin: string) {
  const { codes, list, texts } = dataset.errors.of(ERROR.invalidCharacters);
  return {
    vin,
    fields: {
      ErrorCode: list,
      ErrorText: texts[0]?.text ?? '',
      AdditionalErrorText: 'A VIN has at most 17 characters.',
      VehicleDescriptor: descriptorOf(vin),
    },
    errorCodes: [...codes],
  };
}

/** The row of NHTSA's data that produced a field. */
export interface FieldTrace {
  source: ItemSource;
  /** The schema introduced last wins: for patterns this is its first model year. */
  priority: number;
  schema?: string;
  key?: string;
}

function traceOf(dataset: Dataset, found: FoundItems): Record<string, FieldTrace> {
  const trace: Record<string, FieldTrace> = {};
  for (const item of [...found.best, ...found.others]) {
    const element = dataset.elements[item.element];
    if (element?.isPublic !== true || trace[element.code] !== undefined || !isShown(dataset, item)) continue;
    trace[element.code] = {
      source: item.source,
      priority: item.priority,
      ...(item.schema < 0 ? {} : { schema: dataset.schemaName(item.schema) }),
      ...(item.key < 0 ? {} : { key: dataset.groups.keys.text(item.key) }),
    };
  }
  return trace;
}

/** Between the values of notes that have several rows, as the live service joins them. */
const SEPARATOR = ', ';
const UNKNOWN = '!';

/** @NOTE Scratch space shared by all calls: values by their place in the listing, and a bit for each that is there. */
const values: string[] = new Array(256).fill('');
const present = new Int32Array(8);

/** Puts items and findings into words, in the order in which NHTSA lists its elements. */
function fieldsOf(dataset: Dataset, vin: string, descriptor: string, pass: Pass): Record<string, string> {
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
function fieldsTextOf(dataset: Dataset, vin: string, descriptor: string, pass: Pass): string {
  gather(dataset, vin, descriptor, pass);
  const { members } = dataset.listing;
  let text = '';
  for (let word = 0; word < present.length; word++) {
    for (let rest = present[word] ?? 0; rest !== 0; rest &= rest - 1) {
      const place = placeOfLast(word, rest);
      const value = values[place] ?? '';
      text += PLAIN.test(value) ? `${members[place]}"${value}"` : `${members[place]}${JSON.stringify(value)}`;
    }
  }
  return text.slice(1);
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
function isShown({ uncheckedSchemas }: Dataset, { schema }: FoundItem): boolean {
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
