import { compileKey, type KeyMask } from '../../../vin/key-mask.ts';
import { createByteWriter } from './byte-writer.ts';
import { computeLevels } from './pattern-levels.ts';
import { createStringTable } from './string-table.ts';
import type { VpicTables } from './tables.ts';
import { writeContainer } from './write-container.ts';

const MODEL = 28;
const ENGINE_MODEL = 18;
const DISPLACEMENTS = [11, 13];
/** Make, manufacturer, model year and vehicle type never come from patterns. */
const SET_ELSEWHERE = new Set([26, 27, 29, 39]);
/** Elements that keep every row instead of the best one. */
const NOTES = new Set([114, 121, 129, 150, 154, 155, 169, 186]);

const clean = (text: string): string => text.replace(/[\t\r\n]/g, ' ').trim();
/** Makes and manufacturers are only ever shown in capitals. */
const capitals = (text: string): string => clean(text).toUpperCase();
const byNumber = (a: number, b: number): number => a - b;

/** Writes one deterministic file from the tables: the same tables give the same bytes. */
export function compileDataset(tables: VpicTables): Uint8Array {
  const strings = createStringTable();
  const sections = new Map<string, Uint8Array>();
  const elements = new Map(tables.elements.map((element) => [element.id, element]));
  const lookups = new Map([...tables.lookups].map(([name, rows]) => [name, new Map(rows)]));

  const keys = orderKeys(tables.patterns.key);
  const keyIndex = new Map(keys.map((key, index) => [key, index]));
  const schemaIds = [...new Set(tables.links.map((link) => link.schema))].sort(byNumber);
  const schemaIndex = new Map(schemaIds.map((id, index) => [id, index]));

  const rows = orderPatterns(tables, keyIndex, schemaIndex);
  const models = createModels(tables, strings);

  const masks: (KeyMask | undefined)[] = [];
  const maskOf = (key: number): KeyMask => {
    masks[key] ??= compileKey(keys[key] ?? '');
    return masks[key];
  };
  const { patterns } = tables;
  const levels = computeLevels({
    count: rows.length,
    element: Uint16Array.from(rows, (row) => patterns.element[row] ?? 0),
    key: Uint32Array.from(rows, (row) => keyIndex.get(patterns.key[row] ?? '') ?? 0),
    mask: (() => {
      const keyOfRow = Uint32Array.from(rows, (row) => keyIndex.get(patterns.key[row] ?? '') ?? 0);
      return (pattern) => maskOf(keyOfRow[pattern] ?? 0);
    })(),
    changedOn: Float64Array.from(rows, (row) => patterns.changedOn[row] ?? Number.NaN),
    id: Float64Array.from(rows, (row) => patterns.id[row] ?? 0),
    groups: competingGroups(tables, rows, schemaIndex),
    datedElements: [[ENGINE_MODEL], DISPLACEMENTS],
  });

  const counts = new Uint32Array(schemaIds.length);
  const keyColumn = createByteWriter();
  const elementColumn = createByteWriter();
  const attributeColumn = createByteWriter();
  let previous = { schema: -1, element: -1, key: 0 };
  for (const row of rows) {
    const schema = schemaIndex.get(patterns.schema[row] ?? 0) ?? 0;
    const element = patterns.element[row] ?? 0;
    const key = keyIndex.get(patterns.key[row] ?? '') ?? 0;
    const sameRun = previous.schema === schema && previous.element === element;
    keyColumn.number(sameRun ? key - previous.key : key);
    elementColumn.number(element);
    attributeColumn.number(attributeCode(element, patterns.attribute[row] ?? ''));
    counts[schema] = (counts[schema] ?? 0) + 1;
    previous = { schema, element, key };
  }
  sections.set('pattern-keys', keyColumn.finish());
  sections.set('pattern-elements', elementColumn.finish());
  sections.set('pattern-attributes', attributeColumn.finish());
  sections.set('pattern-levels', levels);

  const schemaColumn = createByteWriter();
  for (const [index, id] of schemaIds.entries()) {
    const schema = tables.schemas.get(id);
    schemaColumn.number(counts[index] ?? 0);
    schemaColumn.number(strings.add(clean(schema?.name ?? '')) * 2 + (schema?.toBeChecked === true ? 1 : 0));
  }
  sections.set('schemas', schemaColumn.finish());
  sections.set('wmis', writeWmis());
  sections.set('models', models.finish());
  sections.set('specs', writeSpecs());

  const keyBytes = createByteWriter();
  const encoder = new TextEncoder();
  for (const key of keys) {
    const encoded = encoder.encode(key);
    keyBytes.number(encoded.length);
    keyBytes.bytes(encoded);
  }
  sections.set('keys', keyBytes.finish());
  const arena = strings.finish();
  sections.set('string-bytes', arena.bytes);
  sections.set('string-lengths', arena.lengths);

  return writeContainer(
    {
      source: tables.source,
      date: newestDate(tables),
      counts: {
        strings: arena.count,
        keys: keys.length,
        schemas: schemaIds.length,
        patterns: rows.length,
        wmis: tables.wmis.length,
        models: models.count(),
      },
      elements: tables.elements.map((element) => ({
        id: element.id,
        code: element.code,
        name: element.name,
        group: element.group,
        lookup: element.lookup !== null && lookups.has(element.lookup) ? element.lookup : null,
        isLookupType: element.dataType === 'lookup',
        weight: element.weight,
        isPublic: element.isDecoded && !element.isPrivate,
      })),
      lookups: Object.fromEntries(
        [...lookups]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, table]) => [
            name,
            Object.fromEntries([...table].map(([id, text]) => [id, clean(text)])),
          ]),
      ),
      conversions: tables.conversions,
      engineModels: writeEngineModels(tables),
      defaults: tables.defaults,
      errorCodes: tables.errorCodes,
      descriptorYears: Object.fromEntries(
        tables.descriptorYears.map(({ descriptor, year }) => [descriptor, year]),
      ),
      checkDigitExceptions: tables.checkDigitExceptions,
    },
    sections,
  );

  /** Models by their place, lookup attributes by their id, all else by its string. */
  function attributeCode(element: number, attribute: string): number {
    if (element === MODEL) return models.add(attribute);
    const lookup = elements.get(element)?.lookup ?? null;
    const table = lookup === null ? undefined : lookups.get(lookup);
    if (table === undefined) return strings.add(clean(attribute));
    if (/^(0|[1-9]\d{0,8})$/.test(attribute)) return Number(attribute);
    const invented = 1_000_000_000 + table.size;
    table.set(String(invented), attribute);
    return invented;
  }

  function writeWmis(): Uint8Array {
    const column = createByteWriter();
    const linksOf = Map.groupBy(tables.links, (link) => link.wmi);
    for (const wmi of [...tables.wmis].sort((a, b) => (a.code < b.code ? -1 : 1))) {
      column.bytes(encoderFor(wmi.code));
      const manufacturer = wmi.manufacturer === null ? undefined : tables.manufacturers.get(wmi.manufacturer);
      column.number(manufacturer === undefined ? 0 : strings.add(capitals(manufacturer)) + 1);
      column.number(wmi.vehicleType ?? 0);
      column.number(wmi.truckType ?? 0);
      column.number(wmi.publicSinceDay === null ? 0 : wmi.publicSinceDay + 1);
      const ids = (tables.makesOfWmi.get(wmi.id) ?? []).filter((id) => tables.makes.has(id)).sort(byNumber);
      column.number(ids.length);
      for (const id of ids) {
        const text = strings.add(capitals(tables.makes.get(id) ?? ''));
        column.number(text);
      }
      const links = linksOf.get(wmi.id) ?? [];
      column.number(links.length);
      let last = 0;
      for (const link of links.toSorted((a, b) => a.schema - b.schema || a.from - b.from)) {
        const schema = schemaIndex.get(link.schema) ?? 0;
        column.number(schema - last);
        column.number(link.from);
        column.number(link.to === null ? 0 : link.to - link.from + 1);
        last = schema;
      }
    }
    return column.finish();
  }

  function writeSpecs(): Uint8Array {
    const column = createByteWriter();
    column.number(tables.specSchemas.length);
    for (const schema of tables.specSchemas) {
      column.number(strings.add(capitals(tables.makes.get(schema.make) ?? '')));
      column.number(schema.vehicleType);
      column.number(schema.models.length);
      for (const model of schema.models.toSorted(byNumber)) column.number(models.add(String(model)));
      column.number(schema.years.length);
      for (const year of schema.years.toSorted(byNumber)) column.number(year);
      column.number(schema.patterns.length);
      for (const pattern of schema.patterns) {
        // Newest first, so that the first row of an element is the one that counts.
        const sorted = pattern.rows.toSorted(newestFirst);
        column.number(sorted.length);
        for (const row of sorted) {
          column.number(row.element * 2 + (row.isKey ? 1 : 0));
          column.number(attributeCode(row.element, row.attribute));
          column.number(row.changedOn === null ? 0 : Math.floor(row.changedOn / 1_000_000) + 1);
        }
      }
    }
    return column.finish();
  }
}

type SpecRow = VpicTables['specSchemas'][number]['patterns'][number]['rows'][number];

function newestFirst(a: SpecRow, b: SpecRow): number {
  return (
    (b.changedOn ?? 0) - (a.changedOn ?? 0) ||
    a.element - b.element ||
    (a.attribute < b.attribute ? -1 : a.attribute > b.attribute ? 1 : 0)
  );
}

function encoderFor(code: string): Uint8Array {
  return new TextEncoder().encode(code.padEnd(6, ' '));
}

/** Shortest without wildcards first, then by bytes without brackets: the order in which ties between patterns fall. */
function orderKeys(all: readonly string[]): string[] {
  const weighed = [...new Set(all)].map((key) => ({
    key,
    length: key.replaceAll('*', '').length,
    bare: key.replace(/[[\]]/g, ''),
  }));
  weighed.sort(
    (a, b) =>
      a.length - b.length ||
      (a.bare < b.bare ? -1 : a.bare > b.bare ? 1 : a.key < b.key ? -1 : a.key > b.key ? 1 : 0),
  );
  return weighed.map(({ key }) => key);
}

/** Row numbers in the order of the dataset: by schema, element, key and id. */
function orderPatterns(
  { patterns }: VpicTables,
  keyIndex: Map<string, number>,
  schemaIndex: Map<number, number>,
): Int32Array {
  const count = patterns.id.length;
  const schema = Int32Array.from(patterns.schema, (id) => schemaIndex.get(id) ?? -1);
  const key = Int32Array.from(patterns.key, (text) => keyIndex.get(text) ?? 0);
  const rows = new Int32Array(count).map((_, index) => index).filter((row) => (schema[row] ?? -1) >= 0);
  return rows.sort(
    (a, b) =>
      (schema[a] ?? 0) - (schema[b] ?? 0) ||
      (patterns.element[a] ?? 0) - (patterns.element[b] ?? 0) ||
      (key[a] ?? 0) - (key[b] ?? 0) ||
      (patterns.id[a] ?? 0) - (patterns.id[b] ?? 0),
  );
}

/** Patterns that one WMI reaches at one priority, each set of schemas once. */
function competingGroups(
  tables: VpicTables,
  rows: Int32Array,
  schemaIndex: Map<number, number>,
): Int32Array[] {
  const starts = new Map<number, [number, number]>();
  for (let place = 0; place < rows.length; place++) {
    const schema = tables.patterns.schema[rows[place] ?? 0] ?? 0;
    const range = starts.get(schema);
    if (range === undefined) starts.set(schema, [place, place + 1]);
    else range[1] = place + 1;
  }
  const counted = (place: number): boolean => {
    const element = tables.patterns.element[rows[place] ?? 0] ?? 0;
    return !SET_ELSEWHERE.has(element) && !NOTES.has(element);
  };
  const seen = new Set<string>();
  const groups: Int32Array[] = [];
  for (const links of Map.groupBy(tables.links, (link) => `${link.wmi}/${link.from}`).values()) {
    const schemas = [...new Set(links.map((link) => link.schema))]
      .filter((schema) => starts.has(schema) && schemaIndex.has(schema))
      .sort(byNumber);
    const name = schemas.join(',');
    if (seen.has(name)) continue;
    seen.add(name);
    const places: number[] = [];
    for (const schema of schemas) {
      const [from, to] = starts.get(schema) ?? [0, 0];
      for (let place = from; place < to; place++) if (counted(place)) places.push(place);
    }
    groups.push(Int32Array.from(places));
  }
  return groups;
}

function createModels(tables: VpicTables, strings: ReturnType<typeof createStringTable>) {
  const index = new Map<string, number>();
  return {
    add(attribute: string): number {
      const known = index.get(attribute);
      if (known !== undefined) return known;
      index.set(attribute, index.size);
      return index.size - 1;
    },
    count: () => index.size,
    /** Name (the bare id where the model is missing) and make. */
    finish(): Uint8Array {
      const column = createByteWriter();
      for (const attribute of index.keys()) {
        const id = Number(attribute);
        const make = (tables.makesOfModel.get(id) ?? []).find((candidate) => tables.makes.has(candidate));
        column.number(strings.add(clean(tables.models.get(id) ?? attribute)));
        column.number(make === undefined ? 0 : strings.add(capitals(tables.makes.get(make) ?? '')) + 1);
      }
      return column.finish();
    },
  };
}

function writeEngineModels(tables: VpicTables) {
  const byModel = Map.groupBy(tables.engineModelPatterns, (row) => row.engineModel);
  const result: Record<string, { element: number; attribute: string; order: number }[]> = {};
  const entries = [...tables.engineModels].map(([id, name]) => [id, clean(name).toLowerCase()] as const);
  for (const [id, name] of entries.sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0))) {
    const rows = byModel.get(id) ?? [];
    const dates = [...new Set(rows.map((row) => row.changedOn ?? Number.POSITIVE_INFINITY))].sort(byNumber);
    const ranked = rows.map((row) => ({
      element: row.element,
      attribute: clean(row.attribute),
      order: dates.indexOf(row.changedOn ?? Number.POSITIVE_INFINITY),
    }));
    result[name] = [...(result[name] ?? []), ...ranked];
  }
  return result;
}

function newestDate(tables: VpicTables): string {
  const newest = tables.patterns.changedOn.reduce((most, at) => Math.max(most, at || 0), 0);
  return new Date(newest / 1000).toISOString().slice(0, 10);
}
