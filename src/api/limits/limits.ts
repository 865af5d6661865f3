import type { CounterStore } from '../../storage/storage.ts';
import { createRateLimiter, type RateDecision } from './rate-limiter.ts';

/** What one client may ask of one thing in a minute. */
export interface MinuteLimit {
  readonly name: string;
  take(clientKey: string): Promise<RateDecision>;
  /** What was counted turned out to be welcome. */
  giveBack(clientKey: string): void;
}

/** The limits of everything that is limited, by name: one count for all transports through which a thing is reached. */
export interface Limits {
  of(name: string, limitPerMinute: number): MinuteLimit;
}

const WINDOW_MS = 60_000;

/** `shared` is given where several instances serve the same callers. */
export function createLimits(shared: CounterStore | undefined): Limits {
  const limits = new Map<string, MinuteLimit>();
  return {
    of(name, limitPerMinute) {
      const known = limits.get(name);
      if (known) return known;
      const made = createLimit(name, limitPerMinute, shared);
      limits.set(name, made);
      return made;
    },
  };
}

function createLimit(name: string, limit: number, shared: CounterStore | undefined): MinuteLimit {
  const limiter = createRateLimiter({ limit });
  return {
    name,
    async take(clientKey) {
      const local = limiter.take(clientKey);
      return local.allowed && shared ? takeShared(shared, `${name}:${clientKey}`, local) : local;
    },
    giveBack(clientKey) {
      limiter.giveBack(clientKey);
      if (shared) void addShared(shared, `${name}:${clientKey}`, Date.now(), -1).catch(() => {});
    },
  };
}

function addShared(counters: CounterStore, key: string, nowMs: number, by: 1 | -1): Promise<number> {
  const windowStartMs = nowMs - (nowMs % WINDOW_MS);
  return counters.increment(key, windowStartMs, windowStartMs + 2 * WINDOW_MS, by);
}

/** Counts in the storage that all instances share; when that does not answer, the local count stands. */
async function takeShared(counters: CounterStore, key: string, local: RateDecision): Promise<RateDecision> {
  const nowMs = Date.now();
  try {
    const count = await addShared(counters, key, nowMs, 1);
    return {
      allowed: count <= local.limit,
      limit: local.limit,
      remaining: Math.min(local.remaining, Math.max(0, local.limit - count)),
      resetSeconds: Math.max(1, Math.ceil((WINDOW_MS - (nowMs % WINDOW_MS)) / 1000)),
    };
  } catch {
    return local;
  }
}
