import type { Pass } from './core-decode.ts';
import type { Dataset } from './dataset.ts';
import { ERROR } from './error-codes.ts';
import { fieldsOf, fieldsTextOf, isShown } from './fields.ts';
import type { FoundItems, ItemSource } from './items.ts';
import { createPasses } from './passes.ts';
import { createMatchKey, setMatchKey } from './symbols.ts';
import { descriptorOf, normaliseVin, wmiOf } from './vin-text.ts';

export interface DecodeOptions {
  /** Milliseconds since 1970; they decide which model years are believable and which manufacturers are public. */
  nowMs: number;
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
  /** Decodes any text: a full VIN, a partial one, `*` for what is unknown. Never throws. */
  decode(input: string, options: DecodeOptions): Decode;
  /** Gives the fields of the same decode as the members of a JSON object, for callers that only write them down. */
  decodeToText(input: string, options: Omit<DecodeOptions, 'trace'>): string;
}

const FULL_LENGTH = 17;
const DAY_MS = 86_400_000;

export function createVinEngine(dataset: Dataset): VinEngine {
  const bestPass = createPasses(dataset);
  const key = createMatchKey();

  function passOf(vin: string, descriptor: string, { nowMs, modelYear }: DecodeOptions): Pass {
    setMatchKey(key, vin);
    const attempt = { vin, key, wmi: dataset.wmis.find(wmiOf(vin)), today: Math.floor(nowMs / DAY_MS) };
    return bestPass(attempt, descriptor, modelYear, yearOf(nowMs));
  }

  return {
    dataset,
    decode(input, options) {
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
    decodeToText(input, options) {
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
