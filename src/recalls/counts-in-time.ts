import type { LookedUpVehicle } from '../names/named-vehicle.ts';
import type { Clock } from '../sources/clock.ts';
import type { RecallCounts, RecallService } from './recall-service.ts';

const NOT_KNOWN: RecallCounts = { us: null, canada: null, canadaUnitsAffected: null };

/** For whom the counts are an extra: recalls that are slow must not hold up what is asked for. */
export function countsInTime(
  recalls: Pick<RecallService, 'countsFor'>,
  { patienceMs, clock }: { patienceMs: number; clock: Clock },
) {
  return async (vehicle: LookedUpVehicle, { signal }: { signal: AbortSignal }): Promise<RecallCounts> => {
    const counted = new AbortController();
    const counts = recalls.countsFor(vehicle, { signal });
    const outOfPatience = clock.sleep(patienceMs, counted.signal).then(
      () => NOT_KNOWN,
      () => counts,
    );
    return Promise.race([counts, outOfPatience]).finally(() => counted.abort());
  };
}
