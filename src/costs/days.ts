/** The day of a purchase of which no day is said. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** The day since which all are verified; null where one is not. */
export function verifiedSince(days: readonly (string | null)[]): string | null {
  return days.includes(null) ? null : (days.toSorted()[0] ?? null);
}
