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
