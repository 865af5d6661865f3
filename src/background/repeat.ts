interface Times {
  firstAfterMs: number;
  everyMs: number;
}

/**
 * Does the work again and again, never twice at once. Stopping aborts the signal and waits for what is under way; a
 * process that has nothing else to do does not wait for the next time.
 */
export function repeat(
  work: (signal: AbortSignal) => Promise<void>,
  { firstAfterMs, everyMs }: Times,
): AsyncDisposable {
  const stopping = new AbortController();
  let running = Promise.resolve();
  const next = (): void => {
    running = running.then(() => work(stopping.signal));
  };
  const first = setTimeout(next, firstAfterMs).unref();
  const later = setInterval(next, everyMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      clearTimeout(first);
      clearInterval(later);
      await running;
    },
  };
}
