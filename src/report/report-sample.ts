import { z } from 'zod';
import type { Country } from '../costs/places.ts';
import type { IssueSamples } from '../issues/issue-sample.ts';
import type { RecallSamples } from '../recalls/recall-sample.ts';
import type { VehicleService } from '../vehicle/vehicle-service.ts';
import type { WarrantyService } from '../warranty/warranty-service.ts';
import { composeReport } from './compose-report.ts';
import { knownIssuesSection } from './known-issues-section.ts';
import { typicalPurchase } from './purchase.ts';
import { createCostsSections, type EstimatingCosts } from './purchase-costs-section.ts';
import { recallsSection } from './recalls-section.ts';
import { reportSchema } from './report-schema.ts';

export const reportSampleSchema = z.object({
  ...reportSchema.shape,
  sample: z.literal(true),
  note: z.string(),
});

type ReportSample = z.infer<typeof reportSampleSchema>;

interface SampleDependencies {
  /** Decodes with the data that ships with the service. */
  embeddedVehicles: Pick<VehicleService, 'decode'>;
  warranties: WarrantyService;
  recallSamples: Pick<RecallSamples, 'current'>;
  issueSamples: Pick<IssueSamples, 'current'>;
  costs: EstimatingCosts;
  now?: () => number;
}

export type ReportSamples = ReturnType<typeof createReportSamples>;

export function createReportSamples(dependencies: SampleDependencies) {
  const { embeddedVehicles, warranties, recallSamples, issueSamples, now = Date.now } = dependencies;
  const costsSection = createCostsSections(dependencies.costs);
  return {
    /** Made of the other samples, whichever are at hand: it never fails and never waits for a source. */
    async current(country: Country = 'CA'): Promise<ReportSample> {
      const purchase = typicalPurchase(country);
      const recalls = recallSamples.current();
      const issues = issueSamples.current();
      const { vin: _vin, vehicle: _vehicle, sample: _sample, note: issuesNote, ...answer } = issues;
      const decoded = await embeddedVehicles.decode(recalls.vin);
      const nowMs = now();
      const report = composeReport(
        {
          purchase,
          decoded,
          warranty: warranties.find(decoded.vehicle, { market: country }, nowMs),
          recalls: { kind: 'ok', section: recallsSection(recalls) },
          knownIssues: knownIssuesSection(answer),
          purchaseCosts: { kind: 'ok', section: costsSection(purchase, decoded.vehicle, nowMs) },
        },
        nowMs,
      );
      return { ...report, sample: true, note: `Recalls: ${recalls.note} Known issues: ${issuesNote}` };
    },
  };
}
