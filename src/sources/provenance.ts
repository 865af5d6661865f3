import { z } from 'zod';

export const cacheOutcome = z
  .enum(['hit', 'miss', 'stale', 'none'])
  .describe(
    'hit: fresh from our cache; miss: fetched for this call; stale: the source failed and an older copy is served; none: computed from data shipped with the service',
  );

export const provenanceSchema = z
  .object({
    source: z.string(),
    url: z.url().optional(),
    dataset: z.string().optional(),
    fetchedAt: z.iso.datetime(),
    ageSeconds: z.number().int().nonnegative(),
    cache: cacheOutcome,
  })
  .meta({ id: 'Provenance', description: 'Where an answer, or one part of it, came from.' });

export type CacheOutcome = z.infer<typeof cacheOutcome>;
export type Provenance = z.infer<typeof provenanceSchema>;
