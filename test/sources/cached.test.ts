import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../src/lib/clock.ts';
import { createCachedFetch } from '../../src/sources/cached.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import type { CacheStore, LeaseStore } from '../../src/storage/storage.ts';
import { folderOfTest } from '../own-folder.ts';
import { callOf, HOUR_MS } from './call-of.ts';

/** A real SQLite file, gone after the test. */
async function openStore(): Promise<{ cache: CacheStore; leases: LeaseStore }> {
  const storage = await openSqliteStorage({ file: join(folderOfTest(), 'test.sqlite') });
  onTestFinished(() => storage[Symbol.asyncDispose]());
  return storage;
}

function movableClock(): Clock & { pass(ms: number): void } {
  let nowMs = Date.parse('2026-11-20T12:00:00Z');
  return {
    pass: (ms) => {
      nowMs += ms;
    },
    now: () => nowMs,
    random: () => 0.5,
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  };
}

const down = () => Promise.reject(new Error('down'));

function counting(values: number[][]): { fetch: () => Promise<number[]>; count: () => number } {
  let calls = 0;
  return {
    count: () => calls,
    async fetch() {
      const value = values[Math.min(calls, values.length - 1)] ?? [];
      calls += 1;
      return value;
    },
  };
}

describe('a value read through the cache', () => {
  test('is fetched once, then served with its age while fresh', async () => {
    const clock = movableClock();
    const cachedFetch = createCachedFetch({ ...(await openStore()), clock });
    const source = counting([[1], [2]]);

    const first = await cachedFetch(callOf(source.fetch));
    const from = { source: 'NHTSA recalls', url: 'https://api.nhtsa.gov/' };
    const fresh = { fetchedAt: '2026-11-20T12:00:00.000Z', ageSeconds: 0, cache: 'miss' };
    expect(first).toEqual({ value: [1], provenance: { ...from, ...fresh } });

    clock.pass(23 * HOUR_MS);
    const second = await cachedFetch(callOf(source.fetch));
    expect(second.value).toEqual([1]);
    expect(second.provenance).toMatchObject({ cache: 'hit', ageSeconds: 23 * 3600 });

    clock.pass(HOUR_MS);
    const third = await cachedFetch(callOf(source.fetch));
    expect(third).toMatchObject({ value: [2], provenance: { cache: 'miss' } });
    expect(source.count()).toBe(2);
  });

  test('is served stale, with its age, when the source fails', async () => {
    const clock = movableClock();
    const troubles: unknown[] = [];
    const observe = { trouble: (_source: string, error: unknown) => troubles.push(error) };
    const cachedFetch = createCachedFetch({ ...(await openStore()), clock, observe });
    await cachedFetch(callOf(async () => [1]));
    clock.pass(30 * HOUR_MS);
    expect(await cachedFetch(callOf(down))).toMatchObject({
      value: [1],
      provenance: { cache: 'stale', ageSeconds: 30 * 3600, fetchedAt: '2026-11-20T12:00:00.000Z' },
    });
    expect(troubles).toHaveLength(1);
  });

  test('is not served once too old, and then the failure shows', async () => {
    const clock = movableClock();
    const cachedFetch = createCachedFetch({ ...(await openStore()), clock });
    await cachedFetch(callOf(async () => [1]));
    clock.pass(263 * HOUR_MS);
    expect((await cachedFetch(callOf(down))).provenance.cache).toBe('stale');
    clock.pass(HOUR_MS);
    await expect(cachedFetch(callOf(down))).rejects.toThrow('down');
  });

  test('that one instance could not read is asked for by another without waiting', async () => {
    const store = await openStore();
    let pauses = 0;
    const clock = movableClock();
    const sleep = async (ms: number) => {
      pauses += 1;
      clock.pass(ms);
    };
    const [first, second] = [1, 2].map(() => createCachedFetch({ ...store, clock: { ...clock, sleep } }));
    await expect(first?.(callOf(down))).rejects.toThrow('down');
    expect((await second?.(callOf(async () => [1])))?.value).toEqual([1]);
    expect(pauses).toBe(0);
  });

  test('of another shape than today is fetched again', async () => {
    const { cache, leases } = await openStore();
    const cachedFetch = createCachedFetch({ cache, leases, clock: movableClock() });
    const call = callOf(async () => [1]);
    const never = Number.MAX_SAFE_INTEGER;
    const kept = { storedAtMs: 0, freshUntilMs: never, staleUntilMs: never };
    await cache.put(call.key, { value: '{"old":true}', ...kept });
    expect(await cachedFetch(call)).toMatchObject({ value: [1], provenance: { cache: 'miss' } });
  });

  test('is as old as its oldest part', async () => {
    const clock = movableClock();
    const cachedFetch = createCachedFetch({ ...(await openStore()), clock });
    const readAtMs = () => clock.now() - 20 * HOUR_MS;
    const call = callOf(async () => [1], { readAtMs });
    expect((await cachedFetch(call)).provenance).toMatchObject({ cache: 'miss', ageSeconds: 20 * 3600 });
    clock.pass(3 * HOUR_MS);
    expect((await cachedFetch(call)).provenance).toMatchObject({ cache: 'hit', ageSeconds: 23 * 3600 });
    clock.pass(2 * HOUR_MS);
    expect((await cachedFetch({ ...call, fetch: down })).provenance.cache).toBe('stale');
  });

  test('is served stale at once to a caller without patience, and refreshed behind him', async () => {
    const clock = movableClock();
    const cachedFetch = createCachedFetch({ ...(await openStore()), clock });
    await cachedFetch(callOf(async () => [1]));
    clock.pass(25 * HOUR_MS);
    const slow = Promise.withResolvers<number[]>();
    const call = callOf(() => slow.promise, { deadlineMs: 0 });
    expect(await cachedFetch(call)).toMatchObject({ value: [1], provenance: { cache: 'stale' } });
    slow.resolve([2]);
    await cachedFetch.idle();
    expect(await cachedFetch(call)).toMatchObject({ value: [2], provenance: { cache: 'hit' } });
  });

  test('is served even when the store fails', async () => {
    const broken = () => Promise.reject(new Error('disk full'));
    const cachedFetch = createCachedFetch({
      cache: { get: broken, put: broken },
      leases: { acquire: broken, release: broken },
      clock: movableClock(),
    });
    expect((await cachedFetch(callOf(async () => [1]))).value).toEqual([1]);
  });
});

describe('many callers at once', () => {
  test('cause one fetch across instances that share a store', async () => {
    const { cache, leases } = await openStore();
    const clock = movableClock();
    const instances = Array.from({ length: 4 }, () => createCachedFetch({ cache, leases, clock }));
    const source = counting([[7]]);
    const calls = instances.flatMap((instance) => [1, 2, 3].map(() => instance(callOf(source.fetch))));
    await Promise.all(calls);
    expect(source.count()).toBe(1);
  });

  test('cause one fetch across instances however long that takes', async () => {
    const { cache, leases } = await openStore();
    const leaseMs = 1_000;
    const [first, second] = [1, 2].map(() => createCachedFetch({ cache, leases, leaseMs }));
    const slow = Promise.withResolvers<number[]>();
    let calls = 0;
    const fetch = () => {
      calls += 1;
      return slow.promise;
    };
    const fetched = first?.(callOf(fetch));
    await expect.poll(() => calls).toBe(1);
    const startedMs = performance.now();
    const waiting = second?.(callOf(fetch));
    await expect.poll(() => performance.now() - startedMs).toBeGreaterThan(2.5 * leaseMs);
    slow.resolve([7]);
    expect([(await fetched)?.value, (await waiting)?.value, calls]).toEqual([[7], [7], 1]);
  });

  test('wait no longer than ten seconds for an instance that was killed', async () => {
    const file = join(folderOfTest(), 'test.sqlite');
    const killed = spawn(process.execPath, ['test/sources/run-endless-fetch.ts', file]);
    await once(killed.stdout, 'data');
    killed.kill('SIGKILL');
    await once(killed, 'exit');

    await using storage = await openSqliteStorage({ file });
    let passedMs = 0;
    const clock = {
      now: () => Date.now() + passedMs,
      random: Math.random,
      sleep: async (ms: number) => {
        passedMs += ms;
      },
    };
    const cachedFetch = createCachedFetch({ ...storage, clock });
    expect((await cachedFetch(callOf(async () => [1]))).value).toEqual([1]);
    expect(passedMs).toBeLessThan(11_000);
  });

  test('do not lose the fetch when the first of them leaves', async () => {
    const cachedFetch = createCachedFetch({ ...(await openStore()), clock: movableClock() });
    const slow = Promise.withResolvers<number[]>();
    const controller = new AbortController();
    const leaver = cachedFetch(callOf(() => slow.promise, { signal: controller.signal }));
    const stayer = cachedFetch(callOf(() => slow.promise));
    const reason = new Error('gone');
    controller.abort(reason);
    await expect(leaver).rejects.toBe(reason);
    slow.resolve([7]);
    expect((await stayer).value).toEqual([7]);
  });

  test('all learn of a failure, and the next call tries again', async () => {
    const cachedFetch = createCachedFetch({ ...(await openStore()), clock: movableClock() });
    const failed = await Promise.allSettled([cachedFetch(callOf(down)), cachedFetch(callOf(down))]);
    expect(failed.map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect((await cachedFetch(callOf(async () => [1]))).value).toEqual([1]);
  });
});

describe('a source that hangs', () => {
  test('is called unavailable after the patience, and its late answer serves the next caller', async () => {
    const cachedFetch = createCachedFetch({ ...(await openStore()), clock: movableClock() });
    const late = Promise.withResolvers<number[]>();
    const call = callOf(() => late.promise, { deadlineMs: 8_000 });
    const unavailable = { code: 'upstream_unavailable', retryAfterSeconds: 15 };
    await expect(cachedFetch(call)).rejects.toMatchObject(unavailable);
    late.resolve([1]);
    await cachedFetch.idle();
    expect(await cachedFetch(callOf(down))).toMatchObject({ value: [1], provenance: { cache: 'hit' } });
  });
});
