/** Time and chance, so that a test can hold both still. */
export interface Clock {
  now(): number;
  /** Rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 up to but not including 1. */
  random(): number;
}

/** The largest difference that is a correction of a clock that goes on. */
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

/** Resolves after `ms`; rejects with the signal's reason as soon as it aborts. Runs in browsers too. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      if (signal?.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, ms);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
}

/** Milliseconds since 1970 as they were at the start of the process, counted on by a clock that nobody sets. */
export function steadyNow(): number {
  return performance.timeOrigin + performance.now();
}

/** The deadline of one caller for all sources together: time that one of them took is missing for the next. */
export const DEADLINE_MS = 8_000;

export interface Elapsed {
  /** The part of the deadline that is used up already; default: nothing. */
  elapsedMs?: number;
}

export const deadlineLeftMs = ({ elapsedMs = 0 }: Elapsed) =>
  Math.max(0, DEADLINE_MS - Math.max(0, elapsedMs));

interface Deadline<Late> {
  clock: Pick<Clock, 'sleep'>;
  ms: number;
  /** Gives what takes the place of the result after the deadline, or fails. */
  late(): Late | Promise<Late>;
  /** Ends the waiting early. */
  signal?: AbortSignal;
}

/** Waits for work until a deadline. The work goes on after it; that it fails later is no unhandled failure. */
export async function withDeadline<T, Late>(
  work: Promise<T>,
  { clock, ms, late, signal }: Deadline<Late>,
): Promise<T | Late> {
  const settled = new AbortController();
  const ends = signal ? AbortSignal.any([signal, settled.signal]) : settled.signal;
  const elapsed = clock.sleep(Math.max(0, ms), ends).catch(() => undefined);
  const instead = elapsed.then((): T | Late | Promise<T | Late> => (settled.signal.aborted ? work : late()));
  try {
    return await Promise.race([work, instead]);
  } finally {
    settled.abort();
  }
}

/** The longest that anybody who pays, and whoever asks whether we can sell, waits for the storage. */
export const STORAGE_DEADLINE_MS = 2_000;

export class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

/**
 * Fails where the storage has not answered in time; what it was told may be done all the same. A paid call asks so several
 * times: this costs half a microsecond, `withDeadline` with its signals five.
 */
export function answeredInTime<Value>(question: Promise<Value>, ms = STORAGE_DEADLINE_MS): Promise<Value> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new SilenceError(`No answer in ${ms} ms`));
    // The timers of a process that was held up end before it reads the answers that have come meanwhile.
    const timer = setTimeout(() => setTimeout(fail), ms);
    question.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Rejects with the signal's reason as soon as it aborts; the work itself goes on. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
