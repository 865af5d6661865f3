import { createByteWriter } from './byte-writer.ts';
import { byNumber, capitals } from './cell-text.ts';
import type { StringTable } from './string-table.ts';
import type { VpicTables } from './tables.ts';

const CODE_LENGTH = 6;

/** Manufacturer codes in their order, with makes and schemas; read by packages/vin/src/wmi-table.ts. */
export function wmiSection(
  tables: VpicTables,
  schemaIds: readonly number[],
  strings: StringTable,
): { bytes: Uint8Array; links: number } {
  const placeOfSchema = new Map(schemaIds.map((id, place) => [id, place]));
  const column = createByteWriter();
  let count = 0;
  const encoder = new TextEncoder();
  // What ends before it begins applies to no year.
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
