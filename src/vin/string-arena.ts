import type { Column } from './byte-reader.ts';

/** Many strings in one run of bytes, made into JavaScript strings only when asked for. */
export interface StringArena {
  count: number;
  at(index: number): string;
}

export function openStringArena(bytes: Uint8Array, lengths: Column): StringArena {
  const ends = new Uint32Array(lengths.length);
  let end = 0;
  for (let index = 0; index < lengths.length; index++) {
    end += lengths[index] ?? 0;
    ends[index] = end;
  }
  const decoder = new TextDecoder();
  const made = new Array<string | undefined>(lengths.length).fill(undefined);
  return {
    count: lengths.length,
    at(index) {
      const known = made[index];
      if (known !== undefined) return known;
      const text = decoder.decode(bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index]));
      made[index] = text;
      return text;
    },
  };
}
