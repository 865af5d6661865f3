/** At a time; the model's client has as many places. */
const WORKERS = 4;

/**
 * Asks one batch after the other until `signal` ends it: then nothing more is begun, and what runs is left to end by
 * itself, so that what is paid for is kept. Rejects with the reason of `signal`.
 */
export async function inTurn<Batch>(
  batches: readonly Batch[],
  ask: (batch: Batch) => Promise<void>,
  signal: AbortSignal,
): Promise<PromiseSettledResult<void>[]> {
  const settled: PromiseSettledResult<void>[] = [];
  const left = [...batches];
  const work = async () => {
    for (let batch = left.shift(); batch !== undefined && !signal.aborted; batch = left.shift()) {
      settled.push(...(await Promise.allSettled([ask(batch)])));
    }
  };
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([Promise.all(Array.from({ length: WORKERS }, work)), ended.promise]);
    return settled;
  } finally {
    signal.removeEventListener('abort', end);
  }
}
