import type { DatasetHeader } from '@forecourt/vin/dataset-format';
import { arrangePatterns } from './arrange-patterns.ts';
import { createAttributeCodes } from './attribute-codes.ts';
import { clean } from './cell-text.ts';
import { engineModelTable } from './engine-model-table.ts';
import { exceptionSection } from './exception-section.ts';
import { surveyFilings } from './filings.ts';
import { createModelTable } from './model-table.ts';
import { patternSections } from './pattern-sections.ts';
import { specSections } from './spec-section.ts';
import { createStringTable } from './string-table.ts';
import type { VpicTables } from './tables.ts';
import { wmiSection } from './wmi-section.ts';
import { writeContainer } from './write-container.ts';

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
