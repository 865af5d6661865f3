import { randomUUID } from 'node:crypto';
import type { Events } from '../events/events.ts';
import { systemClock } from '../lib/clock.ts';
import { createRounds } from '../lib/turns.ts';
import type { Storage } from '../storage/storage.ts';

/** The time within which what has expired is gone. */
const EVERY_MS = 60_000;
const LEASE = 'delete what has expired';

/**
 * Deletes what has expired: at once, for nobody did while the service was down, and then again and again. Dispose it
 * before the storage.
 */
export function startPurging(
  storage: Pick<Storage, 'purge' | 'leases'>,
  events: Pick<Events, 'backgroundFaulted'>,
): AsyncDisposable {
  const owner = randomUUID();
  const purgeInTurn = async () => {
    const nowMs = systemClock.now();
    // Each minute the first instance that comes does it for all.
    if (await storage.leases.acquire(LEASE, owner, nowMs, nowMs + EVERY_MS - 5_000))
      await storage.purge(nowMs);
  };
  const { start, stop } = createRounds(
    () => purgeInTurn().catch((error: unknown) => events.backgroundFaulted({ task: 'purge', error })),
    EVERY_MS,
  );
  start();
  return {
    async [Symbol.asyncDispose]() {
      await stop();
      await storage.leases.release(LEASE, owner).catch(() => {});
    },
  };
}
