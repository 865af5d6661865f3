import { extname } from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread with the module of that name beside the one that asks: a source, or compiled, as that one is. What an
 * earlier thread compiled is read and not compiled anew: that is faster, and takes less memory.
 */
export function startThread(
  name: string,
  { beside, ...options }: { beside: string } & Pick<WorkerOptions, 'resourceLimits' | 'workerData'>,
): Worker {
  const file = new URL(`${name}${extname(beside)}`, beside);
  const start = `require('node:module').enableCompileCache(); import(${JSON.stringify(file.href)})`;
  return new Worker(start, { ...options, eval: true });
}

/** Keeps the questions to another thread whose answers are on their way, each known by a number. */
export function createPendingAnswers<Answer>() {
  const pending = new Map<number, PromiseWithResolvers<Answer>>();
  let last = 0;
  const take = (id: number) => {
    const asker = pending.get(id);
    pending.delete(id);
    return asker;
  };
  return {
    get size() {
      return pending.size;
    },
    /** Gives the number under which to ask, and the answer to come. */
    add() {
      last += 1;
      const asker = Promise.withResolvers<Answer>();
      pending.set(last, asker);
      return { id: last, answer: asker.promise };
    },
    resolve: (id: number, answer: Answer) => take(id)?.resolve(answer),
    reject: (id: number, reason: unknown) => take(id)?.reject(reason),
    /** Nothing more will come. */
    rejectAll(reason: unknown) {
      for (const id of pending.keys()) take(id)?.reject(reason);
    },
  };
}
