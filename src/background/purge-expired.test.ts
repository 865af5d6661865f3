import { expect, it } from 'vitest';
import { withStorage } from '../../test/storage/with-storage.ts';
import { startPurging } from './purge-expired.ts';

it.each(['sqlite', 'postgres'] as const)(
  'what has expired is deleted by one of several instances, and by another once that has ended: %s',
  async (kind) => {
    await using storage = await withStorage(kind);
    let purged = 0;
    const { leases } = storage;
    const purge = (nowMs: number) => {
      purged += 1;
      return storage.purge(nowMs);
    };
    const start = () =>
      startPurging({ purge, leases }, { backgroundFaulted: ({ error }) => expect.fail(`${error}`) });
    const first = start();
    await expect.poll(() => purged).toBe(1);
    await start()[Symbol.asyncDispose]();
    expect(purged).toBe(1);
    await first[Symbol.asyncDispose]();
    await start()[Symbol.asyncDispose]();
    expect(purged).toBe(2);
  },
);
