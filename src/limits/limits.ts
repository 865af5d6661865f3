import { ServiceError } from '../errors/service-error.ts';
import { steadyNow } from '../lib/clock.ts';
import { MAX_STRIKES, STRIKES_WINDOW_MS } from '../payments/sale/settle.ts';
import type { CounterStore } from '../storage/storage.ts';

interface SharedOptions {
  counters: CounterStore;
  limit: number;
  windowMs: number;
  /** Hides the address of a client from the storage. */
  keyOf(client: string): string;
  now(): number;
}

/** Parts of a window: who has used up the limit waits at most one part longer than by an exact window. */
const BUCKETS = 12;
const MOST_REFUSED_CLIENTS = 20_000;

/**
 * Counts a sliding window for all instances in the storage, by buckets of a few seconds: a bucket that reaches into the
 * window counts whole, so that never more than the limit pass. Who was refused is not asked about again before it can
 * change, so that a flood does not reach the storage.
 */
function createSharedWindow({ counters, limit, windowMs, keyOf, now }: SharedOptions) {
  const bucketMs = windowMs / BUCKETS;
  const refusedUntilMs = new Map<string, number>();
  const bucketOf = (nowMs: number): number => nowMs - (nowMs % bucketMs);

  function add(key: string, nowMs: number, by: 1 | -1): Promise<number> {
    const startMs = bucketOf(nowMs);
    return counters.increment(key, startMs, startMs + windowMs + bucketMs, by);
  }

  return {
    async take(client: string): Promise<RateDecision> {
      const key = keyOf(client);
      const nowMs = Math.floor(now());
      const knownUntilMs = refusedUntilMs.get(key) ?? 0;
      if (knownUntilMs > nowMs) return decision(false, limit, limit, knownUntilMs - nowMs);
      refusedUntilMs.delete(key);

      const startMs = bucketOf(nowMs);
      const [inBucket, earlier] = await Promise.all([
        add(key, nowMs, 1),
        counters.between(key, startMs - windowMs, startMs),
      ]);
      const count = earlier.reduce((sum, bucket) => sum + bucket.count, inBucket);
      if (count <= limit) return decision(true, limit, count, startMs + windowMs + bucketMs - nowMs);

      await add(key, nowMs, -1);
      const untilMs = firstChange(earlier, startMs) + windowMs + bucketMs;
      if (refusedUntilMs.size >= MOST_REFUSED_CLIENTS) refusedUntilMs.clear();
      refusedUntilMs.set(key, untilMs);
      return decision(false, limit, limit, untilMs - nowMs);
    },
    async giveBack(client: string): Promise<void> {
      const key = keyOf(client);
      refusedUntilMs.delete(key);
      await add(key, Math.floor(now()), -1);
    },
  };
}

/** Finds the start of the bucket that is the first to leave the window. */
function firstChange(earlier: readonly { startMs: number; count: number }[], currentMs: number): number {
  return Math.min(currentMs, ...earlier.filter(({ count }) => count > 0).map(({ startMs }) => startMs));
}

export interface RateDecision {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until one more request is allowed (when refused) or until the window has emptied. */
  resetSeconds: number;
}

function decision(allowed: boolean, limit: number, count: number, leftMs: number): RateDecision {
  const remaining = Math.max(0, limit - count);
  return { allowed, limit, remaining, resetSeconds: Math.max(1, Math.ceil(leftMs / 1000)) };
}

interface Options {
  limit: number;
  windowMs: number;
  /** Number of clients that are always remembered, and never twice as many: memory stays bounded in a flood. */
  maxClients?: number;
  now(): number;
}

/** Allows `limit` requests per client in any window: an exact sliding window over the times of the last requests. */
export function createRateLimiter({ limit, windowMs, maxClients = 10_000, now }: Options) {
  // Two of a kind, so that the quietest clients are forgotten all at once: one by one that costs more than all the rest.
  let heardLately = new Map<string, number[]>();
  let heardBefore = new Map<string, number[]>();
  const timesOf = (client: string) => heardLately.get(client) ?? heardBefore.get(client);

  function recentTimes(client: string, nowMs: number): number[] {
    const times = timesOf(client) ?? [];
    const firstRecent = times.findIndex((time) => time > nowMs - windowMs);
    return firstRecent === 0 ? times : firstRecent === -1 ? [] : times.slice(firstRecent);
  }

  function decide(allowed: boolean, times: readonly number[], nowMs: number): RateDecision {
    const anchor = (allowed ? times.at(-1) : times[0]) ?? nowMs;
    return decision(allowed, limit, times.length, anchor + windowMs - nowMs);
  }

  return {
    take(client: string): RateDecision {
      const nowMs = now();
      const times = recentTimes(client, nowMs);
      if (times.length >= limit) return decide(false, times, nowMs);
      times.push(nowMs);
      if (heardLately.size >= maxClients) {
        heardBefore = heardLately;
        heardLately = new Map();
      }
      heardLately.set(client, times);
      return decide(true, times, nowMs);
    },
    giveBack(client: string): void {
      timesOf(client)?.pop();
    },
  };
}

export type MinuteLimit = ReturnType<typeof createLimit>;

interface Shared {
  counters: CounterStore;
  /** Names a client to the storage without naming its address. */
  nameOf(client: string): string;
}

const WINDOW_MS = 60_000;

export type Limits = ReturnType<typeof createLimits>;

/** Holds the limits of everything, by name: one count for all transports through which a thing is reached. */
export function createLimits(shared?: Shared, now: () => number = steadyNow) {
  const limits = new Map<string, MinuteLimit>();
  const find = (name: string, limitPerMinute: number, by: Shared | undefined): MinuteLimit => {
    const known = limits.get(name);
    if (known) return known;
    const made = createLimit(name, limitPerMinute, by, now);
    limits.set(name, made);
    return made;
  };
  return {
    of: (name: string, limitPerMinute: number) => find(name, limitPerMinute, shared),
    /** Counts what comes to this instance alone: no storage is asked. */
    ofThisInstance: (name: string, limitPerMinute: number) => find(name, limitPerMinute, undefined),
  };
}

function createLimit(name: string, limit: number, shared: Shared | undefined, now: () => number) {
  const alone = createRateLimiter({ limit, windowMs: WINDOW_MS, now });
  const together =
    shared &&
    createSharedWindow({
      counters: shared.counters,
      limit,
      windowMs: WINDOW_MS,
      keyOf: (client) => shared.nameOf(`${name}:${client}`),
      now,
    });
  async function takeTogether(
    shared: ReturnType<typeof createSharedWindow>,
    clientKey: string,
    local: RateDecision,
  ) {
    // While the storage does not answer, the count of this instance stands.
    const decision = await shared.take(clientKey).catch(() => local);
    if (!decision.allowed) alone.giveBack(clientKey);
    return { ...decision, remaining: Math.min(decision.remaining, local.remaining) };
  }
  return {
    name,
    async take(clientKey: string): Promise<RateDecision> {
      const local = alone.take(clientKey);
      return local.allowed && together ? takeTogether(together, clientKey, local) : local;
    },
    /** Takes a count back: what was counted turned out to be welcome. */
    giveBack(clientKey: string): void {
      alone.giveBack(clientKey);
      together?.giveBack(clientKey).catch(() => {});
    },
  };
}

/** Tells who is refused which limit it was, and when to come back. */
export function rateLimited(limit: string, { resetSeconds }: Pick<RateDecision, 'resetSeconds'>) {
  return new ServiceError('rate_limited', { limit, retryAfterSeconds: resetSeconds });
}

export const UNPAID_CHALLENGES = 'unpaid_challenges';
export const FAILED_PAYMENTS = 'failed_payments';

export interface Policy {
  by: 'client' | 'payer';
  limit: number;
  windowSeconds: number;
}

/** Limits on what is paid; those of free paths stand with their paths and are called by them. */
export const limitByName = {
  [UNPAID_CHALLENGES]: { by: 'client', limit: 120, windowSeconds: 60 },
  [FAILED_PAYMENTS]: { by: 'client', limit: 20, windowSeconds: 60 },
  failed_settlements: { by: 'payer', limit: MAX_STRIKES, windowSeconds: STRIKES_WINDOW_MS / 1_000 },
} as const satisfies Record<string, Policy>;

export function policyOf(name: string): Policy | undefined {
  const found = Object.entries(limitByName).find(([known]) => known === name);
  return found?.[1];
}
