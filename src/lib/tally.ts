/** How many there are of each key, holding nothing for a key of which there are none. */
export interface Tally {
  countOf(key: string): number;
  add(key: string): void;
  remove(key: string): void;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  const countOf = (key: string) => counts.get(key) ?? 0;
  return {
    countOf,
    add(key) {
      counts.set(key, countOf(key) + 1);
    },
    remove(key) {
      const left = countOf(key) - 1;
      if (left > 0) counts.set(key, left);
      else counts.delete(key);
    },
  };
}
