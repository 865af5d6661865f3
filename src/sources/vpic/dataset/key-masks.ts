import { compileKey } from '@forecourt/vin/dataset-format';

/** Compiled keys by their place in the order of keys, all in one column. */
export interface KeyMasks {
  /** Whether some VIN can match both keys. */
  meet(one: number, other: number): boolean;
}

/** A digit to be read as a value is a digit here. */
export function packKeys(keys: readonly string[]): KeyMasks {
  const starts = new Uint32Array(keys.length + 1);
  // A key has no more places than characters.
  const words = new Uint32Array(2 * keys.reduce((sum, key) => sum + key.length, 0));
  let end = 0;
  for (const [place, key] of keys.entries()) {
    const { accepts } = compileKey(key.replaceAll('#', '[0-9]'));
    words.set(accepts, end);
    end += accepts.length;
    starts[place + 1] = end;
  }
  return {
    meet(one, other) {
      let [at, to] = [starts[one] ?? 0, starts[other] ?? 0];
      const end = Math.min(starts[one + 1] ?? 0, at + (starts[other + 1] ?? 0) - to);
      for (; at < end; at += 2, to += 2) {
        const low = (words[at] ?? 0) & (words[to] ?? 0);
        const high = (words[at + 1] ?? 0) & (words[to + 1] ?? 0);
        if (low === 0 && high === 0) return false;
      }
      return true;
    },
  };
}
