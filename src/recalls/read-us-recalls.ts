import { z } from 'zod';
import { patienceLeftMs, type Waited } from '../lib/in-time.ts';
import { nameText, resolveNhtsaNames } from '../names/nhtsa-names.ts';
import { type NamedVehicle, namingKey } from '../names/resolve-model-names.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import { freshMsWith, keepMissing } from '../sources/keep-missing.ts';
import type { Nhtsa } from '../sources/nhtsa/nhtsa.ts';
import type { RecordedWorld } from '../sources/recorded-world.ts';
import { FRESH_MS, STALE_MS } from './keeping.ts';
import { usRecallSchema } from './recall-schemas.ts';
import { byUrgency, mergeUsRecalls } from './us-recalls.ts';

const usListSchema = z.object({
  recalls: z.array(usRecallSchema),
  matchedModels: z.array(z.string()),
  inDoubt: z.array(z.string()),
  keptApart: z.array(z.string()),
  modelListed: z.boolean(),
});

export type UsList = z.infer<typeof usListSchema>;

interface Dependencies {
  nhtsa: Nhtsa;
  cachedFetch: CachedFetch;
  recorded?: RecordedWorld;
}

async function fetchUsRecalls(dependencies: Dependencies, vehicle: NamedVehicle): Promise<UsList> {
  const names = await resolveNhtsaNames(dependencies, vehicle, 'recalls');
  const filed = await Promise.all(
    names.asked.map(async (asked) => ({
      name: nameText(asked),
      inDoubt: names.inDoubt.includes(nameText(asked)),
      recalls: await dependencies.nhtsa.recallsByVehicle(asked),
    })),
  );
  const recalls = mergeUsRecalls(filed);
  return {
    recalls,
    matchedModels: names.asked.map(nameText),
    inDoubt: names.inDoubt,
    keptApart: names.keptApart,
    modelListed: names.modelListed || recalls.length > 0 || (await hasComplaints(dependencies, vehicle)),
  };
}

/** A model without recalls may be missing from their list, but owners have usually complained about it. */
async function hasComplaints(dependencies: Dependencies, vehicle: NamedVehicle): Promise<boolean> {
  const names = await resolveNhtsaNames(dependencies, vehicle, 'complaints').catch(() => undefined);
  return names?.modelListed ?? false;
}

/** A reading that lost recalls is not believed at once, nor that the model is gone with them. */
function withMissing(fresh: UsList, last: UsList, nowMs: number): UsList {
  const recalls = byUrgency(keepMissing(fresh.recalls, last.recalls, ({ campaign }) => campaign, nowMs));
  const isShorter = recalls.length > fresh.recalls.length;
  return { ...fresh, recalls, modelListed: fresh.modelListed || (isShorter && last.modelListed) };
}

export function readUsRecalls(
  dependencies: Dependencies,
  vehicle: NamedVehicle,
  { signal, ...waited }: Waited & { signal?: AbortSignal },
): Promise<Cached<UsList>> {
  const { nhtsa, cachedFetch, recorded } = dependencies;
  return cachedFetch({
    key: `recalls/us/2/${namingKey(vehicle)}`,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    patienceMs: patienceLeftMs(waited),
    source: { source: 'NHTSA recalls', url: nhtsa.url },
    schema: usListSchema,
    fetch: () => fetchUsRecalls(dependencies, vehicle),
    reconcile: withMissing,
    freshMsOf: ({ recalls }) => freshMsWith(recalls, FRESH_MS),
    recorded: () => recorded?.find(vehicle, 'us', usListSchema),
    ...(signal && { signal }),
  });
}
