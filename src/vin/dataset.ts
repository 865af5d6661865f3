import { readNumber, readNumbers } from './byte-reader.ts';
import { type DatasetHeader, type ElementInfo, openContainer } from './container.ts';
import { listElements } from './element-order.ts';
import { compileKey, type KeyMask } from './key-mask.ts';
import { openStringArena, type StringArena } from './string-arena.ts';
import { openVehicleSpecs, type VehicleSpecs } from './vehicle-spec-table.ts';
import { openWmis, type WmiTable } from './wmi-table.ts';

/** NHTSA's tables as flat columns, opened from one file. Everything derived is made when first needed. */
export interface Dataset {
  header: DatasetHeader;
  /** By id. */
  elements: readonly (ElementInfo | undefined)[];
  /** 1 for the ids of elements that public decodes show. */
  publicElements: Uint8Array;
  /** Public elements in the order in which NHTSA lists them. */
  listing: readonly ElementInfo[];
  defaultsOf(vehicleType: number): readonly { element: number; value: string }[];
  isCheckDigitException(vin: string): boolean;
  strings: StringArena;
  wmis: WmiTable;
  /** Patterns lie schema by schema; those of schema s are schemaStart[s] to schemaStart[s + 1]. */
  schemaStart: Uint32Array;
  patternKey: Uint32Array;
  patternElement: Uint8Array;
  patternAttribute: Uint32Array;
  patternLevel: Uint8Array;
  keyCount: number;
  keyText(key: number): string;
  keyMask(key: number): KeyMask;
  schemaName(schema: number): string;
  /** Awaiting a check by NHTSA: its patterns are not shown to the public. */
  isSchemaUnchecked(schema: number): boolean;
  modelName(model: number): string;
  /** Undefined where the model belongs to no make. */
  modelMake(model: number): string | undefined;
  specs: VehicleSpecs;
}

export function openDataset(file: Uint8Array): Dataset {
  const { header, section } = openContainer(file);
  const { counts } = header;
  const strings = openStringArena(
    section('string-bytes'),
    readNumbers(section('string-lengths'), counts.strings),
  );

  const schemaColumn = readNumbers(section('schemas'), 2 * counts.schemas);
  const schemaStart = new Uint32Array(counts.schemas + 1);
  for (let schema = 0; schema < counts.schemas; schema++) {
    schemaStart[schema + 1] = (schemaStart[schema] ?? 0) + (schemaColumn[2 * schema] ?? 0);
  }

  const patternElement = readElements(section('pattern-elements'), counts.patterns);
  const patternKey = readKeyRuns(
    readNumbers(section('pattern-keys'), counts.patterns),
    patternElement,
    schemaStart,
  );
  const models = readNumbers(section('models'), 2 * counts.models);
  const keys = openKeys(section('keys'), counts.keys);

  const elements: ElementInfo[] = [];
  const publicElements = new Uint8Array(256);
  for (const element of header.elements) {
    elements[element.id] = element;
    publicElements[element.id] = element.isPublic ? 1 : 0;
  }

  const defaults = Map.groupBy(header.defaults, (row) => row.vehicleType);
  const exceptions = new Set(header.checkDigitExceptions);

  return {
    header,
    elements,
    publicElements,
    listing: listElements(header.elements),
    defaultsOf: (vehicleType) => defaults.get(vehicleType) ?? [],
    isCheckDigitException: (vin) => exceptions.has(vin),
    strings,
    wmis: openWmis(section('wmis'), counts.wmis),
    schemaStart,
    patternKey,
    patternElement,
    patternAttribute: readNumbers(section('pattern-attributes'), counts.patterns),
    patternLevel: section('pattern-levels'),
    keyCount: counts.keys,
    keyText: keys.text,
    keyMask: keys.mask,
    schemaName: (schema) => strings.at((schemaColumn[2 * schema + 1] ?? 0) >>> 1),
    isSchemaUnchecked: (schema) => ((schemaColumn[2 * schema + 1] ?? 0) & 1) === 1,
    modelName: (model) => strings.at(models[2 * model] ?? 0),
    modelMake: (model) => {
      const make = models[2 * model + 1] ?? 0;
      return make === 0 ? undefined : strings.at(make - 1);
    },
    specs: openVehicleSpecs(section('specs')),
  };
}

function readElements(bytes: Uint8Array, count: number): Uint8Array {
  return Uint8Array.from(readNumbers(bytes, count));
}

/** Keys are written as steps within each run of one element of one schema. */
function readKeyRuns(steps: Uint32Array, elements: Uint8Array, schemaStart: Uint32Array): Uint32Array {
  for (let schema = 0; schema + 1 < schemaStart.length; schema++) {
    const end = schemaStart[schema + 1] ?? 0;
    for (let at = (schemaStart[schema] ?? 0) + 1; at < end; at++) {
      if (elements[at] === elements[at - 1]) steps[at] = (steps[at] ?? 0) + (steps[at - 1] ?? 0);
    }
  }
  return steps;
}

function openKeys(bytes: Uint8Array, count: number) {
  const starts = new Uint32Array(count + 1);
  const reader = { bytes, at: 0 };
  for (let key = 0; key < count; key++) {
    starts[key] = reader.at;
    const length = readNumber(reader);
    reader.at += length;
  }
  starts[count] = reader.at;
  const masks: (KeyMask | undefined)[] = new Array(count);
  const text = (key: number): string => {
    const from = { bytes, at: starts[key] ?? 0 };
    const length = readNumber(from);
    return String.fromCharCode(...bytes.subarray(from.at, from.at + length));
  };
  return {
    text,
    mask(key: number): KeyMask {
      const known = masks[key];
      if (known !== undefined) return known;
      const mask = compileKey(text(key));
      masks[key] = mask;
      return mask;
    },
  };
}
