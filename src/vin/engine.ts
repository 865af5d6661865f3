import type { Dataset } from './dataset.ts';
import { fieldsOf } from './fields.ts';
import { createMatchKey, setMatchKey } from './match-key.ts';
import { createPasses } from './passes.ts';
import { refusalOf } from './refusal.ts';
import { type FieldTrace, traceOf } from './trace.ts';
import { descriptorOf, normaliseVin, wmiOf } from './vin-text.ts';

export interface DecodeOptions {
  /** Milliseconds since 1970: which model years are believable and which manufacturers are public. */
  nowMs: number;
  /** The model year, where the caller knows it. */
  modelYear?: number;
  /** Whether to say for each field where it came from. */
  trace?: boolean;
}

export interface Decode {
  /** Trimmed and upper-cased. */
  vin: string;
  /** Element code of the live service -> value; what is unknown is left out. */
  fields: Record<string, string>;
  errorCodes: number[];
  /** Present when asked for. */
  trace?: Record<string, FieldTrace>;
}

export interface VinEngine {
  dataset: Dataset;
  /** Decodes any text: a full VIN, a partial one, `*` for what is unknown. Never throws. */
  decode(input: string, options: DecodeOptions): Decode;
}

const FULL_LENGTH = 17;
const DAY_MS = 86_400_000;

export function createVinEngine(dataset: Dataset): VinEngine {
  const bestPass = createPasses(dataset);
  const key = createMatchKey();
  return {
    dataset,
    decode(input, { nowMs, modelYear, trace }) {
      const vin = normaliseVin(input);
      if (vin.length > FULL_LENGTH) return refusalOf(dataset, vin);
      const descriptor = descriptorOf(vin);
      setMatchKey(key, vin);
      const attempt = { vin, key, wmi: dataset.wmis.find(wmiOf(vin)), today: Math.floor(nowMs / DAY_MS) };
      const pass = bestPass(attempt, descriptor, modelYear, yearOf(nowMs));
      const decode: Decode = {
        vin,
        fields: fieldsOf(dataset, vin, descriptor, pass),
        errorCodes: [...dataset.errors.of(pass.codes).codes],
      };
      if (trace === true) decode.trace = traceOf(dataset, pass.found);
      return decode;
    },
  };
}

function yearOf(ms: number): number {
  return new Date(ms).getUTCFullYear();
}
