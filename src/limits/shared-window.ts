import type { CounterStore } from '../storage/storage.ts';
import type { RateDecision } from './limits.ts';

interface Options {
  counters: CounterStore;
  limit: number;
  windowMs: number;
  /** So that no address of a client stands in the storage. */
  keyOf(client: string): string;
  now(): number;
}

export interface SharedWindow {
  take(client: string): Promise<RateDecision>;
  giveBack(client: string): Promise<void>;
}

/** Of a window: who has used up the limit waits at most that much longer than by an exact one. */
const BUCKETS = 12;
const MOST_REFUSED_CLIENTS = 20_000;

/**
 * A sliding window that all instances count in the storage, by buckets of a few seconds: a bucket that reaches into the
 * window counts whole, so that never more than the limit pass. Who was refused is not asked about again before it can
 * change, so that a flood does not reach the storage.
 */
export function createSharedWindow({ counters, limit, windowMs, keyOf, now }: Options): SharedWindow {
  const bucketMs = windowMs / BUCKETS;
  const refusedUntilMs = new Map<string, number>();
  const bucketOf = (nowMs: number): number => nowMs - (nowMs % bucketMs);

  function add(key: string, nowMs: number, by: 1 | -1): Promise<number> {
    const startMs = bucketOf(nowMs);
    return counters.increment(key, startMs, startMs + windowMs + bucketMs, by);
  }

  function decision(allowed: boolean, count: number, untilMs: number, nowMs: number): RateDecision {
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - count),
      resetSeconds: Math.max(1, Math.ceil((untilMs - nowMs) / 1000)),
    };
  }

  return {
    async take(client) {
      const key = keyOf(client);
      const nowMs = Math.floor(now());
      const knownUntilMs = refusedUntilMs.get(key) ?? 0;
      if (knownUntilMs > nowMs) return decision(false, limit, knownUntilMs, nowMs);
      refusedUntilMs.delete(key);

      const startMs = bucketOf(nowMs);
      const [inBucket, earlier] = await Promise.all([
        add(key, nowMs, 1),
        counters.between(key, startMs - windowMs, startMs),
      ]);
      const count = earlier.reduce((sum, bucket) => sum + bucket.count, inBucket);
      if (count <= limit) return decision(true, count, startMs + windowMs + bucketMs, nowMs);

      await add(key, nowMs, -1);
      const untilMs = firstChange(earlier, startMs) + windowMs + bucketMs;
      if (refusedUntilMs.size >= MOST_REFUSED_CLIENTS) refusedUntilMs.clear();
      refusedUntilMs.set(key, untilMs);
      return decision(false, limit, untilMs, nowMs);
    },
    async giveBack(client) {
      const key = keyOf(client);
      refusedUntilMs.delete(key);
      await add(key, Math.floor(now()), -1);
    },
  };
}

/** The start of the bucket that is the first to leave the window. */
function firstChange(earlier: readonly { startMs: number; count: number }[], currentMs: number): number {
  return Math.min(currentMs, ...earlier.filter(({ count }) => count > 0).map(({ startMs }) => startMs));
}
