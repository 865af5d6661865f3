/** Work of one worker that does one thing after the other: how long a newcomer waits, and what to tell it. */
export interface Backlog {
  /** Milliseconds until work of this size would be done, were it taken now. */
  untilDoneMs(size: number): number;
  readonly isEmpty: boolean;
  /** Takes work of this size; returns what is to be called once when it is done. */
  take(size: number): () => void;
}

/** How much of what is known from before counts beside the last piece of work. */
const MEMORY = 0.8;

/** `guess`: how long work of some size may take, until the first was done. */
export function createBacklog(
  guess: { ms: number; size: number },
  now: () => number = () => performance.now(),
): Backlog {
  let seen = guess;
  let waiting = 0;
  let takenCount = 0;
  let lastDoneMs = now();
  return {
    get isEmpty() {
      return takenCount === 0;
    },
    untilDoneMs: (size) => ((waiting + size) * seen.ms) / seen.size,
    take(size) {
      const takenMs = now();
      waiting += size;
      takenCount += 1;
      return () => {
        const nowMs = now();
        waiting -= size;
        takenCount -= 1;
        // What came before it was not done by then: it waited so long.
        const tookMs = nowMs - Math.max(takenMs, lastDoneMs);
        lastDoneMs = nowMs;
        seen = { ms: seen.ms * MEMORY + tookMs, size: seen.size * MEMORY + size };
      };
    },
  };
}
