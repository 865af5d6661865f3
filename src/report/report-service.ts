import { isServiceError } from '../errors/service-error.ts';
import type { IssueService } from '../issues/service.ts';
import { type Clock, systemClock, withDeadline } from '../lib/clock.ts';
import type { RecallService } from '../recalls/recall-service.ts';
import type { VehicleService } from '../vehicle/vehicle-service.ts';
import type { WarrantyService } from '../warranty/warranty-service.ts';
import { composeReport } from './compose-report.ts';
import { knownIssuesSection, type SectionOutcome } from './known-issues-section.ts';
import type { Purchase } from './purchase.ts';
import { createCostsSections, type EstimatingCosts } from './purchase-costs-section.ts';
import { recallsOutcome } from './recalls-section.ts';
import type { Report, SecondarySection } from './report-schema.ts';

interface ReportDependencies {
  vehicles: Pick<VehicleService, 'decode'>;
  warranties: WarrantyService;
  recalls: Pick<RecallService, 'readEach'>;
  issues: IssueService;
  costs: EstimatingCosts;
  clock?: Clock;
  /** From the beginning of the call. A section that is not there by then is unavailable. */
  deadlineMs?: number;
  /** Called with a section that failed through a fault of ours; must not throw. */
  observe?(section: SecondarySection, error: unknown): void;
}

export type ReportService = ReturnType<typeof createReportService>;

const DEADLINE_MS = 45_000;

export function createReportService(dependencies: ReportDependencies) {
  const { vehicles, warranties, recalls, issues, clock = systemClock, observe } = dependencies;
  const deadlineMs = dependencies.deadlineMs ?? DEADLINE_MS;
  const costsSection = createCostsSections(dependencies.costs);

  return {
    /**
     * Rejects where the decode fails, the caller gives up or we are overloaded; a section that fails otherwise is named
     * in the report.
     */
    async forVin(vin: string, purchase: Purchase, { signal }: { signal: AbortSignal }): Promise<Report> {
      const startedMs = clock.now();
      const decoded = await vehicles.decode(vin, { signal });
      const { vehicle, elapsedMs } = decoded;
      signal.throwIfAborted();

      const waiting = { clock, ms: startedMs + deadlineMs - clock.now(), signal };
      /** Only the waiting ends at the deadline: the work goes on and fills the cache for the next call. */
      const inTime = <Made>(work: Promise<Made>): Promise<Made> =>
        withDeadline(work, {
          ...waiting,
          late() {
            throw new LateError();
          },
        });
      const reasonOf = (section: SecondarySection, error: unknown): string => {
        if (error instanceof LateError) return lateText(deadlineMs);
        if (isServiceError(error, 'upstream_unavailable')) return sourceText(error.details.source);
        // Nobody pays for a report that lacks what a second call shortly after would have.
        if (isServiceError(error, 'overloaded')) throw error;
        if (!signal.aborted) observe?.(section, error);
        return FAULT;
      };
      const sectionOf = <Section>(
        section: SecondarySection,
        work: () => Promise<SectionOutcome<Section>>,
      ): Promise<SectionOutcome<Section>> =>
        work().catch((error: unknown) => unavailable(reasonOf(section, error)));

      const [ofRecalls, ofIssues, ofCosts] = await Promise.all([
        sectionOf('recalls', async () => {
          const { read, failures } = await recalls.readEach(vehicle, { signal, elapsedMs }, inTime);
          const why = Object.entries(failures).map(([name, error]) => [name, reasonOf('recalls', error)]);
          return recallsOutcome(read, Object.fromEntries(why), purchase.country);
        }),
        sectionOf('knownIssues', async () =>
          knownIssuesSection(await inTime(issues.forVehicle(vehicle, { signal, elapsedMs }))),
        ),
        sectionOf('purchaseCosts', async () => found(costsSection(purchase, vehicle, clock.now()))),
      ]);
      signal.throwIfAborted();
      return composeReport(
        {
          purchase,
          decoded,
          warranty: warranties.find(vehicle, { market: purchase.country, ...purchase.ownCar }, clock.now()),
          recalls: ofRecalls,
          knownIssues: ofIssues,
          purchaseCosts: ofCosts,
        },
        clock.now(),
      );
    },
  };
}

class LateError extends Error {}

const FAULT = 'This part failed on our side; it can be tried again.';

const sourceText = (source: string) => `The public data source ${source} cannot be reached just now.`;

const lateText = (deadlineMs: number) =>
  `There was no answer within ${Math.round(deadlineMs) / 1000} seconds; what arrives later is kept for the next call.`;

const found = <Section>(section: Section) => ({ kind: 'ok', section }) as const;

const unavailable = (reason: string) => ({ kind: 'unavailable', reason }) as const;
