import type { Provenance } from '../provenance.ts';

/** A flat decode: element code of vPIC -> value. Empty, absent and "Not Applicable" all mean that nothing is known. */
export type RawFields = Readonly<Record<string, string>>;

/** The engine with its data, as this service needs it. */
export interface EmbeddedDecoder {
  /** A whole VIN, or a part of one. */
  decode(vin: string, nowMs: number): RawFields;
  /** Name and version of the data. */
  dataset: string;
  /** Date of NHTSA's newest row, ISO. */
  date: string;
  /** Whether it knows all that NHTSA has published, and not a part. */
  isWhole: boolean;
}

/** The live service, through the cache. */
export interface LiveDecoder {
  /**
   * By the descriptor: what of a VIN says which build it is, without check digit and serial number. `patienceMs` bounds the
   * wait; what arrives later is cached for the next call.
   */
  decode(
    descriptor: string,
    options: { patienceMs: number; signal?: AbortSignal },
  ): Promise<{
    fields: RawFields;
    provenance: Provenance;
  }>;
}
