import { z } from 'zod';
import { patienceLeftMs, type Waited } from '../lib/in-time.ts';
import { type NamedVehicle, namingKey } from '../names/resolve-model-names.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import { freshMsWith, keepMissing } from '../sources/keep-missing.ts';
import type { RecordedWorld } from '../sources/recorded-world.ts';
import type { TransportCanada } from '../sources/transport-canada/transport-canada.ts';
import { type ListedRecall, makeSearchWords, matchCanadaList, toCanadaRecall } from './canada-recalls.ts';
import { FRESH_MS, STALE_MS } from './keeping.ts';
import { canadaRecallSchema } from './recall-schemas.ts';
import { urgency } from './urgency.ts';

const MOST_DETAILS = 25;

const canadaListSchema = z.object({
  /** The newest, with details. */
  recalls: z.array(canadaRecallSchema),
  total: z.number().int(),
  /** Numbers of all recalls counted, the newest first. */
  numbers: z.array(z.string()),
  matchedModels: z.array(z.string()),
  inDoubt: z.array(z.string()),
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
  missingSince: z.iso.datetime().nullable(),
});

const rowKey = (row: z.infer<typeof listRowSchema>) =>
  [row.recallNumber, row.make, row.model, row.year].join('|');

export type CanadaList = z.infer<typeof canadaListSchema>;

interface Dependencies {
  transportCanada: TransportCanada;
  cachedFetch: CachedFetch;
  recorded?: RecordedWorld;
}

const SOURCE = 'Transport Canada recalls';
const keeping = { freshMs: FRESH_MS, staleMs: STALE_MS };

/** All recalls of the make and model year: one list serves every model of the make. */
function readMakeList({ transportCanada, cachedFetch }: Dependencies, vehicle: NamedVehicle) {
  const words = makeSearchWords(vehicle);
  return cachedFetch({
    key: `recalls/ca-list/2/${words.join('+')}/${vehicle.year}`,
    ...keeping,
    source: { source: SOURCE, url: transportCanada.url },
    schema: z.array(listRowSchema),
    fetch: async () => {
      const rows = await transportCanada.recallsOfMakes(words, vehicle.year);
      return rows.map((row) => ({ ...row, missingSince: null }));
    },
    reconcile: (fresh, last, nowMs) => keepMissing(fresh, last, rowKey, nowMs),
    freshMsOf: (rows) => freshMsWith(rows, FRESH_MS),
  });
}

/** One recall is read once for all cars in it. */
function readDetails({ transportCanada, cachedFetch }: Dependencies, listed: ListedRecall) {
  return cachedFetch({
    key: `recalls/ca-details/2/${listed.recallNumber}`,
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
    recalls: details
      .map(({ value }, at) => ({
        ...value,
        inDoubt: matched.recalls[at]?.inDoubt ?? false,
        missingSince: matched.recalls[at]?.missingSince ?? null,
      }))
      .sort((a, b) => urgency(b) - urgency(a) || b.recalledOn.localeCompare(a.recalledOn)),
    total: matched.recalls.length,
    numbers: matched.recalls.map(({ recallNumber }) => recallNumber),
    matchedModels: matched.matchedModels,
    inDoubt: matched.inDoubt,
    keptApart: matched.keptApart,
    oldestReadAtMs: Math.min(...readAtMs),
  };
}

export function readCanadaRecalls(
  dependencies: Dependencies,
  vehicle: NamedVehicle,
  { signal, ...waited }: Waited & { signal?: AbortSignal },
): Promise<Cached<CanadaList>> {
  const { transportCanada, cachedFetch, recorded } = dependencies;
  return cachedFetch({
    key: `recalls/ca/2/${namingKey(vehicle)}`,
    ...keeping,
    patienceMs: patienceLeftMs(waited),
    source: { source: SOURCE, url: transportCanada.url },
    schema: canadaListSchema,
    fetch: () => fetchCanadaRecalls(dependencies, vehicle),
    readAtMs: (value) => value.oldestReadAtMs,
    freshMsOf: ({ recalls }) => freshMsWith(recalls, FRESH_MS),
    recorded: () => recorded?.find(vehicle, 'canada', canadaListSchema),
    ...(signal && { signal }),
  });
}
