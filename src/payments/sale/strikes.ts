import { answeredInTime, type Clock } from '../../lib/clock.ts';
import type { CounterStore } from '../../storage/storage.ts';

export type Strikes = ReturnType<typeof createStrikes>;

export const MAX_STRIKES = 3;
export const STRIKES_WINDOW_MS = 600_000;

/** Counts the settlements of a payer that failed after we had computed for them, and slows the payer down. */
export function createStrikes({ counters, clock }: { counters: CounterStore; clock: Clock }) {
  const counter = (payer: string) => {
    const nowMs = clock.now();
    const startMs = nowMs - (nowMs % STRIKES_WINDOW_MS);
    return { key: `payment-strikes:${payer}`, startMs, endMs: startMs + STRIKES_WINDOW_MS, nowMs };
  };
  // This protects our computing time, not money: where it cannot be counted, nobody is kept from paying.
  return {
    async add(payer: string): Promise<void> {
      const { key, startMs, endMs } = counter(payer);
      await counters.increment(key, startMs, endMs).catch(() => 0);
    },
    /** Seconds that this payer has to wait; 0 for everybody else. */
    async waitSeconds(payer: string): Promise<number> {
      const { key, startMs, endMs, nowMs } = counter(payer);
      const count = await answeredInTime(counters.read(key, startMs)).catch(() => 0);
      return count >= MAX_STRIKES ? Math.ceil((endMs - nowMs) / 1_000) : 0;
    },
  };
}
