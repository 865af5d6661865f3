import { setTimeout as wait } from 'node:timers/promises';

/** Time as the payments see it; tests bring their own. */
export interface Clock {
  nowMs(): number;
  sleep(durationMs: number): Promise<void>;
}

export const systemClock: Clock = {
  nowMs: Date.now,
  sleep: (durationMs) => wait(durationMs),
};
