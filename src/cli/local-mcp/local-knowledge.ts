import { readVinDataFile } from '../../config/vin-data-file.ts';
import { createCostsService } from '../../costs/costs-service.ts';
import { loadJurisdictions } from '../../costs/load-jurisdictions.ts';
import { createIssueSamples } from '../../issues/issue-sample.ts';
import { systemClock } from '../../lib/clock.ts';
import type { FreeKnowledge } from '../../products/product.ts';
import { createRecallSamples } from '../../recalls/recall-sample.ts';
import { createReportSamples } from '../../report/report-sample.ts';
import { datasetPlace } from '../../sources/vpic/dataset-file.ts';
import { createEmbeddedDecoder } from '../../sources/vpic/embedded-decoder.ts';
import { createVehicleService } from '../../vehicle/vehicle-service.ts';
import { loadMakers } from '../../warranty/makers.ts';
import { createWarrantyService } from '../../warranty/warranty-service.ts';

/** The knowledge of a machine that asks nobody: neither a source nor a storage. */
export function openLocalKnowledge(): FreeKnowledge {
  const { now } = systemClock;
  const embedded = createEmbeddedDecoder(datasetPlace(readVinDataFile()).current());
  const vehicles = createVehicleService({ embedded, mode: 'embedded' });
  const warranties = createWarrantyService({ makers: loadMakers() });
  const costs = createCostsService({ jurisdictions: loadJurisdictions() });
  const recallSamples = createRecallSamples(now);
  const issueSamples = createIssueSamples(now);
  const reportSamples = createReportSamples({
    embeddedVehicles: vehicles,
    warranties,
    recallSamples,
    issueSamples,
    costs,
    now,
  });
  return {
    vehicles,
    embeddedVehicles: vehicles,
    warranties,
    costs,
    recallSamples,
    issueSamples,
    reportSamples,
  };
}
