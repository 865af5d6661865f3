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
