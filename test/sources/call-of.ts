import { z } from 'zod';
import type { CachedCall } from '../../src/sources/cached.ts';

export const HOUR_MS = 3_600_000;

/** A reading of one list, which every instance asks for under the same name. */
export function callOf(
  fetch: () => Promise<number[]>,
  more: Partial<CachedCall<number[]>> = {},
): CachedCall<number[]> {
  return {
    key: 'recalls/us/1/HYUNDAI/ELANTRA/2013',
    freshMs: 24 * HOUR_MS,
    staleMs: 240 * HOUR_MS,
    source: { source: 'NHTSA recalls', url: 'https://api.nhtsa.gov/' },
    schema: z.array(z.number()),
    fetch,
    ...more,
  };
}
