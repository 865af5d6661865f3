import { z } from 'zod';
import { deadlineLeftMs, type Elapsed } from '../lib/clock.ts';
import type { CanadaReader } from '../mirror/read/canada-reader.ts';
import { type Mirror, preferCopy } from '../mirror/read/mirror.ts';
import { type NamedVehicle, namingKey } from '../names/resolve-model-names.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import { freshMsWith, keepMissing } from '../sources/keep-missing.ts';
import type { RecordedWorld } from '../sources/recorded-world.ts';
import type { CanadaListRow } from '../sources/transport-canada/records.ts';
import type { TransportCanada } from '../sources/transport-canada/transport-canada.ts';
import { type ListedRecall, makeSearchWords, matchCanadaList, toCanadaRecall } from './canada-recalls.ts';
import { FRESH_MS, STALE_MS } from './keeping.ts';
import { type CanadaRecall, canadaRecallSchema } from './recall-schemas.ts';
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
  mirror?: Mirror;
  recorded?: RecordedWorld;
}

const SOURCE = 'Transport Canada recalls';
const keeping = { freshMs: FRESH_MS, staleMs: STALE_MS };

/** The source of recalls: the service of Transport Canada, or our copy of its file. */
interface Reading {
  /** All recalls of the make and model year. */
  list(vehicle: NamedVehicle): Promise<Read<z.infer<typeof listRowSchema>[]>>;
  details(listed: ListedRecall): Promise<Read<CanadaRecall>>;
}

interface Read<Value> {
  value: Value;
  readAtMs: number;
}

const readOf = <Value>({ value, provenance }: Cached<Value>): Read<Value> => ({
  value,
  readAtMs: Date.parse(provenance.fetchedAt),
});

function readingLive({ transportCanada, cachedFetch }: Dependencies): Reading {
  return {
    // One list serves every model of the make.
    async list(vehicle) {
      const words = makeSearchWords(vehicle);
      const list = await cachedFetch({
        key: `recalls/ca-list/2/${words.join('+')}/${vehicle.year}`,
        ...keeping,
        source: { source: SOURCE, url: transportCanada.url },
        schema: z.array(listRowSchema),
        fetch: async () => (await transportCanada.recallsOfMakes(words, vehicle.year)).map(present),
        reconcile: (fresh, last, nowMs) => keepMissing(fresh, last, rowKey, nowMs),
        freshMsOf: (rows) => freshMsWith(rows, FRESH_MS),
      });
      return readOf(list);
    },
    // One recall is read once for all cars in it.
    async details(listed) {
      const details = await cachedFetch({
        key: `recalls/ca-details/2/${listed.recallNumber}`,
        ...keeping,
        source: { source: SOURCE, url: transportCanada.url },
        schema: canadaRecallSchema,
        fetch: async () => toCanadaRecall(listed, await transportCanada.recallDetails(listed.recallNumber)),
      });
      return readOf(details);
    },
  };
}

/** Our copy loses no recall that it had: what is missing was compared when it was taken. */
function readingCopy(reader: CanadaReader): Reading {
  const readAtMs = Number.POSITIVE_INFINITY;
  return {
    async list(vehicle) {
      const rows = await reader.recallsOfMakes(makeSearchWords(vehicle), vehicle.year);
      return { value: rows.map(present), readAtMs };
    },
    async details(listed) {
      return { value: toCanadaRecall(listed, await reader.recallDetails(listed.recallNumber)), readAtMs };
    },
  };
}

const present = (row: CanadaListRow) => ({ ...row, missingSince: null });

async function readRecalls(reading: Reading, vehicle: NamedVehicle): Promise<CanadaList> {
  const list = await reading.list(vehicle);
  const matched = matchCanadaList(vehicle, list.value);
  const details = await Promise.all(matched.recalls.slice(0, MOST_DETAILS).map(reading.details));
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
    oldestReadAtMs: Math.min(...[list, ...details].map(({ readAtMs }) => readAtMs)),
  };
}

export function readCanadaRecalls(
  dependencies: Dependencies,
  vehicle: NamedVehicle,
  asked: Elapsed & { signal?: AbortSignal },
): Promise<Cached<CanadaList>> {
  return preferCopy(dependencies.mirror, 'canada', {
    read: (reader) => readRecalls(readingCopy(reader), vehicle),
    isKnown: ({ matchedModels }) => matchedModels.length > 0,
    live: () => readLive(dependencies, vehicle, asked),
  });
}

function readLive(
  dependencies: Dependencies,
  vehicle: NamedVehicle,
  { signal, ...waited }: Elapsed & { signal?: AbortSignal },
): Promise<Cached<CanadaList>> {
  const { transportCanada, cachedFetch, recorded } = dependencies;
  return cachedFetch({
    key: `recalls/ca/2/${namingKey(vehicle)}`,
    ...keeping,
    deadlineMs: deadlineLeftMs(waited),
    source: { source: SOURCE, url: transportCanada.url },
    schema: canadaListSchema,
    fetch: () => readRecalls(readingLive(dependencies), vehicle),
    readAtMs: (value) => value.oldestReadAtMs,
    freshMsOf: ({ recalls }) => freshMsWith(recalls, FRESH_MS),
    recorded: () => recorded?.find(vehicle, 'canada', canadaListSchema),
    ...(signal && { signal }),
  });
}
