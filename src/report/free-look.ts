import type { MeantVins } from '../errors/product-errors.ts';
import { isServiceError, ServiceError } from '../errors/service-error.ts';
import type { ComplaintsSource } from '../issues/read/source.ts';
import { type Clock, DEADLINE_MS, systemClock, withDeadline } from '../lib/clock.ts';
import type { CanadaRecall, ReadRecalls, UsRecall } from '../recalls/recall-schemas.ts';
import type { RecallService } from '../recalls/recall-service.ts';
import { urgency } from '../recalls/statements.ts';
import type { DecodedVehicle } from '../vehicle/vehicle.ts';
import type { VehicleService } from '../vehicle/vehicle-service.ts';
import { markets } from '../warranty/warranty.ts';
import type { WarrantyService } from '../warranty/warranty-service.ts';
import { pairsOf } from './recalls-section.ts';

/** The part of a report that is free: which car it is, and numbers. Null where no source answered in time. */
export interface FreeLook {
  decoded: DecodedVehicle;
  /** VINs that may be meant where the check digit is wrong. */
  didYouMean: MeantVins;
  recalls: { us: number | null; canada: number | null };
  /** The notices that must not be missed, the gravest first, one a defect. */
  urgent: readonly UrgentWarning[];
  /** True where all notices were read: then no other one warns. */
  isReadWhole: boolean;
  complaints: number | null;
  /** False where sources answered and none of them lists the model: then zero means nothing. */
  isListed: boolean;
  isWarrantyKnown: boolean;
  /** True where some of it is a recorded answer for trying the service out: sources are out of reach. */
  isRecorded: boolean;
}

/** A notice that says not to drive the car, or to park it outside. */
export interface UrgentWarning {
  advice: 'do_not_drive' | 'park_outside';
  country: 'US' | 'CA';
  /** Null where a source states no number. */
  number: string | null;
  /** Numbers of the other country's notices about the same defect. */
  abroad: readonly string[];
  component: string | null;
  /** Its own words: those that warn, else all of them. */
  words: string | null;
  /** The same in French, where the source has it. */
  wordsInFrench: string | null;
  url: string;
}

interface Dependencies {
  vehicles: Pick<VehicleService, 'decode'>;
  embeddedVehicles: Pick<VehicleService, 'meantBy'>;
  recalls: Pick<RecallService, 'readEach'>;
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
  embeddedVehicles,
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
    const late = new ServiceError('deadline_exceeded');
    const inTime = <T>(work: Promise<T>): Promise<T> =>
      withDeadline(work, {
        clock,
        ms: leftMs,
        late() {
          throw late;
        },
        signal,
      });
    /** A source that fails or is late leaves a gap; only that the caller leaves, or a fault of ours, ends it all. */
    const requireGap = (error: unknown): null => {
      if (
        error === late ||
        isServiceError(error, 'upstream_unavailable') ||
        isServiceError(error, 'overloaded')
      )
        return null;
      throw error;
    };
    const [{ read, failures }, filed] = await Promise.all([
      recalls.readEach(vehicle, waited, inTime),
      inTime(complaints.read(vehicle, waited)).catch(requireGap),
    ]);
    signal.throwIfAborted();
    Object.values(failures).forEach(requireGap);
    return {
      decoded,
      didYouMean: decoded.decode.checkDigitValid ? [] : embeddedVehicles.meantBy(decoded.vin),
      recalls: read.counts,
      urgent: urgentNotices(read),
      isReadWhole: isReadWhole(read),
      complaints: filed?.value.counted.complaintCount ?? null,
      isListed: filed === null || isListed(read) || filed.value.modelListed,
      isWarrantyKnown: markets.some((market) => warranties.find(vehicle, { market }).warranty !== null),
      isRecorded: [read.provenance.us, read.provenance.canada, filed?.provenance].some(
        (provenance) => provenance?.recorded === true,
      ),
    };
  };
}

/** Picks the notices that must not be missed; one of Canada goes with that of the United States about the same defect. */
function urgentNotices(read: ReadRecalls): UrgentWarning[] {
  const { us, canada, related } = read;
  const american = us.filter((recall) => urgency(recall) > 0);
  const isTold = (recall: CanadaRecall) =>
    pairsOf(recall, read).some((pair) => american.some(({ campaign }) => campaign === pair.campaign));
  const canadian = canada.filter((recall) => urgency(recall) > 0 && !isTold(recall));
  const notices = [
    ...american.map((recall) => {
      const abroad = related.flatMap((pair) =>
        pair.campaign === recall.campaign ? (pair.recallNumber ?? []) : [],
      );
      const told = canada.find(({ recallNumber }) => recallNumber !== null && abroad.includes(recallNumber));
      return { ...wordsOf(recall, told), country: 'US' as const, number: recall.campaign, abroad };
    }),
    ...canadian.map((recall) => ({
      ...wordsOf(recall, recall),
      country: 'CA' as const,
      number: recall.recallNumber,
      abroad: pairsOf(recall, read).map(({ campaign }) => campaign),
    })),
  ];
  return notices.toSorted((one, other) => GRAVITY.indexOf(one.advice) - GRAVITY.indexOf(other.advice));
}

const GRAVITY: readonly UrgentWarning['advice'][] = ['do_not_drive', 'park_outside'];

function wordsOf(
  recall: UsRecall | CanadaRecall,
  canadian: CanadaRecall | undefined,
): Pick<UrgentWarning, 'advice' | 'component' | 'words' | 'wordsInFrench' | 'url'> {
  const { parkIt, component, warningText, summary, url } = recall;
  const french = canadian?.inFrench;
  return {
    advice: parkIt ? 'do_not_drive' : 'park_outside',
    component,
    words: warningText ?? summary,
    wordsInFrench: french?.warningText ?? french?.summary ?? null,
    url,
  };
}

function isReadWhole({ provenance, canada, counts }: ReadRecalls): boolean {
  const isRead = provenance.us?.notRead.length === 0 && provenance.canada?.notRead.length === 0;
  // Only Canada's newest notices are read whole.
  return isRead && counts.canada !== null && canada.length >= counts.canada;
}

/** A country that could not be read may list it. */
function isListed({ provenance: { us, canada } }: ReadRecalls): boolean {
  return us === null || canada === null || us.modelListed || canada.modelListed;
}
