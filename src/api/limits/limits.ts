import { steadyNow } from '../../lib/steady-now.ts';
import type { CounterStore } from '../../storage/storage.ts';
import { createRateLimiter, type RateDecision } from './rate-limiter.ts';
import { createSharedWindow } from './shared-window.ts';

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

/** Where several instances serve the same callers. */
interface Shared {
  counters: CounterStore;
  /** Names a client to the storage without naming its address. */
  nameOf(client: string): string;
}

const WINDOW_MS = 60_000;

export function createLimits(shared?: Shared, now: () => number = steadyNow): Limits {
  const limits = new Map<string, MinuteLimit>();
  return {
    of(name, limitPerMinute) {
      const known = limits.get(name);
      if (known) return known;
      const made = createLimit(name, limitPerMinute, shared, now);
      limits.set(name, made);
      return made;
    },
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
  return {
    name,
    async take(clientKey) {
      const local = alone.take(clientKey);
      if (!local.allowed || !together) return local;
      // While the storage does not answer, the count of this instance stands.
      const decision = await together.take(clientKey).catch(() => local);
      if (!decision.allowed) alone.giveBack(clientKey);
      return { ...decision, remaining: Math.min(decision.remaining, local.remaining) };
    },
    giveBack(clientKey) {
      alone.giveBack(clientKey);
      together?.giveBack(clientKey).catch(() => {});
    },
  };
}
