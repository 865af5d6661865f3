import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRecallService, type RecallService } from '../../src/recalls/recall-service.ts';
import { createCachedFetch } from '../../src/sources/cached.ts';
import type { Clock } from '../../src/sources/clock.ts';
import { createNhtsa } from '../../src/sources/nhtsa/nhtsa.ts';
import { createTransportCanada } from '../../src/sources/transport-canada/transport-canada.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';

export interface RunningRecalls extends AsyncDisposable {
  service: RecallService;
  /** Moves the time of the cache and of the breakers. */
  pass(ms: number): void;
}

interface Options {
  nhtsaUrl: string;
  canadaUrl: string;
  timing?: { attemptTimeoutMs: number; timeoutMs: number };
}

/** The real service on real HTTP and a real SQLite file; only time is ours, and retries do not wait. */
export async function startRecalls({ nhtsaUrl, canadaUrl, timing }: Options): Promise<RunningRecalls> {
  await using parts = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'recalls-'));
  parts.defer(() => rm(folder, { recursive: true, force: true }));
  const storage = parts.use(await openSqliteStorage({ file: join(folder, 'test.sqlite') }));
  let passedMs = 0;
  const clock: Clock = {
    now: () => Date.now() + passedMs,
    random: () => 0,
    sleep: () => new Promise((resolve) => setImmediate(resolve)),
  };
  const shared = { userAgent: 'forecourt/test', clock, ...(timing && { timing }) };
  const nhtsa = parts.use(createNhtsa({ baseUrl: nhtsaUrl, ...shared }));
  const transportCanada = parts.use(createTransportCanada({ baseUrl: canadaUrl, ...shared }));
  // The caller's patience is tested with the cache itself; here a source is waited for.
  const patient = {
    ...clock,
    sleep: (ms: number, signal?: AbortSignal) => (ms > 1_000 ? never(signal) : clock.sleep(ms)),
  };
  const cachedFetch = createCachedFetch({ cache: storage.cache, leases: storage.leases, clock: patient });
  parts.defer(() => cachedFetch.idle());
  const running = parts.move();
  return {
    service: createRecallService({ nhtsa, transportCanada, cachedFetch }),
    pass(ms) {
      passedMs += ms;
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

function never(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
