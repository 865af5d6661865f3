import { z } from 'zod';
import { type NamedVehicle, namingKey } from '../names/resolve-model-names.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import type { TransportCanada } from '../sources/transport-canada/transport-canada.ts';
import { type ListedRecall, makeSearchWords, matchCanadaList, toCanadaRecall } from './canada-recalls.ts';
import { FRESH_MS, PATIENCE_MS, STALE_MS } from './keeping.ts';
import { canadaRecallSchema } from './recall-schemas.ts';

const MOST_DETAILS = 25;

const canadaListSchema = z.object({
  /** The newest, with details. */
  recalls: z.array(canadaRecallSchema),
  total: z.number().int(),
  matchedModels: z.array(z.string()),
  keptApart: z.array(z.string()),
  oldestReadAtMs: z.number(),
});

const listRowSchema = z.object({
  recallNumber: z.string(),
  manufacturer: z.string(),
  model: z.string(),
  make: z.string(),
  year: z.number().int(),
  recalledOn: z.string(),
});

export type CanadaList = z.infer<typeof canadaListSchema>;

interface Dependencies {
  transportCanada: TransportCanada;
  cachedFetch: CachedFetch;
}

const SOURCE = 'Transport Canada recalls';
const keeping = { freshMs: FRESH_MS, staleMs: STALE_MS };

/** All recalls of the make and model year: one list serves every model of the make. */
function readMakeList({ transportCanada, cachedFetch }: Dependencies, vehicle: NamedVehicle) {
  const words = makeSearchWords(vehicle);
  return cachedFetch({
    key: `recalls/ca-list/1/${words.join('+')}/${vehicle.year}`,
    ...keeping,
    source: { source: SOURCE, url: transportCanada.url },
    schema: z.array(listRowSchema),
    fetch: () => transportCanada.recallsOfMakes(words, vehicle.year),
  });
}

/** One recall is read once for all cars in it. */
function readDetails({ transportCanada, cachedFetch }: Dependencies, listed: ListedRecall) {
  return cachedFetch({
    key: `recalls/ca-details/1/${listed.recallNumber}`,
    ...keeping,
    source: { source: SOURCE, url: transportCanada.url },
    schema: canadaRecallSchema,
    fetch: async () => toCanadaRecall(listed, await transportCanada.recallDetails(listed.recallNumber)),
  });
}

async function fetchCanadaRecalls(dependencies: Dependencies, vehicle: NamedVehicle): Promise<CanadaList> {
  const list = await readMakeList(dependencies, vehicle);
  const matched = matchCanadaList(vehicle, list.value);
  const details = await Promise.all(
    matched.recalls.slice(0, MOST_DETAILS).map((listed) => readDetails(dependencies, listed)),
  );
  const readAtMs = [list, ...details].map(({ provenance }) => Date.parse(provenance.fetchedAt));
  return {
    recalls: details.map(({ value }) => value),
    total: matched.recalls.length,
    matchedModels: matched.matchedModels,
    keptApart: matched.keptApart,
    oldestReadAtMs: Math.min(...readAtMs),
  };
}

export function readCanadaRecalls(
  dependencies: Dependencies,
  vehicle: NamedVehicle,
  signal: AbortSignal | undefined,
): Promise<Cached<CanadaList>> {
  const { transportCanada, cachedFetch } = dependencies;
  return cachedFetch({
    key: `recalls/ca/1/${namingKey(vehicle)}`,
    ...keeping,
    patienceMs: PATIENCE_MS,
    source: { source: SOURCE, url: transportCanada.url },
    schema: canadaListSchema,
    fetch: () => fetchCanadaRecalls(dependencies, vehicle),
    readAtMs: (value) => value.oldestReadAtMs,
    ...(signal && { signal }),
  });
}
