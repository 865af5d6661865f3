import { createHash, randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { CacheStore, LeaseStore } from '../storage/storage.ts';
import { type Clock, systemClock } from './clock.ts';
import type { CacheOutcome, Provenance } from './provenance.ts';

interface CachedFetchOptions {
  cache: CacheStore;
  leases: LeaseStore;
  clock?: Clock;
  /** Told of every outcome and every trouble; must not throw. */
  observe?: {
    outcome?(source: string, outcome: CacheOutcome): void;
    /** The store or the source failed, but the call goes on or an older copy is served. */
    trouble?(source: string, error: unknown): void;
  };
}

export interface CachedCall<T> {
  /** Carries a version of the value's shape; a value of another shape is fetched again. */
  key: string;
  freshMs: number;
  /** How much longer, after it is no longer fresh, a copy may be served when the source fails. */
  staleMs: number;
  source: Pick<Provenance, 'source' | 'url' | 'dataset'>;
  schema: z.ZodType<T>;
  /** Shared by all callers of the key: bounded by its own deadlines, not by one caller's signal. */
  fetch(): Promise<T>;
  /** When the oldest part of the value was read from the source; default: now. */
  readAtMs?(value: T): number;
  /**
   * How long a call waits for the source when an older copy exists. After that the copy is served, marked stale, and
   * the refresh goes on behind it. Default: until the source has answered or failed.
   */
  patienceMs?: number;
  signal?: AbortSignal;
}

export interface Cached<T> {
  value: T;
  provenance: Provenance;
}

export interface CachedFetch {
  <T>(call: CachedCall<T>): Promise<Cached<T>>;
  /** Resolves when no refresh is running any more. */
  idle(): Promise<void>;
}

interface Copy<T> {
  value: T;
  readAtMs: number;
  fresh: boolean;
}

const LEASE_MS = 45_000;
const LOOK_AGAIN_MS = 100;

/** @NOTE keys may name a VIN, and leases are kept outside the cache: their names are digests. */
function leaseNameOf(key: string): string {
  return `fetch:${createHash('sha256').update(key).digest('base64url').slice(0, 32)}`;
}

/** Rejects with the signal's reason as soon as it aborts; the work itself goes on. */
function unlessAborted<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work();
  signal.throwIfAborted();
  const promise = work();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}

/**
 * Reads through the cache: a fresh copy at once; otherwise one fetch for all callers in this process and, by a lease,
 * across instances; an older copy when the source fails or takes longer than the caller's patience.
 */
export function createCachedFetch({
  cache,
  leases,
  clock = systemClock,
  observe,
}: CachedFetchOptions): CachedFetch {
  const owner = randomUUID();
  const running = new Map<string, Promise<Copy<unknown>>>();

  async function stored<T>(call: CachedCall<T>): Promise<Copy<T> | undefined> {
    const nowMs = clock.now();
    try {
      const entry = await cache.get(call.key, nowMs);
      if (!entry) return undefined;
      const parsed = call.schema.safeParse(JSON.parse(entry.value));
      if (!parsed.success) return undefined;
      return { value: parsed.data, readAtMs: entry.storedAtMs, fresh: nowMs < entry.freshUntilMs };
    } catch (error) {
      observe?.trouble?.(call.source.source, error);
      return undefined;
    }
  }

  async function fetchAndStore<T>(call: CachedCall<T>): Promise<Copy<T>> {
    const value = await call.fetch();
    const nowMs = clock.now();
    const readAtMs = Math.min(nowMs, call.readAtMs?.(value) ?? nowMs);
    const freshUntilMs = readAtMs + call.freshMs;
    const entry = {
      value: JSON.stringify(value),
      storedAtMs: readAtMs,
      freshUntilMs,
      staleUntilMs: freshUntilMs + call.staleMs,
    };
    await cache.put(call.key, entry).catch((error) => observe?.trouble?.(call.source.source, error));
    return { value, readAtMs, fresh: nowMs < freshUntilMs };
  }

  /** One instance fetches; the others look for its result and take over if it gives up. */
  async function fetchUnderLease<T>(call: CachedCall<T>): Promise<Copy<T>> {
    const lease = leaseNameOf(call.key);
    const giveUpMs = clock.now() + LEASE_MS;
    while (clock.now() < giveUpMs) {
      const nowMs = clock.now();
      const mine = await leases.acquire(lease, owner, nowMs, nowMs + LEASE_MS).catch((error) => {
        observe?.trouble?.(call.source.source, error);
        return true;
      });
      try {
        const copy = await stored(call);
        if (copy?.fresh) return copy;
        if (mine) return await fetchAndStore(call);
      } finally {
        if (mine) await leases.release(lease, owner).catch(() => undefined);
      }
      await clock.sleep(LOOK_AGAIN_MS * (0.5 + clock.random()));
    }
    return fetchAndStore(call);
  }

  function refresh<T>(call: CachedCall<T>): Promise<Copy<T>> {
    const joined = running.get(call.key);
    if (joined) return joined.then((copy) => ({ ...copy, value: call.schema.parse(copy.value) }));
    const started = fetchUnderLease(call).finally(() => running.delete(call.key));
    running.set(call.key, started);
    return started;
  }

  function served<T>(call: CachedCall<T>, copy: Copy<T>, outcome: CacheOutcome): Cached<T> {
    observe?.outcome?.(call.source.source, outcome);
    const provenance = {
      ...call.source,
      fetchedAt: new Date(copy.readAtMs).toISOString(),
      ageSeconds: Math.max(0, Math.floor((clock.now() - copy.readAtMs) / 1000)),
      cache: outcome,
    };
    return { value: copy.value, provenance };
  }

  async function newerOr<T>(call: CachedCall<T>, older: Copy<T>): Promise<Copy<T>> {
    const newer = refresh(call).catch((error) => {
      observe?.trouble?.(call.source.source, error);
      return older;
    });
    if (call.patienceMs === undefined) return newer;
    const answered = new AbortController();
    const outOfPatience = clock.sleep(call.patienceMs, answered.signal).then(
      () => older,
      () => newer,
    );
    return Promise.race([newer, outOfPatience]).finally(() => answered.abort());
  }

  async function cachedFetch<T>(call: CachedCall<T>): Promise<Cached<T>> {
    call.signal?.throwIfAborted();
    const copy = await stored(call);
    if (copy?.fresh) return served(call, copy, 'hit');
    const fetched = await unlessAborted(() => (copy ? newerOr(call, copy) : refresh(call)), call.signal);
    return served(call, fetched, fetched.fresh ? 'miss' : 'stale');
  }

  return Object.assign(cachedFetch, {
    async idle() {
      while (running.size > 0) await Promise.allSettled(running.values());
    },
  });
}
