import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openSqliteStorage } from '../../storage/sqlite/open-sqlite-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { createLimits } from './limits.ts';

let folder: string;
let storage: Storage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecourt-limits-'));
  storage = await openSqliteStorage({ file: join(folder, 'counters.sqlite') });
});
afterAll(async () => {
  await storage[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
// In the middle of a minute, so that all calls of a test fall into one.
beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T12:00:30Z') }));
afterEach(() => vi.useRealTimers());

/** Two instances that count one thing together. */
function openTwo(name: string, limit: number) {
  const open = () => createLimits(storage.counters).of(name, limit);
  return [open(), open()] as const;
}

describe('a limit that instances share', () => {
  it('lets as many calls pass as one instance would', async () => {
    const [first, second] = openTwo('together', 2);
    expect((await first.take('client')).allowed).toBe(true);
    expect(await second.take('client')).toMatchObject({ allowed: true, remaining: 0 });
    expect(await first.take('client')).toMatchObject({ allowed: false, resetSeconds: 30 });
  });

  it('takes back for all of them what turned out to be welcome', async () => {
    const [first, second] = openTwo('welcome', 1);
    await first.take('client');
    first.giveBack('client');
    expect((await second.take('client')).allowed).toBe(true);
    expect((await first.take('client')).allowed).toBe(false);
  });

  it('is that of each instance while the storage fails', async () => {
    const broken = () => Promise.reject(new Error('disk full'));
    const limit = createLimits({ increment: broken, read: broken }).of('alone', 1);
    expect((await limit.take('client')).allowed).toBe(true);
    expect((await limit.take('client')).allowed).toBe(false);
    limit.giveBack('client');
    expect((await limit.take('client')).allowed).toBe(true);
  });
});
