import { type Clock, inTime, type Waited } from '../lib/clock.ts';
import type { LookedUpVehicle } from '../names/named-vehicle.ts';
import { type CountedRecalls, UNKNOWN_COUNTS } from './recall-counts.ts';
import type { RecallService } from './recall-service.ts';

/** For whom the counts are an extra: recalls that are slow must not hold up what is asked for. */
export function countsInTime(
  recalls: Pick<RecallService, 'countsFor'>,
  { patienceMs, clock }: { patienceMs: number; clock: Clock },
) {
  return async (
    vehicle: LookedUpVehicle,
    asked: Waited & { signal: AbortSignal },
  ): Promise<CountedRecalls> => {
    return inTime(recalls.countsFor(vehicle, asked), {
      clock,
      ms: patienceMs,
      late: () => ({ counts: UNKNOWN_COUNTS, us: [] }),
    });
  };
}
