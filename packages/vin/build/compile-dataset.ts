import { CONTAINER_MAGIC, type DatasetHeader } from '@forecourt/vin/dataset-format';
import { arrangePatterns } from './arrange-patterns.ts';
import { createAttributeCodes, createModelTable, createStringTable } from './columns.ts';
import { engineModelTable, exceptionSection, patternSections, specSections, wmiSection } from './sections.ts';
import { clean, type VpicTables } from './tables.ts';

/** Writes one deterministic file from the tables: the same tables give the same bytes. */
export function compileDataset(tables: VpicTables): Uint8Array {
  const strings = createStringTable();
  const models = createModelTable(tables, strings);
  const attributes = createAttributeCodes(tables, strings, models);
  const arranged = arrangePatterns(tables);

  const { groups, sections } = patternSections(tables, arranged, attributes, strings);
  const wmis = wmiSection(tables, arranged.schemaIds, strings);
  sections.set('wmis', wmis.bytes);
  for (const [name, bytes] of specSections(tables, attributes, models, strings)) sections.set(name, bytes);
  sections.set('models', models.finish());
  const arena = strings.finish();
  sections.set('string-bytes', arena.bytes);
  sections.set('string-lengths', arena.lengths);
  sections.set('check-digit-exceptions', exceptionSection(tables.checkDigitExceptions));
  const filings = surveyFilings(tables);

  const header: Omit<DatasetHeader, 'sections'> = {
    source: tables.source,
    date: new Date(filings.newest / 1000).toISOString().slice(0, 10),
    isWhole: tables.isWhole,
    counts: {
      strings: arena.count,
      keys: arranged.keys.length,
      schemas: arranged.schemaIds.length,
      groups,
      patterns: arranged.rows.length,
      wmis: tables.wmis.length,
      links: wmis.links,
      models: models.count(),
    },
    elements: tables.elements.map((element) => ({
      id: element.id,
      code: element.code,
      name: element.name,
      group: element.group,
      lookup: element.lookup !== null && attributes.lookups.has(element.lookup) ? element.lookup : null,
      isDecimal: element.dataType === 'decimal',
      isLookupType: element.dataType === 'lookup',
      isHeld: filings.elements.has(element.id),
      weight: element.weight,
      isPublic: element.isDecoded && !element.isPrivate,
    })),
    lookups: namesByTable(attributes.lookups),
    conversions: tables.conversions,
    engineModels: engineModelTable(tables),
    engineOrder: arranged.engineOrder,
    defaults: tables.defaults,
    errorCodes: tables.errorCodes,
    descriptorYears: Object.fromEntries(
      tables.descriptorYears.map(({ descriptor, year }) => [descriptor, year]),
    ),
  };
  return writeContainer(header, sections);
}

function namesByTable(
  lookups: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Record<string, Record<string, string>> {
  const tables = [...lookups].sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    tables.map(([name, rows]) => [
      name,
      Object.fromEntries([...rows].map(([id, text]) => [id, clean(text)])),
    ]),
  );
}

/** Finds the elements that some row states and the date of the newest row, in microseconds. Rows that no decode can reach, because their manufacturer codes were never made public, do not count: others than NHTSA add such. */
function surveyFilings({ wmis, links, patterns, specSchemas }: VpicTables) {
  const publicWmis = new Set(wmis.filter((wmi) => wmi.publicSinceDay !== null).map((wmi) => wmi.id));
  const schemas = new Set(links.filter((link) => publicWmis.has(link.wmi)).map((link) => link.schema));
  const elements = new Set<number>();
  let newest = 0;
  const count = (element: number, changedOn: number): void => {
    elements.add(element);
    if (changedOn > newest) newest = changedOn;
  };
  for (const [row, schema] of patterns.schema.entries()) {
    if (schemas.has(schema)) count(patterns.element[row] ?? 0, patterns.changedOn[row] ?? 0);
  }
  for (const schema of specSchemas) {
    for (const { rows } of schema.patterns) {
      for (const { element, changedOn, isKey } of rows) if (!isKey) count(element, changedOn ?? 0);
    }
  }
  return { elements, newest };
}

/** Writes magic, length of the header, header (JSON), sections one after the other. */
function writeContainer(header: object, sections: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const lengths = Object.fromEntries([...sections].map(([name, bytes]) => [name, bytes.length]));
  const head = new TextEncoder().encode(JSON.stringify({ ...header, sections: lengths }));
  const total = [...sections.values()].reduce((sum, bytes) => sum + bytes.length, 8 + head.length);
  const file = new Uint8Array(total);
  const view = new DataView(file.buffer);
  view.setUint32(0, CONTAINER_MAGIC);
  view.setUint32(4, head.length, true);
  file.set(head, 8);
  let at = 8 + head.length;
  for (const bytes of sections.values()) {
    file.set(bytes, at);
    at += bytes.length;
  }
  return file;
}
