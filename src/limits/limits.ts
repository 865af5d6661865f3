import { steadyNow } from '../lib/clock.ts';
import { MAX_STRIKES, STRIKES_WINDOW_MS } from '../payments/sale/strikes.ts';
import type { CounterStore } from '../storage/storage.ts';
import { createSharedWindow, type SharedWindow } from './shared-window.ts';

/** What a limiter says of one request. */
export interface RateDecision {
  allowed: boolean;
  limit: number;
  remaining: number;
  /** Seconds until one more request is allowed (when refused) or until the window has emptied. */
  resetSeconds: number;
}

interface RateLimiter {
  /** Counts a request and says whether it may pass. */
  take(client: string): RateDecision;
  /** Takes back the request that was counted last. */
  giveBack(client: string): void;
}

interface Options {
  limit: number;
  windowMs: number;
  /** So many are always remembered, and never twice as many: memory stays bounded in a flood. */
  maxClients?: number;
  now(): number;
}

/** At most `limit` requests per client in any window: an exact sliding window over the times of the last requests. */
export function createRateLimiter({ limit, windowMs, maxClients = 10_000, now }: Options): RateLimiter {
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
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - times.length),
      resetSeconds: Math.max(1, Math.ceil((anchor + windowMs - nowMs) / 1000)),
    };
  }

  return {
    take(client) {
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
    giveBack(client) {
      timesOf(client)?.pop();
    },
  };
}

/** What one client may ask of one thing in a minute. */
export interface MinuteLimit {
  readonly name: string;
  take(clientKey: string): Promise<RateDecision>;
  /** What was counted turned out to be welcome. */
  giveBack(clientKey: string): void;
}

/** Where several instances serve the same callers. */
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

function createLimit(
  name: string,
  limit: number,
  shared: Shared | undefined,
  now: () => number,
): MinuteLimit {
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
  async function takeTogether(shared: SharedWindow, clientKey: string, local: RateDecision) {
    // While the storage does not answer, the count of this instance stands.
    const decision = await shared.take(clientKey).catch(() => local);
    if (!decision.allowed) alone.giveBack(clientKey);
    return { ...decision, remaining: Math.min(decision.remaining, local.remaining) };
  }
  return {
    name,
    async take(clientKey) {
      const local = alone.take(clientKey);
      return local.allowed && together ? takeTogether(together, clientKey, local) : local;
    },
    giveBack(clientKey) {
      alone.giveBack(clientKey);
      together?.giveBack(clientKey).catch(() => {});
    },
  };
}

export const UNPAID_CHALLENGES = 'unpaid_challenges';
export const FAILED_PAYMENTS = 'failed_payments';

export interface Policy {
  /** Who is counted. */
  by: 'client' | 'payer';
  limit: number;
  windowSeconds: number;
}

/** The limits on what is paid; those of free paths stand with their paths and are called by them. */
export const limitByName = {
  [UNPAID_CHALLENGES]: { by: 'client', limit: 120, windowSeconds: 60 },
  [FAILED_PAYMENTS]: { by: 'client', limit: 20, windowSeconds: 60 },
  failed_settlements: { by: 'payer', limit: MAX_STRIKES, windowSeconds: STRIKES_WINDOW_MS / 1_000 },
} as const satisfies Record<string, Policy>;

export function policyOf(name: string): Policy | undefined {
  const found = Object.entries(limitByName).find(([known]) => known === name);
  return found?.[1];
}
