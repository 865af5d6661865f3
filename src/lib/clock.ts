import { sleep } from './sleep.ts';

/** Time and chance, so that a test can hold both still. */
export interface Clock {
  now(): number;
  /** Rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 up to but not including 1. */
  random(): number;
}

/** What a clock is corrected by as it goes. */
const CORRECTION_MS = 2_000;
const BELIEVED_AFTER_MS = 60_000;

/**
 * The time of day, which does not jump: a clock that was set is believed once it has kept its new time for a minute.
 * Until then the time goes on by a clock that nobody sets. What is noted for others by a wrong time stays for hours.
 */
export function createDayTime(wall = Date.now, steady = () => performance.now()): () => number {
  let ahead = wall() - steady();
  let doubted: { ahead: number; sinceMs: number } | undefined;
  return () => {
    const steadyMs = steady();
    const seen = wall() - steadyMs;
    const isNear = (other: number) => Math.abs(seen - other) <= CORRECTION_MS;
    if (!isNear(ahead) && (doubted === undefined || !isNear(doubted.ahead)))
      doubted = { ahead: seen, sinceMs: steadyMs };
    const isBelieved = doubted !== undefined && steadyMs - doubted.sinceMs >= BELIEVED_AFTER_MS;
    if (isNear(ahead) || isBelieved) {
      ahead = seen;
      doubted = undefined;
    }
    return Math.round(steadyMs + ahead);
  };
}

export const systemClock: Clock = { now: createDayTime(), sleep, random: () => Math.random() };
