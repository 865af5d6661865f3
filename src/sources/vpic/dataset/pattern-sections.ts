import type { ArrangedPatterns } from './arrange-patterns.ts';
import type { AttributeCodes } from './attribute-codes.ts';
import { createByteWriter } from './byte-writer.ts';
import { clean } from './cell-text.ts';
import type { StringTable } from './string-table.ts';
import type { VpicTables } from './tables.ts';

const LARGEST_ELEMENT = 255;

/**
 * Schemas, their groups and their patterns. A group is all patterns of one schema with one key: the key is tested once.
 * Keys are written as steps from the group before, attributes as they are coded.
 */
export function patternSections(
  { patterns, schemas }: VpicTables,
  arranged: ArrangedPatterns,
  attributes: AttributeCodes,
  strings: StringTable,
): { groups: number; sections: Map<string, Uint8Array> } {
  const groupsOfSchema = new Uint32Array(arranged.schemaIds.length);
  const keys = createByteWriter();
  const sizes = createByteWriter();
  const elements = new Uint8Array(arranged.rows.length);
  const attributeColumn = createByteWriter();
  let groups = 0;
  let size = 0;
  let previous = { schema: -1, key: 0 };
  for (const [place, row] of arranged.rows.entries()) {
    const schema = arranged.schemas[place] ?? 0;
    const key = arranged.keyPlaces[place] ?? 0;
    if (schema !== previous.schema || key !== previous.key) {
      if (size > 0) sizes.number(size);
      size = 0;
      keys.number(schema === previous.schema ? key - previous.key : key);
      groupsOfSchema[schema] = (groupsOfSchema[schema] ?? 0) + 1;
      groups++;
      previous = { schema, key };
    }
    size++;
    const element = patterns.element[row] ?? 0;
    if (element > LARGEST_ELEMENT) {
      throw new Error(`Element ${element} has patterns; the dataset format allows ${LARGEST_ELEMENT}.`);
    }
    elements[place] = element;
    attributeColumn.number(attributes.codeOf(element, patterns.attribute[row] ?? ''));
  }
  if (size > 0) sizes.number(size);

  const schemaColumn = createByteWriter();
  for (const [place, id] of arranged.schemaIds.entries()) {
    const schema = schemas.get(id);
    schemaColumn.number(groupsOfSchema[place] ?? 0);
    schemaColumn.number(strings.add(clean(schema?.name ?? '')) * 2 + (schema?.toBeChecked === true ? 1 : 0));
  }
  return {
    groups,
    sections: new Map([
      ['group-keys', keys.finish()],
      ['group-sizes', sizes.finish()],
      ['pattern-elements', elements],
      ['pattern-attributes', attributeColumn.finish()],
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
