import { type ByteReader, readNumber } from './container.ts';

/** Attributes that NHTSA knows by make, vehicle type, model and year, if all key rows of a pattern are decoded. */
export interface SpecRow {
  element: number;
  attribute: number;
  /** Rank of the date among all rows, the newest highest. */
  newness: number;
}

interface SpecPattern {
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
  let placesOfModels: Map<number, Place[]> | undefined;
  const known = new Map<number, readonly SpecSchema[]>();
  return {
    forModel(model) {
      let schemas = known.get(model);
      if (schemas === undefined) {
        placesOfModels ??= readPlaces(heads);
        schemas = placesOfModels.get(model)?.map((place) => readSchema(heads, patterns, place)) ?? NONE;
        known.set(model, schemas);
      }
      return schemas;
    },
  };
}

/** Where the head of a schema begins, and where its patterns do. */
interface Place {
  head: number;
  patterns: number;
}

function readPlaces(heads: Uint8Array): Map<number, Place[]> {
  const reader = { bytes: heads, at: 0 };
  const byModel = new Map<number, Place[]>();
  let patterns = 0;
  for (let rest = readNumber(reader); rest > 0; rest--) {
    const place = { head: reader.at, patterns };
    for (let skipped = 0; skipped < 2; skipped++) readNumber(reader);
    for (let models = readNumber(reader); models > 0; models--) {
      const model = readNumber(reader);
      const list = byModel.get(model);
      if (list === undefined) byModel.set(model, [place]);
      else list.push(place);
    }
    for (let years = readNumber(reader); years > 0; years--) readNumber(reader);
    patterns += readNumber(reader);
  }
  return byModel;
}

function readSchema(heads: Uint8Array, patterns: Uint8Array, place: Place): SpecSchema {
  const reader = { bytes: heads, at: place.head };
  const make = readNumber(reader);
  const vehicleType = readNumber(reader);
  for (let models = readNumber(reader); models > 0; models--) readNumber(reader);
  return {
    make,
    vehicleType,
    years: readList(reader, readNumber),
    patterns: () => readList({ bytes: patterns, at: place.patterns }, readPattern),
  };
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
