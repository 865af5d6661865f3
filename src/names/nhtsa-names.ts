import { z } from 'zod';
import type { CachedFetch } from '../sources/cached.ts';
import { freshMsWith, keepMissing } from '../sources/keep-missing.ts';
import type { IssueList, Nhtsa } from '../sources/nhtsa/nhtsa.ts';
import type { NamedVehicle } from './narrowing.ts';
import { filingNames } from './resolve-make-names.ts';
import { resolveModelNames } from './resolve-model-names.ts';
import { spellingKey } from './spelling.ts';

interface Dependencies {
  nhtsa: Nhtsa;
  cachedFetch: CachedFetch;
}

const listedModelSchema = z.object({ model: z.string(), missingSince: z.iso.datetime().nullable() });

const HOUR_MS = 3_600_000;
const FRESH_MS = 24 * HOUR_MS;
const STALE_MS = 90 * 24 * HOUR_MS;

export function nameText({ make, model }: { make: string; model: string }): string {
  return `${make} ${model}`.toUpperCase();
}

/** The models of a make and year under which something is filed; `isExpected` of the make that the decoder names. */
export type ListModels = (make: string, year: number, isExpected: boolean) => Promise<string[]>;

/** NHTSA's own list, kept for a day. */
export function listLiveModels({ nhtsa, cachedFetch }: Dependencies, list: IssueList): ListModels {
  return async (make, year, isExpected) => {
    const { value: listed } = await cachedFetch({
      key: `nhtsa/models/2/${list}/${make}/${year}`,
      freshMs: FRESH_MS,
      staleMs: STALE_MS,
      source: { source: `NHTSA ${list}`, url: nhtsa.url },
      schema: z.array(listedModelSchema),
      fetch: async () =>
        (await nhtsa.models(list, make, year, isExpected)).map((model) => ({ model, missingSince: null })),
      reconcile: (fresh, last, nowMs) => keepMissing(fresh, last, (one) => one.model, nowMs),
      // An empty list is another make's spelling, or a fault.
      freshMsOf: (models) => (models.length === 0 ? 0 : freshMsWith(models, FRESH_MS)),
    });
    return listed.map((one) => one.model);
  };
}

/** Finds the names of a decoded car in the list of its model year. */
export async function resolveNhtsaNames(listModels: ListModels, vehicle: NamedVehicle) {
  const { year } = vehicle;
  const resolved = await Promise.all(
    filingNames(vehicle).map(async ({ make, model }, at) => {
      const listed = await listModels(make, year, at === 0);
      const names = resolveModelNames({ ...vehicle, make, model }, listed);
      const asked = (name: string) => ({ make, model: name, year, isListed: true });
      return {
        isEmpty: listed.length === 0,
        matched: names.matched.map(asked),
        inDoubt: names.inDoubt.map(asked),
        keptApart: names.keptApart.map((name) => nameText({ make, model: name })),
      };
    }),
  );
  const certain = resolved.flatMap((names) => names.matched);
  const doubtful = resolved.flatMap((names) => names.inDoubt).map(nameText);
  const known = new Set(certain.map(nameText));
  const matched = [...certain, ...resolved.flatMap((names) => names.inDoubt)];
  const own = { make: vehicle.make.toUpperCase(), model: vehicle.model.toUpperCase(), year, isListed: false };
  const ownIsListed = matched.some(
    ({ make, model }) => make === own.make && spellingKey(model) === spellingKey(own.model),
  );
  return {
    /** Names to ask for: every listed one that stands for the car, and the car's own whether listed or not. */
    asked: ownIsListed ? matched : [own, ...matched],
    /** Versions among those asked that the car may or may not be. */
    inDoubt: [...new Set(doubtful)].filter((name) => !known.has(name)),
    /** Listed hybrids and electrics of this model that the car is not. */
    keptApart: resolved.flatMap((names) => names.keptApart),
    /** False where the list lacks the model altogether: then "nothing filed" may only mean "not known by this name". */
    modelListed: matched.length > 0,
    /** True where nothing at all is listed for the make and year: that may be a fault. */
    isListEmpty: resolved[0]?.isEmpty === true,
  };
}
