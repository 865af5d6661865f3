/** Many strings in one run of bytes, made into JavaScript strings only when asked for. */
export interface StringArena {
  count: number;
  at(index: number): string;
}

export function openStringArena(bytes: Uint8Array, starts: Uint32Array): StringArena {
  const count = starts.length - 1;
  const decoder = new TextDecoder();
  const made = new Array<string | undefined>(count).fill(undefined);
  return {
    count,
    at(index) {
      const known = made[index];
      if (known !== undefined) return known;
      const text = decoder.decode(bytes.subarray(starts[index], starts[index + 1]));
      made[index] = text;
      return text;
    },
  };
}
