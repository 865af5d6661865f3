import type { UrgentNotice } from '../errors/product-errors.ts';
import { isServiceError, ServiceError } from '../errors/service-error.ts';
import { type Clock, type Elapsed, withDeadline } from '../lib/clock.ts';
import { rememberNewest } from '../lib/on-demand.ts';
import type { Mirror } from '../mirror/read/mirror.ts';
import { type LookedUpVehicle, namedVehicle } from '../names/resolve-model-names.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import type { Nhtsa } from '../sources/nhtsa/nhtsa.ts';
import type { RecordedWorld } from '../sources/recordings.ts';
import type { TransportCanada } from '../sources/transport-canada/transport-canada.ts';
import { type CanadaList, readCanadaRecalls } from './canada-recalls.ts';
import type { ReadRecalls, RecallReport, RelatedPair, UsRecall } from './recall-schemas.ts';
import { relateRecalls } from './related/relate.ts';
import { namesNote, recallStatements, urgency } from './statements.ts';
import { readUsRecalls, type UsList } from './us-recalls.ts';

interface RecallDependencies {
  nhtsa: Nhtsa;
  transportCanada: TransportCanada;
  cachedFetch: CachedFetch;
  /** Our own copy, where there is one. */
  mirror?: Mirror;
  /** Only in dev mode. */
  recorded?: RecordedWorld;
}

interface CallOptions extends Elapsed {
  signal?: AbortSignal;
}

/** Gives up waiting for a country by rejecting. */
type Wait = <Read>(work: Promise<Read>) => Promise<Read>;

/** Recalls as far as they could be read, and why of a country none were. */
export interface RecallReading {
  read: ReadRecalls;
  failures: { us?: unknown; canada?: unknown };
}

export type RecallService = ReturnType<typeof createRecallService>;

export function createRecallService(dependencies: RecallDependencies) {
  const relate = rememberRelated();

  function read(vehicle: LookedUpVehicle, asked: CallOptions, wait: Wait = (work) => work) {
    const named = namedVehicle(vehicle);
    return Promise.allSettled([
      wait(readUsRecalls(dependencies, named, asked)),
      wait(readCanadaRecalls(dependencies, named, asked)),
    ]);
  }

  /** Reads each country by itself: one that fails, or that `wait` gives up, hides nothing of the other. */
  async function readEach(
    vehicle: LookedUpVehicle,
    asked: CallOptions = {},
    wait?: Wait,
  ): Promise<RecallReading> {
    const [us, canada] = await read(vehicle, asked, wait);
    const american = us.status === 'fulfilled' ? us.value : null;
    const canadian = canada.status === 'fulfilled' ? canada.value : null;
    return {
      read: readingOf(american, canadian, american && canadian ? relate(american, canadian) : []),
      failures: {
        ...(us.status === 'rejected' && { us: us.reason }),
        ...(canada.status === 'rejected' && { canada: canada.reason }),
      },
    };
  }

  return {
    readEach,
    /**
     * Rejects with upstream_unavailable when a source fails that has no older copy: half an answer could hide a warning.
     * Warnings of the other country go with it.
     */
    async forVehicle(vehicle: LookedUpVehicle, asked: CallOptions = {}): Promise<RecallReport> {
      const { read, failures } = await readEach(vehicle, asked);
      const { us, canada } = read.provenance;
      const counts = { us: read.counts.us ?? 0, canada: read.counts.canada ?? 0 };
      if (us && canada) return { ...read, counts, provenance: { us, canada } };
      throw withUrgentNotices(failures.us ?? failures.canada, urgentNotices(read));
    },
    /** Rejects only when the caller gives up. */
    async countsFor(vehicle: LookedUpVehicle, asked: CallOptions = {}): Promise<CountedRecalls> {
      const [us, canada] = await read(vehicle, asked);
      asked.signal?.throwIfAborted();
      const counts = {
        us: us.status === 'fulfilled' ? us.value.value.recalls.length : null,
        canada: canada.status === 'fulfilled' ? canada.value.value.total : null,
        ...(canada.status === 'fulfilled'
          ? unitsAffected(canada.value.value)
          : { canadaUnitsAffected: null, canadaUnitsCover: null }),
        namesNote: withRecorded(
          namesNote(...[us, canada].map((read) => (read.status === 'fulfilled' ? read.value.value : null))),
          [us, canada].some((read) => read.status === 'fulfilled' && read.value.provenance.recorded),
        ),
      };
      return { counts, us: us.status === 'fulfilled' ? us.value.value.recalls : [] };
    },
  };
}

const RECORDED =
  'These counts are of recorded answers for trying out, not of today: a source cannot be reached.';

/** Counts have no provenance of their own. */
function withRecorded(note: string | null, isRecorded: boolean | undefined): string | null {
  return isRecorded ? [RECORDED, ...(note === null ? [] : [note])].join(' ') : note;
}

/** Details are read of the 25 newest, and not every one states a number: the sum says how many it covers. */
function unitsAffected({ recalls }: CanadaList) {
  const stated = recalls.flatMap((recall) => recall.unitsAffected ?? []);
  return {
    canadaUnitsAffected:
      stated.length > 0 || recalls.length === 0 ? stated.reduce((sum, one) => sum + one, 0) : null,
    canadaUnitsCover: stated.length,
  };
}

/** Adds what must not wait to an outage, and nothing to a failure of another kind. */
function withUrgentNotices(failure: unknown, notices: UrgentNotice[]): unknown {
  if (notices.length === 0 || !isServiceError(failure, 'upstream_unavailable')) return failure;
  const { details, retryAfterSeconds } = failure;
  return new ServiceError(
    'upstream_unavailable',
    { ...details, urgentNotices: notices, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
    { cause: failure },
  );
}

function urgentNotices({ us, canada }: Pick<ReadRecalls, 'us' | 'canada'>): UrgentNotice[] {
  return [
    ...us.map((recall) => ({ ...recall, country: 'US' as const })),
    ...canada.map((recall) => ({ ...recall, country: 'CA' as const, campaign: recall.recallNumber })),
  ]
    .filter((recall) => urgency(recall) > 0)
    .map(({ country, campaign, component, parkIt, parkOutside, warningText, url }) => {
      return { country, campaign, component, parkIt, parkOutside, warningText, url };
    });
}

function readingOf(
  us: Cached<UsList> | null,
  canada: Cached<CanadaList> | null,
  related: RelatedPair[],
): ReadRecalls {
  const american = us?.value ?? null;
  const canadian = canada?.value ?? null;
  return {
    counts: { us: american?.recalls.length ?? null, canada: canadian?.total ?? null },
    us: american?.recalls ?? [],
    canada: canadian?.recalls ?? [],
    related,
    ...recallStatements,
    namesNote: namesNote(american, canadian),
    provenance: {
      us: us && { ...us.provenance, ...namesOf(us.value), modelListed: us.value.modelListed },
      canada: canada && {
        ...canada.provenance,
        ...namesOf(canada.value),
        modelListed: canada.value.matchedModels.length > 0,
      },
    },
  };
}

function namesOf({ matchedModels, inDoubt, keptApart, notRead }: UsList | CanadaList) {
  return { matchedModels, inDoubt, keptApart, notRead };
}

const REMEMBERED_CARS = 500;

/** Comparing texts takes a while and depends on the two copies alone, so the newest results are kept. */
function rememberRelated() {
  const remember = rememberNewest<RelatedPair[]>(REMEMBERED_CARS);
  return (us: Cached<UsList>, canada: Cached<CanadaList>): RelatedPair[] => {
    const key = [
      us.value.matchedModels,
      us.provenance.fetchedAt,
      canada.value.matchedModels,
      canada.provenance.fetchedAt,
    ]
      .concat(us.value.recalls.map(({ campaign }) => campaign))
      .concat(canada.value.recalls.map(({ recallNumber }) => recallNumber ?? ''))
      .join('|');
    return remember(key, () => relateRecalls(us.value.recalls, canada.value.recalls));
  };
}

/** Counts for the reliability of a model. Null where the source failed: not known is not none. */
export interface RecallCounts {
  us: number | null;
  canada: number | null;
  /** Vehicles in those Canadian recalls that state a number, of all their models. */
  canadaUnitsAffected: number | null;
  /** The number of Canadian recalls that state one. */
  canadaUnitsCover: number | null;
  /** Names asked in doubt or set aside, so that no count is read as more than it is; null for nothing. */
  namesNote: string | null;
}

/** The counts, and the recalls in the United States that were counted; none where they could not be read. */
export interface CountedRecalls {
  counts: RecallCounts;
  us: readonly UsRecall[];
}

/** The counts where neither source could be asked. */
export const UNKNOWN_COUNTS: RecallCounts = {
  us: null,
  canada: null,
  canadaUnitsAffected: null,
  canadaUnitsCover: null,
  namesNote: null,
};

/** Gives unknown counts after a deadline, for callers to whom counts are an extra that must not hold up the rest. */
export function countsInTime(
  recalls: Pick<RecallService, 'countsFor'>,
  { deadlineMs, clock }: { deadlineMs: number; clock: Clock },
) {
  return async (
    vehicle: LookedUpVehicle,
    asked: Elapsed & { signal: AbortSignal },
  ): Promise<CountedRecalls> => {
    return withDeadline(recalls.countsFor(vehicle, asked), {
      clock,
      ms: deadlineMs,
      late: () => ({ counts: UNKNOWN_COUNTS, us: [] }),
    });
  };
}
