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
    recorded: z
      .literal(true)
      .exactOptional()
      .describe(
        'Only in dev mode: the source could not be reached, and this is an answer that ships with the service for trying it out. It is neither complete nor of today',
      ),
  })
  .meta({ id: 'Provenance', description: 'Where an answer, or one part of it, came from.' });

/** What a reader must know of the age of a part; empty where it was read from its source. */
export function ageWords({ cache, recorded }: Pick<Provenance, 'cache' | 'recorded'>): string {
  if (recorded) return ' (a recorded answer for trying out: the source cannot be reached)';
  return cache === 'stale' ? ' (an older copy: a newer one could not be had)' : '';
}

export type CacheOutcome = z.infer<typeof cacheOutcome>;
export type Provenance = z.infer<typeof provenanceSchema>;
