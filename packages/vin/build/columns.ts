import { ELEMENT } from '@forecourt/vin/dataset-format';
import { capitals, clean, numberIn, type VpicTables } from './tables.ts';

/** Writes what packages/vin/src/container.ts reads. */
export function createByteWriter() {
  let buffer = new Uint8Array(1 << 16);
  let length = 0;
  const reserve = (extra: number): void => {
    if (length + extra <= buffer.length) return;
    const larger = new Uint8Array(Math.max(buffer.length * 2, length + extra));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  };
  return {
    length: () => length,
    number(value: number): void {
      if (!Number.isSafeInteger(value) || value < 0) {
        throw new RangeError(`The dataset format has no number ${value}.`);
      }
      reserve(8);
      let rest = value;
      while (rest >= 0x80) {
        buffer[length++] = (rest % 128) | 0x80;
        rest = Math.floor(rest / 128);
      }
      buffer[length++] = rest;
    },
    bytes(bytes: Uint8Array): void {
      reserve(bytes.length);
      buffer.set(bytes, length);
      length += bytes.length;
    },
    finish: (): Uint8Array => buffer.slice(0, length),
  };
}

export type StringTable = ReturnType<typeof createStringTable>;

/** Collects strings, each once, and numbers them in the order of first use. */
export function createStringTable() {
  const index = new Map<string, number>();
  return {
    add: (text: string) => numberIn(index, text),
    finish() {
      const encoder = new TextEncoder();
      const bytes = createByteWriter();
      const lengths = createByteWriter();
      for (const text of index.keys()) {
        const encoded = encoder.encode(text);
        bytes.bytes(encoded);
        lengths.number(encoded.length);
      }
      return { bytes: bytes.finish(), lengths: lengths.finish(), count: index.size };
    },
  };
}

export type ModelTable = ReturnType<typeof createModelTable>;

/** Collects models, each once, and numbers them in the order of first use. */
export function createModelTable(tables: VpicTables, strings: StringTable) {
  const index = new Map<string, number>();
  return {
    add: (attribute: string) => numberIn(index, attribute),
    count: () => index.size,
    /** Writes name (the bare id where the model is missing) and make. */
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

/** Codes from here on stand for attributes of lookup elements that are no ids. */
const FIRST_INVENTED = 1_000_000_000;

export type AttributeCodes = ReturnType<typeof createAttributeCodes>;

/** Numbers attributes: models by their place, lookup attributes by their id, all else by its string. */
export function createAttributeCodes(tables: VpicTables, strings: StringTable, models: ModelTable) {
  const elements = new Map(tables.elements.map((element) => [element.id, element]));
  const lookups = new Map([...tables.lookups].map(([name, rows]) => [name, new Map(rows)]));
  const invented = new Map<string, number>();
  return {
    /** The lookup tables, with the invented codes. */
    lookups,
    codeOf(element: number, attribute: string): number {
      if (element === ELEMENT.model) return models.add(attribute);
      // Decodes hold the names of these, not their ids.
      if (element === ELEMENT.make) return nameIn(tables.makes, attribute);
      if (element === ELEMENT.manufacturer) return nameIn(tables.manufacturers, attribute);
      const lookup = elements.get(element)?.lookup ?? null;
      const table = lookup === null ? undefined : lookups.get(lookup);
      if (table === undefined) return strings.add(clean(attribute));
      if (/^(0|[1-9]\d{0,8})$/.test(attribute)) return Number(attribute);
      const code = FIRST_INVENTED + numberIn(invented, `${lookup} ${attribute}`);
      table.set(String(code), attribute);
      return code;
    },
  };

  function nameIn(names: ReadonlyMap<number, string>, id: string): number {
    return strings.add(capitals(names.get(Number(id)) ?? id));
  }
}
