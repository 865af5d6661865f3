import type { Clock } from '../../lib/clock.ts';
import type { CounterStore } from '../../storage/storage.ts';

/** Counts the settlements of a payer that failed after we had computed for them, and slows them down. */
export interface Strikes {
  add(payer: string): Promise<void>;
  /** Seconds that this payer has to wait; 0 for everybody else. */
  waitSeconds(payer: string): Promise<number>;
}

interface Options {
  counters: CounterStore;
  clock: Clock;
  limit?: number;
  windowMs?: number;
}

export const MAX_STRIKES = 3;
export const STRIKES_WINDOW_MS = 600_000;

export function createStrikes({
  counters,
  clock,
  limit = MAX_STRIKES,
  windowMs = STRIKES_WINDOW_MS,
}: Options): Strikes {
  const counter = (payer: string) => {
    const nowMs = clock.now();
    const startMs = nowMs - (nowMs % windowMs);
    return { key: `payment-strikes:${payer}`, startMs, endMs: startMs + windowMs, nowMs };
  };
  // This protects our computing time, not money: where it cannot be counted, nobody is kept from paying.
  return {
    async add(payer) {
      const { key, startMs, endMs } = counter(payer);
      await counters.increment(key, startMs, endMs).catch(() => 0);
    },
    async waitSeconds(payer) {
      const { key, startMs, endMs, nowMs } = counter(payer);
      const count = await counters.read(key, startMs).catch(() => 0);
      return count >= limit ? Math.ceil((endMs - nowMs) / 1_000) : 0;
    },
  };
}
