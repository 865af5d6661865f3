import type { Events } from '../events/events.ts';
import { repeat } from '../lib/turns.ts';
import { SAMPLE_VIN } from '../products/parameters.ts';
import type { Knowledge } from '../products/product.ts';

interface Options {
  knowledge: Pick<Knowledge, 'embeddedVehicles' | 'recalls' | 'recallSamples' | 'issues' | 'issueSamples'>;
  events: Pick<Events, 'backgroundFaulted'>;
}

const FIRST_AFTER_MS = 15_000;
const DAILY_MS = 24 * 60 * 60_000;

/**
 * Puts what the sources say now in the place of the samples that ship with the service: shortly after the start and
 * then daily. A source that cannot be reached leaves the sample as it is.
 */
export function startSampleRefresh({ knowledge, events }: Options): AsyncDisposable {
  async function refresh(signal: AbortSignal): Promise<void> {
    const { vin, vehicle } = await knowledge.embeddedVehicles.decode(SAMPLE_VIN);
    const outcomes = await Promise.allSettled([
      knowledge.recalls.forVehicle(vehicle, { signal }).then((report) => {
        const { us, canada } = report.provenance;
        if (!us.recorded && !canada.recorded) knowledge.recallSamples.replace({ vin, vehicle, ...report });
      }),
      knowledge.issues.forVehicle(vehicle, { signal }).then((report) => {
        if (report.status === 'ok' && !report.provenance.recorded)
          knowledge.issueSamples.replace({ vin, vehicle, ...report });
      }),
    ]);
    if (signal.aborted) return;
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        events.backgroundFaulted({ task: 'refresh samples', error: outcome.reason });
      }
    }
  }

  return repeat(refresh, { firstAfterMs: FIRST_AFTER_MS, everyMs: DAILY_MS });
}
