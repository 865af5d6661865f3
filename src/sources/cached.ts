import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { isServiceError, ServiceError } from '../errors/service-error.ts';
import { type Clock, systemClock, unlessAborted, withDeadline } from '../lib/clock.ts';
import type { CacheStore, LeaseStore } from '../storage/storage.ts';
import { SourceError } from './read-answer.ts';
import type { RecordedPart } from './recordings.ts';

const cacheOutcome = z
  .enum(['hit', 'miss', 'stale', 'none'])
  .describe(
    'hit: fresh from our cache; miss: fetched for this call; stale: the source failed and an older copy is served; none: computed from data shipped with the service',
  );

export const provenanceSchema = z
  .object({
    source: z.string(),
    url: z.url().optional(),
    dataset: z.string().optional(),
    fetchedAt: z.iso.datetime(),
    ageSeconds: z.number().int().nonnegative(),
    cache: cacheOutcome,
    recorded: z
      .literal(true)
      .exactOptional()
      .describe(
        'Only in dev mode: the source could not be reached, and this is an answer that ships with the service for trying it out. It is neither complete nor of today',
      ),
  })
  .meta({ id: 'Provenance', description: 'Where an answer, or one part of it, came from.' });

/** Tells a reader of the age of a part; empty where it was read from its source. */
export function ageWords({ cache, recorded }: Pick<Provenance, 'cache' | 'recorded'>): string {
  if (recorded) return ' (a recorded answer for trying out: the source cannot be reached)';
  return cache === 'stale' ? ' (an older copy: a newer one could not be had)' : '';
}

/** A member of every answer that may be a recorded one. */
export const recordedNote = {
  note: z
    .string()
    .exactOptional()
    .describe('Present only on a recorded answer for trying out: that it is one, and what it lacks'),
};

/** Says of an answer that it is, or is in part, a recorded one. */
export function recordedNoteOf(...parts: readonly (Provenance | null | undefined)[]): { note?: string } {
  const recorded = parts
    .filter((part) => part !== undefined && part !== null)
    .filter(({ recorded }) => recorded);
  const told = recorded.map(({ source, fetchedAt }) => `${source} of ${fetchedAt.slice(0, 10)}`);
  if (told.length === 0) return {};
  const note = `A recorded answer for trying the service out, neither complete nor of today, for the source cannot be reached from here: ${told.join(', ')}.`;
  return { note };
}

export type CacheOutcome = z.infer<typeof cacheOutcome>;
export type Provenance = z.infer<typeof provenanceSchema>;

interface CachedFetchOptions {
  cache: CacheStore;
  leases: LeaseStore;
  clock?: Clock;
  /** The time that what an instance has begun stays its own after it has died. */
  leaseMs?: number;
  /** Called with every outcome and every trouble; must not throw. */
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
  /** The time for which a copy that is no longer fresh may be served when the source fails. */
  staleMs: number;
  source: Pick<Provenance, 'source' | 'url' | 'dataset'>;
  schema: z.ZodType<T>;
  /** Shared by all callers of the key: bounded by its own deadlines, not by one caller's signal. */
  fetch(): Promise<T>;
  /** Makes of a new reading and the last one, if any, what is kept: a list that got shorter is not believed at once. */
  reconcile?(fresh: T, last: T | undefined, nowMs: number): T | Promise<T>;
  /** The time for which this value is fresh, where that depends on it; default: freshMs. With 0 the next call fetches anew. */
  freshMsOf?(value: T): number;
  /** The time at which the oldest part of the value was read from the source; default: now. */
  readAtMs?(value: T): number;
  /**
   * The longest wait for the source. After it an older copy is served, marked stale, or without one the source is called
   * unavailable; the refresh goes on behind it. Default: until the source has answered or failed.
   */
  deadlineMs?: number;
  /** Stands in where the source fails and there is no copy: never stored, and marked in the provenance. */
  recorded?(): RecordedPart<T> | undefined;
  /** Tells whether a value is stored; one made of recorded parts is not. Default: it is. */
  isKept?(value: T): boolean;
  /** Makes a call without an older copy wait for `fetch`, which has bounds of its own. */
  waitsForFirst?: boolean;
  signal?: AbortSignal;
}

export interface Cached<T> {
  value: T;
  provenance: Provenance;
}

export type CachedFetch = ReturnType<typeof createCachedFetch>;

interface Copy<T> {
  value: T;
  /** The address it was read from, which need not be the one that is set today. */
  url: string | undefined;
  readAtMs: number;
  fresh: boolean;
}

const envelopeSchema = z.object({ url: z.string().nullable(), value: z.unknown() });

/** Copies of one address are never found under another: a recording or a test server is not the live source. */
function boundKey(call: Pick<CachedCall<unknown>, 'key' | 'source'>): string {
  const { url } = call.source;
  if (url === undefined) return call.key;
  return `${call.key}@${createHash('sha256').update(url).digest('base64url').slice(0, 16)}`;
}

/** The advice to a caller without a copy at its deadline: the refresh is on its way. */
const RETRY_SECONDS = 15;
/** Longer than a source may take, and most of a request's time. */
const LONGEST_WAIT_MS = 45_000;
/** Short, because that is how long callers wait for an instance that was killed. */
const LEASE_MS = 10_000;
const LOOK_AGAIN_MS = 100;
const NO_LEASE_NEEDED: AsyncDisposable = { async [Symbol.asyncDispose]() {} };

/** @NOTE keys may name a VIN, and leases are kept outside the cache: their names are digests. */
function leaseNameOf(key: string): string {
  return `fetch:${createHash('sha256').update(key).digest('base64url').slice(0, 32)}`;
}

/**
 * Reads through the cache: a fresh copy at once; otherwise one fetch for all callers in this process and, by a lease,
 * across instances; an older copy when the source fails or misses the caller's deadline.
 */
export function createCachedFetch({
  cache,
  leases,
  clock = systemClock,
  leaseMs = LEASE_MS,
  observe,
}: CachedFetchOptions) {
  const owner = randomUUID();
  const running = new Map<string, Promise<Copy<unknown>>>();

  async function stored<T>(call: CachedCall<T>): Promise<Copy<T> | undefined> {
    const nowMs = clock.now();
    try {
      const entry = await cache.get(boundKey(call), nowMs);
      if (!entry) return undefined;
      const envelope = envelopeSchema.safeParse(JSON.parse(entry.value));
      if (!envelope.success) return undefined;
      const parsed = call.schema.safeParse(envelope.data.value);
      if (!parsed.success) return undefined;
      const url = envelope.data.url ?? undefined;
      return { value: parsed.data, url, readAtMs: entry.storedAtMs, fresh: nowMs < entry.freshUntilMs };
    } catch (error) {
      observe?.trouble?.(call.source.source, error);
      return undefined;
    }
  }

  async function fetchAndStore<T>(call: CachedCall<T>): Promise<Copy<T>> {
    const fetched = await call.fetch();
    const nowMs = clock.now();
    const value = call.reconcile
      ? await call.reconcile(fetched, (await stored(call))?.value, nowMs)
      : fetched;
    const readAtMs = Math.min(nowMs, call.readAtMs?.(value) ?? nowMs);
    const freshUntilMs = readAtMs + (call.freshMsOf?.(value) ?? call.freshMs);
    const copy = { value, url: call.source.url, readAtMs, fresh: nowMs <= freshUntilMs };
    if (call.isKept?.(value) === false) return { ...copy, fresh: true };
    const entry = {
      value: JSON.stringify({ url: call.source.url ?? null, value }),
      storedAtMs: readAtMs,
      freshUntilMs,
      staleUntilMs: freshUntilMs + call.staleMs,
    };
    await cache.put(boundKey(call), entry).catch((error) => observe?.trouble?.(call.source.source, error));
    return copy;
  }

  /** One instance fetches; the others look for its result and take over if it gives up. */
  async function fetchUnderLease<T>(call: CachedCall<T>): Promise<Copy<T>> {
    const name = leaseNameOf(boundKey(call));
    const giveUpMs = clock.now() + LONGEST_WAIT_MS;
    while (clock.now() < giveUpMs) {
      {
        await using lease = await holdLease({ leases, clock, name, owner, leaseMs }).catch((error) => {
          observe?.trouble?.(call.source.source, error);
          return NO_LEASE_NEEDED;
        });
        const copy = await stored(call);
        if (copy?.fresh) return copy;
        if (lease) return await fetchAndStore(call);
      }
      await clock.sleep(LOOK_AGAIN_MS * (0.5 + clock.random()));
    }
    return fetchAndStore(call);
  }

  function refresh<T>(call: CachedCall<T>): Promise<Copy<T>> {
    const joined = running.get(boundKey(call));
    if (joined) return joined.then((copy) => ({ ...copy, value: call.schema.parse(copy.value) }));
    const started = fetchUnderLease(call).finally(() => running.delete(boundKey(call)));
    running.set(boundKey(call), started);
    return started;
  }

  function served<T>(call: CachedCall<T>, copy: Copy<T>, outcome: CacheOutcome): Cached<T> {
    observe?.outcome?.(call.source.source, outcome);
    const url = copy.url !== undefined && { url: copy.url };
    return {
      value: copy.value,
      provenance: { ...call.source, ...url, ...ageOf(copy.readAtMs), cache: outcome },
    };
  }

  const ageOf = (readAtMs: number) => ({
    fetchedAt: new Date(readAtMs).toISOString(),
    ageSeconds: Math.max(0, Math.floor((clock.now() - readAtMs) / 1000)),
  });

  async function newerOr<T>(call: CachedCall<T>, older: Copy<T> | undefined): Promise<Copy<T>> {
    const newer = refresh(call).catch((error) => {
      if (older === undefined) throw error;
      observe?.trouble?.(call.source.source, error);
      return older;
    });
    // Nobody may be left to wait for it: a later failure must not count as unhandled.
    newer.catch(() => undefined);
    if (call.deadlineMs === undefined || (older === undefined && call.waitsForFirst)) return newer;
    const late = () => {
      if (older) return older;
      const { source } = call.source;
      const cause = new SourceError('timeout');
      throw new ServiceError('upstream_unavailable', { source, retryAfterSeconds: RETRY_SECONDS }, { cause });
    };
    return withDeadline(newer, { clock, ms: call.deadlineMs, late });
  }

  async function cachedFetch<T>(call: CachedCall<T>): Promise<Cached<T>> {
    call.signal?.throwIfAborted();
    const copy = await stored(call);
    if (copy?.fresh) return served(call, copy, 'hit');
    call.signal?.throwIfAborted();
    try {
      const fetched = await unlessAborted(newerOr(call, copy), call.signal);
      return served(call, fetched, fetched.fresh ? 'miss' : 'stale');
    } catch (error) {
      call.signal?.throwIfAborted();
      const recorded = isServiceError(error, 'upstream_unavailable') ? call.recorded?.() : undefined;
      if (!recorded) throw error;
      const age = ageOf(Date.parse(recorded.readOn));
      return {
        value: recorded.value,
        provenance: { ...call.source, ...age, cache: 'none', recorded: true },
      };
    }
  }

  return Object.assign(cachedFetch, {
    /** Resolves when no refresh is running any more. */
    async idle() {
      while (running.size > 0) await Promise.allSettled(running.values());
    },
  });
}

interface LeaseOptions extends Required<Pick<CachedFetchOptions, 'leases' | 'clock' | 'leaseMs'>> {
  name: string;
  owner: string;
}

/** Takes a lease and renews it until it is given back; undefined where another holds it. Rejects where nobody can say. */
async function holdLease(options: LeaseOptions): Promise<AsyncDisposable | undefined> {
  const { leases, clock, name, owner, leaseMs } = options;
  const acquire = () => leases.acquire(name, owner, clock.now(), clock.now() + leaseMs);
  if (!(await acquire())) return undefined;
  let renewing: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    // A storage that cannot be asked lets the lease run out, and another instance may do the same work.
    renewing ??= acquire()
      .catch(() => {})
      .finally(() => {
        renewing = undefined;
      });
  }, leaseMs / 4).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      // One that arrives after the release would take the lease for nobody.
      await renewing;
      await leases.release(name, owner).catch(() => {});
    },
  };
}
