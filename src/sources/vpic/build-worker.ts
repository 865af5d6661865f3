import { parentPort, workerData } from 'node:worker_threads';
import { type Preparation, prepareDataset } from './build-dataset.ts';

/** The thread of update-dataset.ts. */
parentPort?.postMessage(await prepareDataset(workerData as Preparation));
