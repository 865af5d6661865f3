import { type ByteReader, readVarint } from './container.ts';

/** An attribute that NHTSA knows by make, vehicle type, model and year, if all key rows of its pattern are decoded. */
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
  /** The years, or none for all years. */
  years: readonly number[];
  /** Read anew at each call: all of them together are large, and few are ever looked at. */
  patterns(): SpecPattern[];
}

export type VehicleSpecs = ReturnType<typeof openVehicleSpecs>;

const NONE: readonly SpecSchema[] = [];

export function openVehicleSpecs(heads: Uint8Array, patterns: Uint8Array) {
  let placesOfModels: Map<number, Place[]> | undefined;
  const known = new Map<number, readonly SpecSchema[]>();
  return {
    forModel(model: number): readonly SpecSchema[] {
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

/** The beginnings of the head of a schema and of its patterns. */
interface Place {
  head: number;
  patterns: number;
}

function readPlaces(heads: Uint8Array): Map<number, Place[]> {
  const reader = { bytes: heads, at: 0 };
  const byModel = new Map<number, Place[]>();
  let patterns = 0;
  for (let rest = readVarint(reader); rest > 0; rest--) {
    const place = { head: reader.at, patterns };
    for (let skipped = 0; skipped < 2; skipped++) readVarint(reader);
    for (let models = readVarint(reader); models > 0; models--) {
      const model = readVarint(reader);
      const list = byModel.get(model);
      if (list === undefined) byModel.set(model, [place]);
      else list.push(place);
    }
    for (let years = readVarint(reader); years > 0; years--) readVarint(reader);
    patterns += readVarint(reader);
  }
  return byModel;
}

function readSchema(heads: Uint8Array, patterns: Uint8Array, place: Place): SpecSchema {
  const reader = { bytes: heads, at: place.head };
  const make = readVarint(reader);
  const vehicleType = readVarint(reader);
  for (let models = readVarint(reader); models > 0; models--) readVarint(reader);
  return {
    make,
    vehicleType,
    years: readList(reader, readVarint),
    patterns: () => readList({ bytes: patterns, at: place.patterns }, readPattern),
  };
}

function readList<T>(reader: ByteReader, read: (reader: ByteReader) => T): T[] {
  return Array.from({ length: readVarint(reader) }, () => read(reader));
}

function readPattern(reader: ByteReader): SpecPattern {
  const pattern: SpecPattern = { keys: [], rows: [] };
  for (let rest = readVarint(reader); rest > 0; rest--) {
    const element = readVarint(reader);
    const row = {
      element: Math.floor(element / 2),
      attribute: readVarint(reader),
      newness: readVarint(reader),
    };
    (element % 2 === 1 ? pattern.keys : pattern.rows).push(row);
  }
  return pattern;
}
