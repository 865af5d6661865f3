import { isServiceError } from '../errors/service-error.ts';
import type { ComplaintsSource } from '../issues/read/source.ts';
import { type Clock, DEADLINE_MS, systemClock, withDeadline } from '../lib/clock.ts';
import type { RecallReport, UsRecall } from '../recalls/recall-schemas.ts';
import type { RecallService } from '../recalls/recall-service.ts';
import { urgency } from '../recalls/statements.ts';
import type { DecodedVehicle } from '../vehicle/vehicle.ts';
import type { VehicleService } from '../vehicle/vehicle-service.ts';
import { markets } from '../warranty/warranty.ts';
import type { WarrantyService } from '../warranty/warranty-service.ts';

/** The part of a report that is free: which car it is, and numbers. Null where no source answered in time. */
export interface FreeLook {
  decoded: DecodedVehicle;
  recalls: { us: number | null; canada: number | null };
  /** The gravest advice of all notices; `unknown` where not all could be read and those read have none. */
  advice: 'do_not_drive' | 'park_outside' | 'none' | 'unknown';
  complaints: number | null;
  /** False where sources answered and none of them lists the model: then zero means nothing. */
  isListed: boolean;
  isWarrantyKnown: boolean;
  /** True where some of it is a recorded answer for trying the service out: sources are out of reach. */
  isRecorded: boolean;
}

interface Dependencies {
  vehicles: Pick<VehicleService, 'decode'>;
  recalls: Pick<RecallService, 'forVehicle' | 'countsFor'>;
  complaints: Pick<ComplaintsSource, 'read'>;
  warranties: WarrantyService;
  clock?: Clock;
}

/** Rejects with invalid_vin or vehicle_not_resolved. What sources still work on goes into the cache, for the report. */
export type LookFreely = (vin: string, signal: AbortSignal) => Promise<FreeLook>;

/** A visitor pays nothing: what no cache holds by then stays a gap. */
const VISITOR_DEADLINE_MS = 2_000;

export function createFreeLook({
  vehicles,
  recalls,
  complaints,
  warranties,
  clock = systemClock,
}: Dependencies): LookFreely {
  return async (vin, signal) => {
    const startedMs = clock.now();
    const decoded = await vehicles.decode(vin, { signal });
    const { vehicle } = decoded;
    const leftMs = Math.max(0, VISITOR_DEADLINE_MS - (clock.now() - startedMs));
    const waited = { elapsedMs: DEADLINE_MS - leftMs };
    /** A source that fails or is late leaves a gap; only that the caller leaves ends it all. */
    const orNull = <T>(work: Promise<T>): Promise<T | null> => {
      const settled = work.catch((error: unknown) => {
        if (isServiceError(error, 'upstream_unavailable') || isServiceError(error, 'overloaded')) return null;
        throw error;
      });
      return withDeadline(settled, { clock, ms: leftMs, late: () => null, signal });
    };
    const [whole, counted, filed] = await Promise.all([
      orNull(recalls.forVehicle(vehicle, waited)),
      orNull(recalls.countsFor(vehicle, waited)),
      orNull(complaints.read(vehicle, waited)),
    ]);
    signal.throwIfAborted();
    const counts = whole?.counts ?? counted?.counts;
    return {
      decoded,
      recalls: { us: counts?.us ?? null, canada: counts?.canada ?? null },
      advice: adviceOf(whole, counted?.us ?? []),
      complaints: filed?.value.counted.complaintCount ?? null,
      isListed: whole === null || filed === null || isListed(whole) || filed.value.modelListed,
      isWarrantyKnown: markets.some((market) => warranties.find(vehicle, { market }).warranty !== null),
      isRecorded: [whole?.provenance.us, whole?.provenance.canada, filed?.provenance].some(
        (provenance) => provenance?.recorded === true,
      ),
    };
  };
}

function adviceOf(whole: RecallReport | null, readOnly: readonly UsRecall[]): FreeLook['advice'] {
  const gravest = Math.max(0, ...[...(whole?.us ?? readOnly), ...(whole?.canada ?? [])].map(urgency));
  if (gravest > 0) return gravest > 1 ? 'do_not_drive' : 'park_outside';
  // Only Canada's newest notices are read whole.
  const isRead = whole?.provenance.us.notRead.length === 0 && whole.provenance.canada.notRead.length === 0;
  return whole === null || !isRead || whole.canada.length < whole.counts.canada ? 'unknown' : 'none';
}

function isListed({ provenance }: RecallReport): boolean {
  return provenance.us.modelListed || provenance.canada.modelListed;
}
