interface BreakerOptions {
  /** Failures in a row after which the source is left alone. */
  failures: number;
  restMs: number;
  now: () => number;
}

/** Makes a circuit breaker. Closed: everything passes. Open: nothing passes for `restMs`, then one trial call decides. */
export function createBreaker({ failures, restMs, now }: BreakerOptions) {
  let failuresInARow = 0;
  let openUntilMs: number | undefined;
  let trialRunning = false;

  return {
    /** Gives the milliseconds until a call may be tried; 0 means now. Reserves the one trial call after a rest. */
    admit(): number {
      if (openUntilMs === undefined) return 0;
      const remainingMs = openUntilMs - now();
      if (remainingMs > 0) return remainingMs;
      if (trialRunning) return restMs;
      trialRunning = true;
      return 0;
    },
    succeeded() {
      failuresInARow = 0;
      openUntilMs = undefined;
      trialRunning = false;
    },
    failed() {
      failuresInARow += 1;
      if (trialRunning || failuresInARow >= failures) openUntilMs = now() + restMs;
      trialRunning = false;
    },
    /** Ends a call that says nothing about the source, for example because its caller left. */
    withdrawn() {
      trialRunning = false;
    },
    isOpen: () => openUntilMs !== undefined,
  };
}

interface RetryOptions {
  /** Gives the pause after this failure before the next try; undefined ends with the failure. */
  pauseAfter(error: unknown, tried: number): number | undefined;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Ends a pause with its reason; the tries look at it themselves. */
  signal: AbortSignal | undefined;
}

/** Tries until there is a result, or a failure that is not worth another try. */
export async function retry<T>(
  attempt: () => Promise<T>,
  { pauseAfter, sleep, signal }: RetryOptions,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = pauseAfter(error, tried);
      if (pauseMs === undefined) throw error;
      await sleep(pauseMs, signal);
    }
  }
}

/** Pauses that double with every try, up to the longest. */
export function doubledPauseMs(
  tried: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
) {
  return Math.min(longestMs, firstMs * 2 ** (tried - 1));
}

/** The pause that a Retry-After header asks for, given in seconds or as a date; 0 where it asks for none. */
export function retryAfterMs(header: string | null | undefined, nowMs: number): number {
  const text = header?.trim() ?? '';
  const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}

/** Lets a bounded number of calls run at a time; the others wait in line. */
export function createSlots(limit: number) {
  let free = limit;
  const line: Array<() => void> = [];

  function once(): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = line.shift();
      if (next) next();
      else free += 1;
    };
  }

  return {
    /** Resolves when a slot is free; the returned function gives it back and may be called once or more. */
    take(signal: AbortSignal): Promise<() => void> {
      signal.throwIfAborted();
      if (free > 0) {
        free -= 1;
        return Promise.resolve(once());
      }
      return new Promise((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener('abort', leave);
          resolve(once());
        };
        const leave = () => {
          line.splice(line.indexOf(enter), 1);
          reject(signal.reason);
        };
        line.push(enter);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
