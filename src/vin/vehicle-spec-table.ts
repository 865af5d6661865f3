import { type ByteReader, readNumber } from './byte-reader.ts';

/** Attributes that NHTSA knows by make, vehicle type, model and year, if all key rows of a pattern are decoded. */
export interface SpecRow {
  element: number;
  attribute: number;
  /** Rank of the date among all rows, the newest highest. */
  newness: number;
}

export interface SpecPattern {
  keys: SpecRow[];
  /** Newest first. */
  rows: SpecRow[];
}

export interface SpecSchema {
  make: number;
  vehicleType: number;
  /** Empty: all years. */
  years: readonly number[];
  /** Read anew at each call: all of them together are large, and few are ever looked at. */
  patterns(): SpecPattern[];
}

export interface VehicleSpecs {
  forModel(model: number): readonly SpecSchema[];
}

const NONE: readonly SpecSchema[] = [];

export function openVehicleSpecs(heads: Uint8Array, patterns: Uint8Array): VehicleSpecs {
  let byModel: Map<number, SpecSchema[]> | undefined;
  return {
    forModel(model) {
      byModel ??= readHeads(heads, patterns);
      return byModel.get(model) ?? NONE;
    },
  };
}

function readHeads(heads: Uint8Array, patterns: Uint8Array): Map<number, SpecSchema[]> {
  const reader = { bytes: heads, at: 0 };
  const byModel = new Map<number, SpecSchema[]>();
  let start = 0;
  for (let rest = readNumber(reader); rest > 0; rest--) {
    const at = start;
    const make = readNumber(reader);
    const vehicleType = readNumber(reader);
    const models = readList(reader, readNumber);
    const schema: SpecSchema = {
      make,
      vehicleType,
      years: readList(reader, readNumber),
      patterns: () => readList({ bytes: patterns, at }, readPattern),
    };
    start += readNumber(reader);
    for (const model of models) {
      const list = byModel.get(model);
      if (list === undefined) byModel.set(model, [schema]);
      else list.push(schema);
    }
  }
  return byModel;
}

function readList<T>(reader: ByteReader, read: (reader: ByteReader) => T): T[] {
  return Array.from({ length: readNumber(reader) }, () => read(reader));
}

function readPattern(reader: ByteReader): SpecPattern {
  const pattern: SpecPattern = { keys: [], rows: [] };
  for (let rest = readNumber(reader); rest > 0; rest--) {
    const element = readNumber(reader);
    const row = {
      element: Math.floor(element / 2),
      attribute: readNumber(reader),
      newness: readNumber(reader),
    };
    (element % 2 === 1 ? pattern.keys : pattern.rows).push(row);
  }
  return pattern;
}
