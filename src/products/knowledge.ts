import type { CostsService } from '../costs/costs-service.ts';
import type { IssueSamples } from '../issues/issue-sample.ts';
import type { IssueService } from '../issues/service.ts';
import type { RecallSamples } from '../recalls/recall-sample.ts';
import type { RecallService } from '../recalls/recall-service.ts';
import type { ReportSamples } from '../report/report-sample.ts';
import type { ReportService } from '../report/report-service.ts';
import type { VehicleService } from '../vehicle/vehicle-service.ts';
import type { WarrantyService } from '../warranty/warranty-service.ts';

/** Everything that products ask: one service for each kind of knowledge, and the samples that are free. */
export interface Knowledge {
  vehicles: Pick<VehicleService, 'decode'>;
  /** Decodes with the data that ships with the service, whatever sources are configured. */
  embeddedVehicles: Pick<VehicleService, 'decode'>;
  warranties: WarrantyService;
  recalls: Pick<RecallService, 'forVehicle'>;
  recallSamples: RecallSamples;
  issues: IssueService;
  issueSamples: IssueSamples;
  costs: CostsService;
  reports: ReportService;
  reportSamples: ReportSamples;
}
