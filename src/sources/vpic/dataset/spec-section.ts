import type { AttributeCodes } from './attribute-codes.ts';
import { createByteWriter } from './byte-writer.ts';
import { byNumber, capitals } from './cell-text.ts';
import type { ModelTable } from './model-table.ts';
import type { StringTable } from './string-table.ts';
import type { SpecSchemaRow, VpicTables } from './tables.ts';

/** Vehicle specifications, their patterns apart from their heads; read by packages/vin/src/vehicle-spec-table.ts. */
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

/** Rows of one upload lie milliseconds apart: only their order is kept, so that none of it is lost. */
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
