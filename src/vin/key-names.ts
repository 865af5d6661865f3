import { compileKey } from './key-mask.ts';

const POSITIONS = 8;
const WORDS = 2 * POSITIONS;

/** What keys name at their first eight positions, compiled at first need into one run of words: there are many keys. */
export function createNamesOfKeys(count: number, textOf: (key: number) => string) {
  const words = new Uint32Array(count * WORDS);
  const isCompiled = new Uint8Array(count);
  return (key: number, position: number, half: number): number => {
    if (isCompiled[key] !== 1) {
      isCompiled[key] = 1;
      words.set(compileKey(textOf(key)).names.subarray(0, WORDS), key * WORDS);
    }
    return words[key * WORDS + 2 * position + half] ?? 0;
  };
}
