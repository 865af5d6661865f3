import { z } from 'zod';
import { deadlineLeftMs, type Elapsed } from '../lib/clock.ts';
import { type CanadaReader, type Mirror, preferCopy } from '../mirror/read/mirror.ts';
import type { NamedVehicle } from '../names/narrowing.ts';
import { filingNames } from '../names/resolve-make-names.ts';
import { namingKey, resolveModelNames } from '../names/resolve-model-names.ts';
import { spellingKey, wordsOf } from '../names/spelling.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import { freshMsWith, keepMissing, notYetBelieved } from '../sources/keep-missing.ts';
import type { RecordedWorld } from '../sources/recordings.ts';
import type {
  CanadaDetailsRow,
  CanadaListRow,
  TransportCanada,
} from '../sources/transport-canada/transport-canada.ts';
import { warningsOf } from '../sources/warnings.ts';
import { allModels, FRESH_MS, notReadShape, STALE_MS } from './keeping.ts';
import { type CanadaRecall, canadaRecallSchema } from './recall-schemas.ts';
import { urgency } from './statements.ts';

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
  ...notReadShape,
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
        freshMsOf: (rows) => (rows.length === 0 ? 0 : freshMsWith(rows, FRESH_MS)),
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
        freshMsOf: (recall) => (isDetailed(recall) ? FRESH_MS : 0),
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

/** A recall without details is given with what the list says, and asked for again at the next call. */
const isDetailed = ({ summary }: CanadaRecall) => summary !== null;

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
    notRead: list.value.length === 0 ? [allModels(vehicle)] : [],
    notReadSince: null,
    oldestReadAtMs: Math.min(...[list, ...details].map(({ readAtMs }) => readAtMs)),
  };
}

export function readCanadaRecalls(
  dependencies: Dependencies,
  vehicle: NamedVehicle,
  asked: Elapsed & { signal?: AbortSignal },
): Promise<Cached<CanadaList>> {
  return preferCopy(dependencies.mirror, 'canada', {
    read: async (reader) => ({ ...(await readRecalls(readingCopy(reader), vehicle)), notRead: [] }),
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
    reconcile: (fresh, last, nowMs) => ({ ...fresh, ...notYetBelieved(fresh, last, nowMs) }),
    freshMsOf: ({ recalls, notRead }) =>
      notRead.length > 0 || !recalls.every(isDetailed) ? 0 : freshMsWith(recalls, FRESH_MS),
    recorded: () => recorded?.find(vehicle, 'canada', canadaListSchema),
    ...(signal && { signal }),
  });
}

export interface ListedRecall {
  recallNumber: string;
  recalledOn: string;
  /** The rows of the list that stand for the car. */
  rows: CanadaListRow[];
  /** Found only under names of versions that the car may or may not be. */
  inDoubt: boolean;
  /** The time of the first reading of the list that lacked it. */
  missingSince: string | null;
}

const nameOf = (row: { make: string; model: string }) => `${row.make} ${row.model}`.toUpperCase();

/** The search goes by part of a name and is blind to hyphens in no documented way: one long word finds every spelling. */
export function makeSearchWords(vehicle: NamedVehicle): string[] {
  const words = filingNames(vehicle).map(({ make }) =>
    wordsOf(make).reduce((longest, word) => (word.length > longest.length ? word : longest), ''),
  );
  return [...new Set(words.filter((word) => word !== ''))];
}

/** Picks the rows of the car out of all recalls of its make and model year. */
export function matchCanadaList(
  vehicle: NamedVehicle,
  rows: readonly (CanadaListRow & { missingSince?: string | null })[],
) {
  const matchedNames = new Set<string>();
  const doubtfulNames = new Set<string>();
  const keptApart = new Set<string>();
  for (const { make, model } of filingNames(vehicle)) {
    const ofMake = rows.filter((row) => spellingKey(row.make) === spellingKey(make));
    const listed = ofMake.map((row) => row.model);
    const names = resolveModelNames({ ...vehicle, make, model }, listed);
    const isIn = (some: readonly string[], row: CanadaListRow) =>
      some.some((name) => spellingKey(name) === spellingKey(row.model));
    for (const row of ofMake) {
      if (isIn(names.matched, row)) matchedNames.add(nameOf(row));
      else if (isIn(names.inDoubt, row)) doubtfulNames.add(nameOf(row));
      else if (isIn(names.keptApart, row)) keptApart.add(nameOf(row));
    }
  }
  const byNumber = new Map<string, ListedRecall>();
  for (const row of rows) {
    if (row.year !== vehicle.year || !(matchedNames.has(nameOf(row)) || doubtfulNames.has(nameOf(row))))
      continue;
    const inDoubt = !matchedNames.has(nameOf(row));
    const { recallNumber, recalledOn } = row;
    const seen = byNumber.get(recallNumber);
    if (seen) {
      seen.rows.push(row);
      seen.inDoubt &&= inDoubt;
      seen.missingSince = row.missingSince ? seen.missingSince : null;
    } else
      byNumber.set(recallNumber, {
        recallNumber,
        recalledOn,
        rows: [row],
        inDoubt,
        missingSince: row.missingSince ?? null,
      });
  }
  const recalls = [...byNumber.values()].sort(
    (a, b) => b.recalledOn.localeCompare(a.recalledOn) || b.recallNumber.localeCompare(a.recallNumber),
  );
  return {
    /** Newest first. */
    recalls,
    matchedModels: [...matchedNames, ...doubtfulNames],
    inDoubt: [...doubtfulNames],
    keptApart: [...keptApart],
  };
}

const distinct = <T>(values: T[]): T[] => [...new Set(values)];

/** The part is not a field of its own; newer texts name it in the first words behind "Issue". */
function componentOf(comment: string): string | null {
  const named = /\bthe ([a-z][a-z -]{2,40}?) (?:may|might|could|can|does|do|did|was|were|is|are)\b/i.exec(
    comment,
  );
  return named?.[1]?.trim().toLowerCase() ?? null;
}

/** Joins the rows of one recall, one per make, model and year with the same text, into one entry. */
export function toCanadaRecall(listed: ListedRecall, details: readonly CanadaDetailsRow[]): CanadaRecall {
  const first = details[0];
  const years = details.map((row) => Number(row.DATE_YEAR_CD)).filter((year) => year > 1900 && year < 2200);
  const units = details.flatMap((row) => row.UNIT_AFFECTED_NBR ?? []);
  const [summary = null, french = null] = [first?.COMMENT_ETXT, first?.COMMENT_FTXT].map(
    (text) => text?.replace(/\r\n?/g, '\n').trim() || null,
  );
  const worded = warningsOf([summary, french]);
  const inFrench = warningsOf([french]).text;
  return {
    recallNumber: listed.recallNumber,
    manufacturerRecallNumber: first?.MANUFACTURER_RECALL_NO_TXT || null,
    component: summary && componentOf(summary),
    system: first?.SYSTEM_TYPE_ETXT || null,
    summary,
    unitsAffected: units.length > 0 ? Math.max(...units) : null,
    parkIt: worded.parkIt || null,
    parkOutside: worded.parkOutside || null,
    stopSale: worded.stopSale || null,
    warningText: warningsOf([summary]).text ?? inFrench,
    ...(french !== null && { inFrench: { summary: french, warningText: inFrench } }),
    unreadAdvice: first ? worded.unread : 'Transport Canada lists this recall and gave no text of it.',
    inDoubt: false,
    missingSince: null,
    recalledOn: first?.RECALL_DATE_DTE ?? listed.recalledOn,
    makes: distinct(first ? details.map((row) => row.MAKE_NAME_NM) : listed.rows.map((row) => row.make)),
    models: distinct(first ? details.map((row) => row.MODEL_NAME_NM) : listed.rows.map((row) => row.model)),
    years: distinct(years.length > 0 ? years : listed.rows.map((row) => row.year)).sort((a, b) => a - b),
    url: `https://wwwapps.tc.gc.ca/Saf-Sec-Sur/7/VRDB-BDRV/search-recherche/detail.aspx?lang=eng&rn=${listed.recallNumber}`,
  };
}
