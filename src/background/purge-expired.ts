import type { Events } from '../events/events.ts';
import { systemClock } from '../lib/clock.ts';
import type { Storage } from '../storage/storage.ts';

/** The time within which what has expired is gone. */
const EVERY_MS = 60_000;

/**
 * Deletes what has expired: at once, for nobody did while the service was down, and then again and again. Dispose it
 * before the storage.
 */
export function startPurging(
  storage: Pick<Storage, 'purge'>,
  events: Pick<Events, 'backgroundFaulted'>,
): AsyncDisposable {
  let running: Promise<unknown> | undefined;
  const purge = () => {
    running ??= storage
      .purge(systemClock.now())
      .catch((error: unknown) => events.backgroundFaulted({ task: 'purge', error }))
      .finally(() => {
        running = undefined;
      });
  };
  purge();
  const timer = setInterval(purge, EVERY_MS).unref();
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await running;
    },
  };
}
