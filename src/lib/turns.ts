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
