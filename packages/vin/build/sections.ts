import type { ArrangedPatterns } from './arrange-patterns.ts';
import { type AttributeCodes, createByteWriter, type ModelTable, type StringTable } from './columns.ts';
import { byNumber, capitals, clean, type SpecSchemaRow, type VpicTables } from './tables.ts';

const LARGEST_ELEMENT = 255;

/**
 * Writes schemas, their groups and their patterns; read by packages/vin/src/key-table.ts. A group is all patterns of one schema with
 * one key: the key is tested once. The groups of a schema lie in a block of their own, which is read when it is first
 * needed: for each group the step from the key before, the number of patterns, and their attributes as they are coded.
 */
export function patternSections(
  { patterns, schemas }: VpicTables,
  arranged: ArrangedPatterns,
  attributes: AttributeCodes,
  strings: StringTable,
): { groups: number; sections: Map<string, Uint8Array> } {
  const schemaColumn = createByteWriter();
  const blocks = createByteWriter();
  const elements = new Uint8Array(arranged.rows.length);
  let groups = 0;
  let place = 0;
  for (const [schemaPlace, id] of arranged.schemaIds.entries()) {
    const [firstGroup, firstPlace, blockStart] = [groups, place, blocks.length()];
    let previousKey = 0;
    const end = arranged.schemaStart[schemaPlace + 1] ?? 0;
    while (place < end) {
      const key = arranged.keyPlaces[place] ?? 0;
      const codes: number[] = [];
      for (; place < end && arranged.keyPlaces[place] === key; place++) {
        const row = arranged.rows[place] ?? 0;
        const element = patterns.element[row] ?? 0;
        if (element > LARGEST_ELEMENT) {
          throw new Error(`Element ${element} has patterns; the dataset format allows ${LARGEST_ELEMENT}.`);
        }
        elements[place] = element;
        codes.push(attributes.codeOf(element, patterns.texts[patterns.attribute[row] ?? 0] ?? ''));
      }
      blocks.number(key - previousKey);
      blocks.number(codes.length);
      for (const code of codes) blocks.number(code);
      previousKey = key;
      groups++;
    }
    const schema = schemas.get(id);
    schemaColumn.number(groups - firstGroup);
    schemaColumn.number(place - firstPlace);
    schemaColumn.number(blocks.length() - blockStart);
    schemaColumn.number(strings.add(clean(schema?.name ?? '')) * 2 + (schema?.toBeChecked === true ? 1 : 0));
  }
  return {
    groups,
    sections: new Map([
      ['groups', blocks.finish()],
      ['pattern-elements', elements],
      ['pattern-levels', arranged.levels],
      ['schemas', schemaColumn.finish()],
      ['keys', textColumn(arranged.keys)],
    ]),
  };
}

function textColumn(texts: readonly string[]): Uint8Array {
  const column = createByteWriter();
  const encoder = new TextEncoder();
  for (const text of texts) {
    const encoded = encoder.encode(text);
    column.number(encoded.length);
    column.bytes(encoded);
  }
  return column.finish();
}

const CODE_LENGTH = 6;

/** Writes manufacturer codes in their order, with makes and schemas; read by packages/vin/src/wmi-table.ts. */
export function wmiSection(
  tables: VpicTables,
  schemaIds: readonly number[],
  strings: StringTable,
): { bytes: Uint8Array; links: number } {
  const placeOfSchema = new Map(schemaIds.map((id, place) => [id, place]));
  const column = createByteWriter();
  let count = 0;
  const encoder = new TextEncoder();
  // A link that ends before it begins applies to no year.
  const possible = tables.links.filter(({ from, to }) => to === null || to >= from);
  const linksOf = Map.groupBy(possible, (link) => link.wmi);
  for (const wmi of tables.wmis.toSorted((a, b) => (a.code < b.code ? -1 : 1))) {
    column.bytes(encoder.encode(wmi.code.padEnd(CODE_LENGTH, ' ')));
    const manufacturer = wmi.manufacturer === null ? undefined : tables.manufacturers.get(wmi.manufacturer);
    column.number(manufacturer === undefined ? 0 : strings.add(capitals(manufacturer)) + 1);
    column.number(wmi.vehicleType ?? 0);
    column.number(wmi.truckType ?? 0);
    column.number(wmi.publicSinceDay === null ? 0 : wmi.publicSinceDay + 1);
    const makes = (tables.makesOfWmi.get(wmi.id) ?? []).filter((id) => tables.makes.has(id)).sort(byNumber);
    column.number(makes.length);
    for (const id of makes) column.number(strings.add(capitals(tables.makes.get(id) ?? '')));
    const links = linksOf.get(wmi.id) ?? [];
    column.number(links.length);
    count += links.length;
    let last = 0;
    for (const link of links.toSorted((a, b) => a.schema - b.schema || a.from - b.from)) {
      const schema = placeOfSchema.get(link.schema) ?? 0;
      column.number(schema - last);
      column.number(link.from);
      column.number(link.to === null ? 0 : link.to - link.from + 1);
      last = schema;
    }
  }
  return { bytes: column.finish(), links: count };
}

/** Writes vehicle specifications, their patterns apart from their heads; read by packages/vin/src/vehicle-spec-table.ts. */
export function specSections(
  { specSchemas, makes }: VpicTables,
  attributes: AttributeCodes,
  models: ModelTable,
  strings: StringTable,
): Map<string, Uint8Array> {
  const heads = createByteWriter();
  const column = createByteWriter();
  const newness = ranksOfDates(specSchemas);
  heads.number(specSchemas.length);
  for (const schema of specSchemas) {
    heads.number(strings.add(capitals(makes.get(schema.make) ?? '')));
    heads.number(schema.vehicleType);
    heads.number(schema.models.length);
    for (const model of schema.models.toSorted(byNumber)) heads.number(models.add(String(model)));
    heads.number(schema.years.length);
    for (const year of schema.years.toSorted(byNumber)) heads.number(year);
    const start = column.length();
    column.number(schema.patterns.length);
    for (const pattern of schema.patterns) {
      // Newest first, so that the first row of an element is the one that counts.
      const sorted = pattern.rows.toSorted(newestFirst);
      column.number(sorted.length);
      for (const row of sorted) {
        column.number(row.element * 2 + (row.isKey ? 1 : 0));
        column.number(attributes.codeOf(row.element, row.attribute));
        column.number(newness.get(row.changedOn) ?? 0);
      }
    }
    heads.number(column.length() - start);
  }
  return new Map([
    ['specs', heads.finish()],
    ['spec-patterns', column.finish()],
  ]);
}

type SpecRow = SpecSchemaRow['patterns'][number]['rows'][number];

/** Ranks the dates. Rows of one upload lie milliseconds apart: only their order is kept, so that none of it is lost. */
function ranksOfDates(schemas: readonly SpecSchemaRow[]): Map<number | null, number> {
  const dates = new Set<number>();
  for (const { patterns } of schemas) {
    for (const { rows } of patterns)
      for (const { changedOn } of rows) if (changedOn !== null) dates.add(changedOn);
  }
  return new Map([...dates].sort(byNumber).map((date, place) => [date, place + 1]));
}

function newestFirst(a: SpecRow, b: SpecRow): number {
  return (
    (b.changedOn ?? 0) - (a.changedOn ?? 0) ||
    a.element - b.element ||
    (a.attribute < b.attribute ? -1 : a.attribute > b.attribute ? 1 : 0)
  );
}

const VIN_LENGTH = 17;

/** Writes the VINs whose wrong check digit NHTSA accepts, sorted, one after the other; searched by packages/vin/src/container.ts. */
export function exceptionSection(vins: readonly string[]): Uint8Array {
  const whole = [...new Set(vins)].filter((vin) => vin.length === VIN_LENGTH && !/[^ -~]/.test(vin)).sort();
  return new TextEncoder().encode(whole.join(''));
}

type Implied = { element: number; attribute: string; order: number };

/** Lists the implications of each engine's name, with the order of the dates. */
export function engineModelTable(tables: VpicTables): Record<string, Implied[]> {
  const byModel = Map.groupBy(tables.engineModelPatterns, (row) => row.engineModel);
  const result: Record<string, Implied[]> = {};
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
