import { type Clock, type Elapsed, withDeadline } from '../lib/clock.ts';
import { rememberNewest } from '../lib/on-demand.ts';
import type { Mirror } from '../mirror/read/mirror.ts';
import { type LookedUpVehicle, namedVehicle } from '../names/resolve-model-names.ts';
import type { Cached, CachedFetch } from '../sources/cached.ts';
import type { Nhtsa } from '../sources/nhtsa/nhtsa.ts';
import type { RecordedWorld } from '../sources/recorded-world.ts';
import type { TransportCanada } from '../sources/transport-canada/transport-canada.ts';
import { type CanadaList, readCanadaRecalls } from './canada-recalls.ts';
import type { RecallReport, RelatedPair, UsRecall } from './recall-schemas.ts';
import { relateRecalls } from './related/relate.ts';
import { namesNote, recallStatements } from './statements.ts';
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

export type RecallService = ReturnType<typeof createRecallService>;

export function createRecallService(dependencies: RecallDependencies) {
  const relate = rememberRelated();

  function read(vehicle: LookedUpVehicle, asked: CallOptions) {
    const named = namedVehicle(vehicle);
    return Promise.allSettled([
      readUsRecalls(dependencies, named, asked),
      readCanadaRecalls(dependencies, named, asked),
    ]);
  }

  return {
    /** Rejects with upstream_unavailable when a source fails that has no older copy. */
    async forVehicle(vehicle: LookedUpVehicle, asked: CallOptions = {}): Promise<RecallReport> {
      const [us, canada] = await read(vehicle, asked);
      if (us.status === 'rejected') throw us.reason;
      if (canada.status === 'rejected') throw canada.reason;
      return reportOf(us.value, canada.value, relate(us.value, canada.value));
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
          namesNote(
            ...[us, canada].map((read) => (read.status === 'fulfilled' ? read.value.value : NO_NAMES)),
          ),
          [us, canada].some((read) => read.status === 'fulfilled' && read.value.provenance.recorded),
        ),
      };
      return { counts, us: us.status === 'fulfilled' ? us.value.value.recalls : [] };
    },
  };
}

const NO_NAMES = { inDoubt: [], keptApart: [], notRead: [] };
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

function reportOf(us: Cached<UsList>, canada: Cached<CanadaList>, related: RelatedPair[]): RecallReport {
  const american = us.value;
  const canadian = canada.value;
  return {
    counts: { us: american.recalls.length, canada: canadian.total },
    us: american.recalls,
    canada: canadian.recalls,
    related,
    ...recallStatements,
    namesNote: namesNote(american, canadian),
    provenance: {
      us: {
        ...us.provenance,
        matchedModels: american.matchedModels,
        inDoubt: american.inDoubt,
        keptApart: american.keptApart,
        notRead: american.notRead,
        modelListed: american.modelListed,
      },
      canada: {
        ...canada.provenance,
        matchedModels: canadian.matchedModels,
        inDoubt: canadian.inDoubt,
        keptApart: canadian.keptApart,
        notRead: canadian.notRead,
        modelListed: canadian.matchedModels.length > 0,
      },
    },
  };
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
