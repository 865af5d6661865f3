import { parentPort, workerData } from 'node:worker_threads';
import { openStorage } from '../../storage/open-storage.ts';
import {
  MirrorBusyError,
  MirrorRefusedError,
  STOP,
  type SyncMessage,
  type SyncTask,
  storageOf,
} from './sync-in-worker.ts';
import { syncMirror } from './sync-mirror.ts';

/** The thread of sync-in-worker.ts. */
const task = workerData as SyncTask;
const post = (message: SyncMessage) => parentPort?.postMessage(message);
const stopping = new AbortController();
parentPort?.on('message', (message) => message === STOP && stopping.abort());
// Waiting for that word does not keep the thread alive.
parentPort?.unref();

await using storage = await openStorage(storageOf(task));
try {
  await syncMirror({
    ...task,
    store: storage.mirror,
    now: Date.now,
    signal: stopping.signal,
    report: (step) => post({ kind: 'step', step }),
  });
  post({ kind: 'done' });
} catch (error) {
  if (error instanceof MirrorBusyError) post({ kind: 'busy', message: error.message });
  else if (error instanceof MirrorRefusedError)
    post({ kind: 'refused', dataset: error.dataset, objections: error.objections });
  else throw error;
}
