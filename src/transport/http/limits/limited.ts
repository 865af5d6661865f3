import { RateLimited } from '../../../failures/rate-limited.ts';
import type { CounterStore } from '../../../storage/storage.ts';
import { replyFailure } from '../reply-failure.ts';
import type { Handler } from '../routes.ts';
import { limitHeaders } from './limit-headers.ts';
import { createRateLimiter, type RateDecision } from './rate-limiter.ts';

interface Options {
  /** Names what is limited; several paths may not share a name. */
  name: string;
  limitPerMinute: number;
  /** Given where several instances serve the same callers. */
  shared: CounterStore | undefined;
}

const WINDOW_MS = 60_000;

/** Lets a client through at most so many times a minute and tells it where it stands. */
export function limited({ name, limitPerMinute, shared }: Options, handler: Handler): Handler {
  const limiter = createRateLimiter({ limit: limitPerMinute });
  return async (c) => {
    const local = limiter.take(c.env.exchange.clientKey);
    const decision =
      local.allowed && shared
        ? await takeShared(shared, `${name}:${c.env.exchange.clientKey}`, local)
        : local;
    const headers = limitHeaders(decision);
    if (!decision.allowed)
      return replyFailure(c.env.exchange, new RateLimited(decision.resetSeconds), headers);
    const response = await handler(c);
    for (const [header, value] of Object.entries(headers)) response.headers.set(header, value);
    return response;
  };
}

/** Counts in the storage that all instances share; when that does not answer, the local count stands. */
async function takeShared(counters: CounterStore, key: string, local: RateDecision): Promise<RateDecision> {
  const nowMs = Date.now();
  const windowStartMs = nowMs - (nowMs % WINDOW_MS);
  try {
    const count = await counters.increment(key, windowStartMs, windowStartMs + 2 * WINDOW_MS);
    return {
      allowed: count <= local.limit,
      limit: local.limit,
      remaining: Math.min(local.remaining, Math.max(0, local.limit - count)),
      resetSeconds: Math.max(1, Math.ceil((windowStartMs + WINDOW_MS - nowMs) / 1000)),
    };
  } catch {
    return local;
  }
}
