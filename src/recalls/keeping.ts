import { z } from 'zod';

const HOUR_MS = 3_600_000;

/** Each source is asked once a day for the same car. */
export const FRESH_MS = 24 * HOUR_MS;
/** An older copy is better than none for a source that fails: its age is shown. */
export const STALE_MS = 90 * 24 * HOUR_MS;

/** Fields of which a source had nothing though it should: defaults stand for copies and samples of before. */
export const notReadShape = {
  notRead: z.array(z.string()).default([]),
  notReadSince: z.iso.datetime().nullable().default(null),
};

/** Stands for the whole list of a make. */
export const allModels = ({ make, year }: { make: string; year: number }) =>
  `all models of ${make.toUpperCase()} of ${year}`;
