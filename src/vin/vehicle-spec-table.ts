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
  models: number[];
  /** Empty: all years. */
  years: number[];
  patterns: SpecPattern[];
}

export interface VehicleSpecs {
  forModel(model: number): readonly SpecSchema[];
}

const NONE: readonly SpecSchema[] = [];

export function openVehicleSpecs(bytes: Uint8Array): VehicleSpecs {
  let byModel: Map<number, SpecSchema[]> | undefined;
  return {
    forModel(model) {
      byModel ??= readAll(bytes);
      return byModel.get(model) ?? NONE;
    },
  };
}

function readAll(bytes: Uint8Array): Map<number, SpecSchema[]> {
  const reader = { bytes, at: 0 };
  const byModel = new Map<number, SpecSchema[]>();
  for (let rest = readNumber(reader); rest > 0; rest--) {
    const schema: SpecSchema = {
      make: readNumber(reader),
      vehicleType: readNumber(reader),
      models: readList(reader, readNumber),
      years: readList(reader, readNumber),
      patterns: readList(reader, readPattern),
    };
    for (const model of schema.models) {
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
