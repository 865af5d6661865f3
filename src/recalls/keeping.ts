const HOUR_MS = 3_600_000;

/** Each source is asked once a day for the same car. */
export const FRESH_MS = 24 * HOUR_MS;
/** An older copy is better than none for a source that fails: its age is shown. */
export const STALE_MS = 90 * 24 * HOUR_MS;
