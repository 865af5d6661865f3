import { parentPort, workerData } from 'node:worker_threads';
import { type Preparation, prepareDataset } from './prepare-dataset.ts';

/** The thread of prepare-in-worker.ts. */
parentPort?.postMessage(await prepareDataset(workerData as Preparation));
