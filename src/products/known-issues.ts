import { z } from 'zod';
import { SynthesisUnavailable } from '../failures/synthesis-unavailable.ts';
import { type IssueReport, issueReportSchema } from '../issues/schemas.ts';
import type { IssueService } from '../issues/service.ts';
import { provenanceSchema } from '../sources/provenance.ts';
import { type Vehicle, vehicleSchema } from '../vehicle/vehicle.ts';
import type { Product } from './product.ts';
import { vinQuery } from './vin-parameter.ts';

export interface IssueSample {
  /** The newest report at hand: it never fails and never waits for a source. */
  current(): {
    report: IssueReport;
    vehicle: Vehicle;
    provenance: z.infer<typeof provenanceSchema>;
    note: string;
  };
}

interface Knowledge {
  /** Rejects with a Failure for a VIN that names no vehicle. */
  vehicles: { identify(vin: string, options: { signal: AbortSignal }): Promise<{ vehicle: Vehicle }> };
  issues: IssueService;
  issueSample: IssueSample;
}

const bodySchema = z.object({
  ...issueReportSchema.shape,
  vin: z.string(),
  vehicle: vehicleSchema,
  provenance: provenanceSchema,
});

const sampleSchema = z.object({
  ...issueReportSchema.shape,
  vehicle: vehicleSchema,
  provenance: provenanceSchema,
  sample: z.literal(true),
  note: z.string(),
});

export const knownIssues: Product<Knowledge, { vin: string }, z.infer<typeof bodySchema>> = {
  slug: 'known-issues',
  name: 'Known issues',
  path: '/v1/known-issues',
  priceUsd: '0.05',
  summary:
    'What owners of this model complain about: named failures, each citing real NHTSA complaint numbers.',
  description:
    'Reads the owner complaints filed with NHTSA for the make, model and year and names the failures they tell of. ' +
    'Every issue cites at least two complaints, each checked against those that were read; counts, shares, trend, ' +
    'severity and mileage are computed from the cited complaints alone. Complaints are not verified by NHTSA, and ' +
    'their number depends on sales and publicity. Fewer than 15 complaints, or no clear pattern, cost nothing.',
  query: vinQuery,
  response: bodySchema,
  sample: {
    path: '/v1/sample/known-issues',
    limitPerMinute: 2,
    response: sampleSchema,
    async read({ issueSample }) {
      const { report, vehicle, provenance, note } = issueSample.current();
      return { ...report, vehicle, provenance, sample: true, note };
    },
  },
  async compute({ vehicles, issues }, { vin }, { signal }) {
    const { vehicle } = await vehicles.identify(vin, { signal });
    const report = await issues.forVehicle(vehicle, { signal });
    if (report.status === 'synthesis_unavailable')
      throw new SynthesisUnavailable(vehicle, report.reliability);
    return { body: { vin, vehicle, ...report }, charge: report.status === 'ok' };
  },
};
