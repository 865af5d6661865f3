/** Many strings in one run of bytes, made into JavaScript strings only when asked for. */
export interface StringArena {
  at(index: number): string;
}

export function openStringArena(bytes: Uint8Array, starts: Uint32Array): StringArena {
  const decoder = new TextDecoder();
  const made = new Array<string | undefined>(starts.length - 1).fill(undefined);
  return {
    at(index) {
      const known = made[index];
      if (known !== undefined) return known;
      const text = decoder.decode(bytes.subarray(starts[index], starts[index + 1]));
      made[index] = text;
      return text;
    },
  };
}
