/** What is read of a word, kept under the word. */
interface Entry<T> {
  word: string;
  read: T;
  /** Another word in the same slot. */
  next: Entry<T> | undefined;
}

const SLOTS = 1 << 15;
const MOST_WORDS = 50_000;
const HASH_PRIME = 0x01000193;

/** The hash of a word with one more letter at its end; that of no letter is 0. */
export function hashOn(hash: number, code: number): number {
  return Math.imul(hash ^ code, HASH_PRIME);
}

/** What is read of the word that stands in a text from one place up to another and has this hash. */
export type ReadWithin<T> = (text: string, from: number, to: number, hash: number) => T;

/** Reads every word once: those that are known are not even cut out of the text, which is most of the cost. */
export function createWordTable<T>(read: (word: string) => T): ReadWithin<T> {
  const slots = new Array<Entry<T> | undefined>(SLOTS).fill(undefined);
  let size = 0;
  return (text, from, to, hash) => {
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    for (let entry = slots[slot]; entry !== undefined; entry = entry.next)
      if (entry.word.length === to - from && text.startsWith(entry.word, from)) return entry.read;
    const word = text.slice(from, to);
    const entry = { word, read: read(word), next: slots[slot] };
    if (size < MOST_WORDS) {
      slots[slot] = entry;
      size += 1;
    }
    return entry.read;
  };
}
