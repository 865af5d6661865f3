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
