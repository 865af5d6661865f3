import { createByteWriter } from './byte-writer.ts';
import { capitals, clean } from './cell-text.ts';
import type { StringTable } from './string-table.ts';
import type { VpicTables } from './tables.ts';

/** Collects models, each once, and numbers them in the order of first use. */
export interface ModelTable {
  add(attribute: string): number;
  count(): number;
  /** Name (the bare id where the model is missing) and make. */
  finish(): Uint8Array;
}

export function createModelTable(tables: VpicTables, strings: StringTable): ModelTable {
  const index = new Map<string, number>();
  return {
    add(attribute) {
      const known = index.get(attribute);
      if (known !== undefined) return known;
      index.set(attribute, index.size);
      return index.size - 1;
    },
    count: () => index.size,
    finish() {
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
