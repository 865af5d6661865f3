import { createByteWriter } from './byte-writer.ts';

/** Collects strings, each once, and numbers them in the order of first use. */
export interface StringTable {
  add(text: string): number;
  finish(): { bytes: Uint8Array; lengths: Uint8Array; count: number };
}

export function createStringTable(): StringTable {
  const index = new Map<string, number>();
  return {
    add(text) {
      const known = index.get(text);
      if (known !== undefined) return known;
      index.set(text, index.size);
      return index.size - 1;
    },
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
