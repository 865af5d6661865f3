import { ELEMENT } from '@forecourt/vin/dataset-format';
import { capitals, clean } from './cell-text.ts';
import type { ModelTable } from './model-table.ts';
import type { StringTable } from './string-table.ts';
import type { VpicTables } from './tables.ts';

/** Codes from here on stand for attributes of lookup elements that are no ids. */
const FIRST_INVENTED = 1_000_000_000;

/** Attributes as numbers: models by their place, lookup attributes by their id, all else by its string. */
export interface AttributeCodes {
  codeOf(element: number, attribute: string): number;
  /** The lookup tables, with what was invented. */
  lookups: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export function createAttributeCodes(
  tables: VpicTables,
  strings: StringTable,
  models: ModelTable,
): AttributeCodes {
  const elements = new Map(tables.elements.map((element) => [element.id, element]));
  const lookups = new Map([...tables.lookups].map(([name, rows]) => [name, new Map(rows)]));
  const invented = new Map<string, number>();
  return {
    lookups,
    codeOf(element, attribute) {
      if (element === ELEMENT.model) return models.add(attribute);
      // Decodes hold the names of these, not their ids.
      if (element === ELEMENT.make) return nameIn(tables.makes, attribute);
      if (element === ELEMENT.manufacturer) return nameIn(tables.manufacturers, attribute);
      const lookup = elements.get(element)?.lookup ?? null;
      const table = lookup === null ? undefined : lookups.get(lookup);
      if (table === undefined) return strings.add(clean(attribute));
      if (/^(0|[1-9]\d{0,8})$/.test(attribute)) return Number(attribute);
      const name = `${lookup} ${attribute}`;
      const known = invented.get(name);
      if (known !== undefined) return known;
      const code = FIRST_INVENTED + invented.size;
      invented.set(name, code);
      table.set(String(code), attribute);
      return code;
    },
  };

  function nameIn(names: ReadonlyMap<number, string>, id: string): number {
    return strings.add(capitals(names.get(Number(id)) ?? id));
  }
}
