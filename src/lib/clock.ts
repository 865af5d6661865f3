import { sleep } from './sleep.ts';

/** Time and chance, so that a test can hold both still. */
export interface Clock {
  now(): number;
  /** Rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 up to but not including 1. */
  random(): number;
}

export const systemClock: Clock = { now: () => Date.now(), sleep, random: () => Math.random() };
