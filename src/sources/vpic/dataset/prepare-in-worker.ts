import { once } from 'node:events';
import { startThread } from '../../../lib/start-thread.ts';
import type { Preparation, PreparedDataset } from './prepare-dataset.ts';

/**
 * @NOTE What is young is thrown away more often: with the usual size a build takes 100 MB more, and is no faster.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 12 };

/** Prepares a dataset in a thread of its own: it takes half a minute, in which the service goes on answering. */
export async function prepareInWorker(preparation: Preparation): Promise<PreparedDataset> {
  const worker = startThread('./prepare-worker', {
    beside: import.meta.url,
    workerData: preparation,
    resourceLimits,
  });
  try {
    // Rejects with what the thread threw.
    const [prepared] = await once(worker, 'message');
    return prepared as PreparedDataset;
  } finally {
    await worker.terminate();
  }
}
