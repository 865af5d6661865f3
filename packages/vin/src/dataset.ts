import {
  type DatasetHeader,
  type ElementInfo,
  isListed,
  openContainer,
  openStringArena,
  openTexts,
  readNumbers,
  readStarts,
  type StringArena,
} from './container.ts';
import {
  ELEMENT,
  type ElementListing,
  type FoundItem,
  listElements,
  makeDefaults,
  patternRolesOf,
} from './elements.ts';
import { createErrorTable, type ErrorTable } from './error-codes.ts';
import { createKeyTable, createPatternGroups, type PatternGroups, type SchemaRuns } from './key-table.ts';
import { openVehicleSpecs, type VehicleSpecs } from './vehicle-spec-table.ts';
import { openWmis, type WmiTable } from './wmi-table.ts';

/** NHTSA's tables as flat columns, opened from one file. Everything derived is made at first need. */
export interface Dataset {
  header: DatasetHeader;
  /** Elements by id. */
  elements: readonly (ElementInfo | undefined)[];
  patternRoles: Uint8Array;
  /** Names by attribute id, for elements that have them, by element. */
  lookups: readonly (ReadonlyMap<number, string> | undefined)[];
  listing: ElementListing;
  errors: ErrorTable;
  defaultsOf(vehicleType: number): readonly FoundItem[];
  /** Conversions by the element that they start from. */
  conversions: ReadonlyMap<number, DatasetHeader['conversions']>;
  /** Lists the values that an engine's name implies. */
  engineModel(name: string): DatasetHeader['engineModels'][string];
  /** The order of filing of patterns that name the engine, where their places do not show it. */
  engineOrder: ReadonlyMap<number, number>;
  vehicleTypeName(type: number): string | undefined;
  isCheckDigitException(vin: string): boolean;
  /** Gives the model year that NHTSA lists for a descriptor against its position 10. */
  descriptorYear(descriptor: string): number | undefined;
  strings: StringArena;
  wmis: WmiTable;
  groups: PatternGroups;
  patternElement: Uint8Array;
  patternLevel: Uint8Array;
  schemaName(schema: number): string;
  /** 1 for schemas awaiting a check by NHTSA: their patterns are not shown to the public. */
  uncheckedSchemas: Uint8Array;
  modelName(model: number): string;
  /** Gives undefined where the model belongs to no make. */
  modelMake(model: number): string | undefined;
  specs: VehicleSpecs;
}

const NO_ROWS: DatasetHeader['engineModels'][string] = [];

/** Opens the unpacked file: it ships packed with gzip, which Node and browsers unpack each in their own way. */
export function openDataset(file: Uint8Array): Dataset {
  const { header, section } = openContainer(file);
  const { counts } = header;
  const strings = openStringArena(
    section('string-bytes'),
    readStarts(section('string-lengths'), counts.strings),
  );

  const schemaColumn = readNumbers(section('schemas'), SCHEMA_NUMBERS * counts.schemas);
  const groups = createPatternGroups(
    createKeyTable(counts.keys, openTexts(section('keys'), counts.keys)),
    runsOf(schemaColumn, counts.schemas),
    section('groups'),
  );
  const nameOf = (schema: number): number => schemaColumn[SCHEMA_NUMBERS * schema + 3] ?? 0;
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
  const exceptions = section('check-digit-exceptions');

  return {
    header,
    elements,
    patternRoles: patternRolesOf(header.elements),
    lookups,
    listing: listElements(header.elements),
    errors: createErrorTable(header.errorCodes),
    defaultsOf: (vehicleType) => defaults.get(vehicleType) ?? [],
    conversions: conversionsOf(header),
    engineModel: (name) => engineModels.get(name.trim().toLowerCase()) ?? NO_ROWS,
    engineOrder: new Map(header.engineOrder),
    vehicleTypeName: (type) => vehicleTypes.get(type),
    descriptorYear: (descriptor) => descriptorYears.get(descriptor),
    isCheckDigitException: (vin) => isListed(exceptions, vin),
    strings,
    wmis: openWmis(section('wmis'), counts.wmis, counts.links),
    groups,
    patternElement: section('pattern-elements'),
    patternLevel: section('pattern-levels'),
    schemaName: (schema) => strings.at(nameOf(schema) >>> 1),
    uncheckedSchemas: uncheckedOf(schemaColumn, counts.schemas),
    modelName: (model) => strings.at(models[2 * model] ?? 0),
    modelMake: (model) => {
      const make = models[2 * model + 1] ?? 0;
      return make === 0 ? undefined : strings.at(make - 1);
    },
    specs: openVehicleSpecs(section('specs'), section('spec-patterns')),
  };
}

function conversionsOf({ conversions }: DatasetHeader): ReadonlyMap<number, DatasetHeader['conversions']> {
  const byElement = new Map<number, DatasetHeader['conversions']>();
  for (const conversion of conversions)
    byElement.set(conversion.from, [...(byElement.get(conversion.from) ?? []), conversion]);
  return byElement;
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

function uncheckedOf(column: Uint32Array, schemas: number): Uint8Array {
  const unchecked = new Uint8Array(schemas);
  for (let schema = 0; schema < schemas; schema++)
    unchecked[schema] = (column[SCHEMA_NUMBERS * schema + 3] ?? 0) & 1;
  return unchecked;
}

/** The numbers per schema: its groups, its patterns, the bytes of its block, and its name with a bit for those yet to be checked. */
const SCHEMA_NUMBERS = 4;

function runsOf(column: Uint32Array, schemas: number): SchemaRuns {
  const runs = {
    groups: new Uint32Array(schemas + 1),
    patterns: new Uint32Array(schemas + 1),
    blocks: new Uint32Array(schemas + 1),
  };
  for (let schema = 0; schema < schemas; schema++) {
    const at = SCHEMA_NUMBERS * schema;
    runs.groups[schema + 1] = (runs.groups[schema] ?? 0) + (column[at] ?? 0);
    runs.patterns[schema + 1] = (runs.patterns[schema] ?? 0) + (column[at + 1] ?? 0);
    runs.blocks[schema + 1] = (runs.blocks[schema] ?? 0) + (column[at + 2] ?? 0);
  }
  return runs;
}

/** Gives the attribute as NHTSA stores it: the text itself, or the id in a lookup table. */
export function attributeText(
  dataset: Dataset,
  { element, attribute }: Pick<FoundItem, 'element' | 'attribute'>,
): string {
  if (typeof attribute === 'string') return attribute;
  if (element === ELEMENT.model) return dataset.modelName(attribute);
  return dataset.lookups[element] === undefined ? dataset.strings.at(attribute) : String(attribute);
}

/** Puts the value into words. An id that its table lacks is shown bare, as the live service does. */
export function resolveValue(dataset: Dataset, { element, attribute, value }: FoundItem): string {
  if (value !== undefined) return value;
  const names = dataset.lookups[element];
  if (typeof attribute === 'string') return names?.get(Number(attribute)) ?? attribute;
  if (element === ELEMENT.model) return dataset.modelName(attribute);
  return names === undefined ? dataset.strings.at(attribute) : (names.get(attribute) ?? String(attribute));
}
