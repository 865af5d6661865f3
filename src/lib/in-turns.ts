import { setImmediate as nextTurn } from 'node:timers/promises';

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
