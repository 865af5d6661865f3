import { z } from 'zod';
import { type NamedVehicle, namingKey } from '../names/resolve-model-names.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import type { Nhtsa } from '../sources/nhtsa/nhtsa.ts';
import { nameText, resolveNhtsaNames } from '../sources/nhtsa/resolve-names.ts';
import { FRESH_MS, PATIENCE_MS, STALE_MS } from './keeping.ts';
import { usRecallSchema } from './recall-schemas.ts';
import { mergeUsRecalls } from './us-recalls.ts';

const usListSchema = z.object({
  recalls: z.array(usRecallSchema),
  matchedModels: z.array(z.string()),
  keptApart: z.array(z.string()),
  modelListed: z.boolean(),
});

export type UsList = z.infer<typeof usListSchema>;

interface Dependencies {
  nhtsa: Nhtsa;
  cachedFetch: CachedFetch;
}

async function fetchUsRecalls(dependencies: Dependencies, vehicle: NamedVehicle): Promise<UsList> {
  const names = await resolveNhtsaNames(dependencies, vehicle, 'recalls');
  const filed = await Promise.all(
    names.asked.map(async (asked) => ({
      name: nameText(asked),
      recalls: await dependencies.nhtsa.recallsByVehicle(asked),
    })),
  );
  const recalls = mergeUsRecalls(filed);
  return {
    recalls,
    matchedModels: names.asked.map(nameText),
    keptApart: names.keptApart,
    modelListed: names.modelListed || recalls.length > 0 || (await hasComplaints(dependencies, vehicle)),
  };
}

/** A model without recalls may be missing from their list, but owners have usually complained about it. */
async function hasComplaints(dependencies: Dependencies, vehicle: NamedVehicle): Promise<boolean> {
  const names = await resolveNhtsaNames(dependencies, vehicle, 'complaints').catch(() => undefined);
  return names?.modelListed ?? false;
}

export function readUsRecalls(
  dependencies: Dependencies,
  vehicle: NamedVehicle,
  signal: AbortSignal | undefined,
): Promise<Cached<UsList>> {
  const { nhtsa, cachedFetch } = dependencies;
  return cachedFetch({
    key: `recalls/us/1/${namingKey(vehicle)}`,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    patienceMs: PATIENCE_MS,
    source: { source: 'NHTSA recalls', url: nhtsa.url },
    schema: usListSchema,
    fetch: () => fetchUsRecalls(dependencies, vehicle),
    ...(signal && { signal }),
  });
}
