import { setImmediate as nextTurn } from 'node:timers/promises';

/** Runs work on the same thing one after another, in the order in which it came. */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const before = last.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    last.set(key, mine);
    try {
      return await mine;
    } finally {
      if (last.get(key) === mine) last.delete(key);
    }
  };
}

const AT_ONCE_MS = 4;

/** Does long work bit by bit, so that whatever else waits has its turn now and again. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const untilMs = performance.now() + AT_ONCE_MS;
    do {
      const step = work.next();
      if (step.done) return step.value;
    } while (performance.now() < untilMs);
    await nextTurn();
  }
}

/** Does a piece of work that never rejects: when it is asked to, or again and again, and never twice at once. */
export function createRounds(work: () => Promise<void>, everyMs: number) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;

  /** Resolves when what is under way, or was begun for it, is done. */
  const runOnce = (): Promise<void> => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };

  return {
    runOnce,
    /** Begins now; a process that has nothing else to do does not wait for the next round. */
    start(): void {
      void runOnce();
      timer ??= setInterval(runOnce, everyMs).unref();
    },
    /** Waits for what is under way. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}

/** Does such rounds on their own. Stopping aborts the signal and waits for what is under way. */
export function repeat(
  work: (signal: AbortSignal) => Promise<void>,
  { firstAfterMs, everyMs }: { firstAfterMs: number; everyMs: number },
): AsyncDisposable {
  const stopping = new AbortController();
  const { start, stop } = createRounds(() => work(stopping.signal), everyMs);
  const first = setTimeout(start, firstAfterMs).unref();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      clearTimeout(first);
      await stop();
    },
  };
}
