import type { ArrangedPatterns } from './arrange-patterns.ts';
import type { AttributeCodes } from './attribute-codes.ts';
import { createByteWriter } from './byte-writer.ts';
import { clean } from './cell-text.ts';
import type { StringTable } from './string-table.ts';
import type { VpicTables } from './tables.ts';

const LARGEST_ELEMENT = 255;

/**
 * Schemas, their groups and their patterns; read by packages/vin/src/pattern-groups.ts. A group is all patterns of one schema with
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
