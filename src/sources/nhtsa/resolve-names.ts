import { z } from 'zod';
import { filingNames, makeSpellings } from '../../names/resolve-make-names.ts';
import { type NamedVehicle, resolveModelNames } from '../../names/resolve-model-names.ts';
import { spellingKey } from '../../names/spelling.ts';
import type { CachedFetch } from '../cached.ts';
import type { IssueList, Nhtsa, VehicleName } from './nhtsa.ts';

export interface NhtsaNames {
  /** What to ask for: every listed name that stands for the car, and the car's own name whether listed or not. */
  asked: VehicleName[];
  /** Listed hybrids and electrics of this model that the car is not known to be. */
  keptApart: string[];
  /** Whether the list has the model at all: without it, "nothing filed" may only mean "not known by this name". */
  modelListed: boolean;
}

interface Dependencies {
  nhtsa: Nhtsa;
  cachedFetch: CachedFetch;
}

const HOUR_MS = 3_600_000;
const FRESH_MS = 24 * HOUR_MS;
const STALE_MS = 90 * 24 * HOUR_MS;

export function nameText({ make, model }: { make: string; model: string }): string {
  return `${make} ${model}`.toUpperCase();
}

/** Finds the names of a decoded car in NHTSA's own list of the model year, for recalls or for complaints. */
export async function resolveNhtsaNames(
  { nhtsa, cachedFetch }: Dependencies,
  vehicle: NamedVehicle,
  list: IssueList,
): Promise<NhtsaNames> {
  const { year } = vehicle;
  const filings = filingNames(vehicle).flatMap(({ make, model }) =>
    makeSpellings(make).map((spelling) => ({ make: spelling, model })),
  );
  const resolved = await Promise.all(
    filings.map(async ({ make, model }) => {
      const { value: listed } = await cachedFetch({
        key: `nhtsa/models/1/${list}/${make}/${year}`,
        freshMs: FRESH_MS,
        staleMs: STALE_MS,
        source: { source: `NHTSA ${list}`, url: nhtsa.url },
        schema: z.array(z.string()),
        fetch: () => nhtsa.models(list, make, year),
      });
      const names = resolveModelNames({ ...vehicle, make, model }, listed);
      return {
        matched: names.matched.map((name) => ({ make, model: name, year })),
        keptApart: names.keptApart.map((name) => nameText({ make, model: name })),
      };
    }),
  );
  const matched = resolved.flatMap((names) => names.matched);
  const own = { make: vehicle.make.toUpperCase(), model: vehicle.model.toUpperCase(), year };
  const ownIsListed = matched.some(
    ({ make, model }) => make === own.make && spellingKey(model) === spellingKey(own.model),
  );
  return {
    asked: ownIsListed ? matched : [own, ...matched],
    keptApart: resolved.flatMap((names) => names.keptApart),
    modelListed: matched.length > 0,
  };
}
