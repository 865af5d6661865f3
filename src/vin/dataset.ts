import { type Column, openTexts, readNumbers, readStarts } from './byte-reader.ts';
import { type DatasetHeader, type ElementInfo, openContainer } from './container.ts';
import { makeDefaults } from './defaults.ts';
import { type Listing, listElements } from './element-order.ts';
import { createErrorTable, type ErrorTable } from './error-codes.ts';
import { ELEMENT, type Item } from './items.ts';
import { createKeyTable } from './key-table.ts';
import { createPatternGroups, type PatternGroups } from './pattern-groups.ts';
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
  listing: Listing;
  errors: ErrorTable;
  defaultsOf(vehicleType: number): readonly Item[];
  /** By the element they start from. */
  conversions: ReadonlyMap<number, DatasetHeader['conversions']>;
  /** What an engine's name implies. */
  engineModel(name: string): DatasetHeader['engineModels'][string];
  /** Of patterns that name the engine the order of filing, where their places do not tell it. */
  engineOrder: ReadonlyMap<number, number>;
  vehicleTypeName(type: number): string | undefined;
  isCheckDigitException(vin: string): boolean;
  /** The model year that NHTSA lists for a descriptor against its position 10. */
  descriptorYear(descriptor: string): number | undefined;
  strings: StringArena;
  wmis: WmiTable;
  groups: PatternGroups;
  patternElement: Uint8Array;
  patternAttribute: Column;
  patternLevel: Uint8Array;
  schemaName(schema: number): string;
  /** 1 for schemas awaiting a check by NHTSA: their patterns are not shown to the public. */
  uncheckedSchemas: Uint8Array;
  modelName(model: number): string;
  /** Undefined where the model belongs to no make. */
  modelMake(model: number): string | undefined;
  specs: VehicleSpecs;
}

const NO_ROWS: DatasetHeader['engineModels'][string] = [];

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
  const groupKey = readNumbers(section('group-keys'), counts.groups, counts.keys);
  sumWithin(groupKey, schemaStart);
  const groups = createPatternGroups(createKeyTable(counts.keys, openTexts(section('keys'), counts.keys)), {
    schemaStart,
    key: groupKey,
    patternStart: readStarts(section('group-sizes'), counts.groups),
  });
  const models = readNumbers(section('models'), 2 * counts.models);

  const elements: ElementInfo[] = [];
  for (const element of header.elements) elements[element.id] = element;
  const lookups = lookupsOf(header);
  const defaults = makeDefaults(header, elements);
  const vehicleTypes = new Map(
    [...(lookups[ELEMENT.vehicleType] ?? [])].map(([id, name]) => [id, name.toUpperCase()]),
  );
  const engineModels = new Map(Object.entries(header.engineModels));
  const descriptorYears = new Map(Object.entries(header.descriptorYears));
  const exceptions = new Set(header.checkDigitExceptions);

  return {
    header,
    elements,
    patternRoles: patternRolesOf(header.elements),
    lookups,
    listing: listElements(header.elements),
    errors: createErrorTable(header.errorCodes),
    defaultsOf: (vehicleType) => defaults.get(vehicleType) ?? [],
    conversions: Map.groupBy(header.conversions, (conversion) => conversion.from),
    engineModel: (name) => engineModels.get(name.trim().toLowerCase()) ?? NO_ROWS,
    engineOrder: new Map(header.engineOrder),
    vehicleTypeName: (type) => vehicleTypes.get(type),
    descriptorYear: (descriptor) => descriptorYears.get(descriptor),
    isCheckDigitException: (vin) => exceptions.has(vin),
    strings,
    wmis: openWmis(section('wmis'), counts.wmis, counts.links),
    groups,
    patternElement: section('pattern-elements'),
    patternAttribute: readNumbers(section('pattern-attributes'), counts.patterns),
    patternLevel: section('pattern-levels'),
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
    specs: openVehicleSpecs(section('specs'), section('spec-patterns')),
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

/** Keys are written as steps from the group before, anew in each schema. */
function sumWithin(steps: Column, schemaStart: Uint32Array): void {
  for (let schema = 0; schema + 1 < schemaStart.length; schema++) {
    const end = schemaStart[schema + 1] ?? 0;
    for (let at = (schemaStart[schema] ?? 0) + 1; at < end; at++) {
      steps[at] = (steps[at] ?? 0) + (steps[at - 1] ?? 0);
    }
  }
}
