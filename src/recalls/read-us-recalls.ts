import { z } from 'zod';
import { deadlineLeftMs, type Elapsed } from '../lib/clock.ts';
import { type Mirror, preferCopy } from '../mirror/read/mirror.ts';
import { type ListModels, listLiveModels, nameText, resolveNhtsaNames } from '../names/nhtsa-names.ts';
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
  mirror?: Mirror;
  recorded?: RecordedWorld;
}

/** The source of recalls: the service of NHTSA, or our copy of its files. */
interface Reading {
  models: ListModels;
  recallsByVehicle: Nhtsa['recallsByVehicle'];
  /** Models with complaints. */
  complained: ListModels;
}

async function readRecalls(
  { models, recallsByVehicle, complained }: Reading,
  vehicle: NamedVehicle,
): Promise<UsList> {
  const names = await resolveNhtsaNames(models, vehicle);
  const filed = await Promise.all(
    names.asked.map(async (asked) => ({
      name: nameText(asked),
      inDoubt: names.inDoubt.includes(nameText(asked)),
      recalls: await recallsByVehicle(asked),
    })),
  );
  const recalls = mergeUsRecalls(filed);
  return {
    recalls,
    matchedModels: names.asked.map(nameText),
    inDoubt: names.inDoubt,
    keptApart: names.keptApart,
    modelListed: names.modelListed || recalls.length > 0 || (await hasComplaints(complained, vehicle)),
  };
}

/** A model without recalls may be missing from their list, but owners have usually complained about it. */
async function hasComplaints(complained: ListModels, vehicle: NamedVehicle): Promise<boolean> {
  const names = await resolveNhtsaNames(complained, vehicle).catch(() => undefined);
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
  asked: Elapsed & { signal?: AbortSignal },
): Promise<Cached<UsList>> {
  const { mirror } = dependencies;
  return preferCopy(mirror, 'recalls', {
    read: async (reader) => {
      const complaints = await mirror?.copy('complaints');
      const complained: ListModels = complaints?.reader.models ?? (async () => []);
      return readRecalls({ ...reader, complained }, vehicle);
    },
    isKnown: ({ modelListed }) => modelListed,
    live: () => readLive(dependencies, vehicle, asked),
  });
}

function readLive(
  dependencies: Dependencies,
  vehicle: NamedVehicle,
  { signal, ...waited }: Elapsed & { signal?: AbortSignal },
): Promise<Cached<UsList>> {
  const { nhtsa, cachedFetch, recorded } = dependencies;
  const reading = {
    models: listLiveModels(dependencies, 'recalls'),
    complained: listLiveModels(dependencies, 'complaints'),
    recallsByVehicle: nhtsa.recallsByVehicle,
  };
  return cachedFetch({
    key: `recalls/us/2/${namingKey(vehicle)}`,
    freshMs: FRESH_MS,
    staleMs: STALE_MS,
    deadlineMs: deadlineLeftMs(waited),
    source: { source: 'NHTSA recalls', url: nhtsa.url },
    schema: usListSchema,
    fetch: () => readRecalls(reading, vehicle),
    reconcile: withMissing,
    freshMsOf: ({ recalls }) => freshMsWith(recalls, FRESH_MS),
    recorded: () => recorded?.find(vehicle, 'us', usListSchema),
    ...(signal && { signal }),
  });
}
