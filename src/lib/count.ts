export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Counts how often each comes, in the order in which they come first. */
export function countEach<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** The commonest first, and of equals the alphabetically first. */
export function commonestFirst<T extends string>(counts: ReadonlyMap<T, number>): [T, number][] {
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}
