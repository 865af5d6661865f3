import { type Column, readNumber, readNumbers } from './byte-reader.ts';
import { type DatasetHeader, type ElementInfo, openContainer } from './container.ts';
import { makeDefaults } from './defaults.ts';
import { listElements } from './element-order.ts';
import type { Item } from './items.ts';
import { createNamesOfKeys } from './key-names.ts';
import { patternRolesOf } from './pattern-roles.ts';
import { openStringArena, type StringArena } from './string-arena.ts';
import { openVehicleSpecs, type VehicleSpecs } from './vehicle-spec-table.ts';
import { openWmis, type WmiTable } from './wmi-table.ts';

/** NHTSA's tables as flat columns, opened from one file. Everything derived is made when first needed. */
export interface Dataset {
  header: DatasetHeader;
  /** By id. */
  elements: readonly (ElementInfo | undefined)[];
  patternRoles: Uint8Array;
  /** Names by attribute id, for elements that have them, by element. */
  lookups: readonly (ReadonlyMap<number, string> | undefined)[];
  /** Public elements in the order in which NHTSA lists them. */
  listing: readonly ElementInfo[];
  defaultsOf(vehicleType: number): readonly Item[];
  conversionsFrom(element: number): DatasetHeader['conversions'] | undefined;
  isCheckDigitException(vin: string): boolean;
  /** The model year that NHTSA lists for a descriptor against its position 10. */
  descriptorYear(descriptor: string): number | undefined;
  strings: StringArena;
  wmis: WmiTable;
  /** Patterns lie schema by schema; those of schema s are schemaStart[s] to schemaStart[s + 1]. */
  schemaStart: Uint32Array;
  patternKey: Column;
  patternElement: Column;
  patternAttribute: Column;
  patternLevel: Uint8Array;
  keyCount: number;
  keyText(key: number): string;
  /** Whether the key holds `#`: a digit to be read as a value. */
  isFormulaKey(key: number): boolean;
  /** The low (0) or high (1) word of the characters that a key names at one of its first eight positions. */
  keyNames(key: number, position: number, half: number): number;
  schemaName(schema: number): string;
  /** 1 for schemas awaiting a check by NHTSA: their patterns are not shown to the public. */
  uncheckedSchemas: Uint8Array;
  modelName(model: number): string;
  /** Undefined where the model belongs to no make. */
  modelMake(model: number): string | undefined;
  specs: VehicleSpecs;
}

const HASH = 0x23;

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

  const patternElement = readNumbers(section('pattern-elements'), counts.patterns, 0xff);
  const patternKey = readKeyRuns(
    readNumbers(section('pattern-keys'), counts.patterns, counts.keys),
    patternElement,
    schemaStart,
  );
  const models = readNumbers(section('models'), 2 * counts.models);
  const keys = openKeys(section('keys'), counts.keys);

  const elements: ElementInfo[] = [];
  for (const element of header.elements) elements[element.id] = element;

  const defaults = makeDefaults(header, elements);
  const conversions = Map.groupBy(header.conversions, (conversion) => conversion.from);
  const descriptorYears = new Map(Object.entries(header.descriptorYears));
  const exceptions = new Set(header.checkDigitExceptions);

  return {
    header,
    elements,
    patternRoles: patternRolesOf(header.elements),
    lookups: lookupsOf(header),
    listing: listElements(header.elements),
    defaultsOf: (vehicleType) => defaults.get(vehicleType) ?? [],
    conversionsFrom: (element) => conversions.get(element),
    descriptorYear: (descriptor) => descriptorYears.get(descriptor),
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
    isFormulaKey: keys.isFormula,
    keyNames: keys.namesAt,
    schemaName: (schema) => strings.at((schemaColumn[2 * schema + 1] ?? 0) >>> 1),
    uncheckedSchemas: Uint8Array.from(
      { length: counts.schemas },
      (_, schema) => (schemaColumn[2 * schema + 1] ?? 0) & 1,
    ),
    modelName: (model) => strings.at(models[2 * model] ?? 0),
    modelMake: (model) => {
      const make = models[2 * model + 1] ?? 0;
      return make === 0 ? undefined : strings.at(make - 1);
    },
    specs: openVehicleSpecs(section('specs')),
  };
}

function lookupsOf({ elements, lookups }: DatasetHeader): (ReadonlyMap<number, string> | undefined)[] {
  const tables = new Map(
    Object.entries(lookups).map(([name, rows]) => [
      name,
      new Map(Object.entries(rows).map(([id, text]) => [Number(id), text])),
    ]),
  );
  const byElement: (ReadonlyMap<number, string> | undefined)[] = new Array(256).fill(undefined);
  for (const { id, lookup } of elements) byElement[id] = lookup === null ? undefined : tables.get(lookup);
  return byElement;
}

/** Keys are written as steps within each run of one element of one schema. */
function readKeyRuns(steps: Column, elements: Column, schemaStart: Uint32Array): Column {
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
  const text = (key: number): string => {
    const from = { bytes, at: starts[key] ?? 0 };
    const length = readNumber(from);
    return String.fromCharCode(...bytes.subarray(from.at, from.at + length));
  };
  const formulas = new Set<number>();
  for (let at = bytes.indexOf(HASH); at >= 0; at = bytes.indexOf(HASH, at + 1)) {
    const key = lastAtMost(starts, at);
    // The byte may also be the length of a key.
    if (at > (starts[key] ?? 0)) formulas.add(key);
  }
  return { text, isFormula: (key: number) => formulas.has(key), namesAt: createNamesOfKeys(count, text) };
}

/** The last place whose value is not above the limit, in ascending values. */
function lastAtMost(values: Uint32Array, limit: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((values[middle] ?? 0) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
