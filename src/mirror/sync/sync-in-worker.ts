import { Secret } from '../../lib/secret.ts';
import { startThread } from '../../lib/threads.ts';
import type { MirrorDataset } from '../../storage/mirror-store.ts';
import type { StorageConfig } from '../../storage/open-storage.ts';
import type { SegmentFacts } from '../load/loading.ts';
import type { MirrorAddresses } from './bulk-files.ts';

export type SyncStep =
  | { kind: 'found'; dataset: MirrorDataset; files: number; changed: number; bytes: number }
  | { kind: 'downloading'; dataset: MirrorDataset; part: string; bytes: number; of: number | undefined }
  | { kind: 'downloaded'; dataset: MirrorDataset; part: string; bytes: number }
  | { kind: 'loading'; dataset: MirrorDataset; part: string; rows: number; share: number }
  | { kind: 'loaded'; dataset: MirrorDataset; part: string; facts: SegmentFacts; seconds: number }
  | { kind: 'accepted'; dataset: MirrorDataset; objection: string }
  | { kind: 'published'; dataset: MirrorDataset; number: number; isNew: boolean };

export interface SyncInWorker {
  storage: StorageConfig;
  datasets: readonly MirrorDataset[];
  addresses: MirrorAddresses;
  folder: string;
  userAgent: string;
  force?: boolean;
  signal?: AbortSignal;
  report(step: SyncStep): void;
}

/** The task of the thread; a secret cannot be sent to it. */
export interface SyncTask extends Omit<SyncInWorker, 'storage' | 'signal' | 'report'> {
  storage:
    | Exclude<StorageConfig, { kind: 'postgres' }>
    | { kind: 'postgres'; url: string; prepareStatements: boolean };
}

export type SyncMessage =
  | { kind: 'step'; step: SyncStep }
  | { kind: 'done' }
  | { kind: 'busy'; message: string }
  | { kind: 'refused'; dataset: MirrorDataset; objections: readonly string[] };

export const STOP = 'stop';

/** @NOTE With the usual sizes a sync takes half as much memory again. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

/** The deadline of a thread that is told to stop, which it does between two pieces of a file. */
const STOPPING_MS = 5_000;

/**
 * Synchronises in a thread of its own, which works for minutes. Where the signal aborts, the thread gives its lease back
 * and stops; one that does not is ended, and nothing is lost by that but what it has to do again.
 */
export async function syncInWorker({ storage, signal, report, ...rest }: SyncInWorker): Promise<void> {
  signal?.throwIfAborted();
  const task: SyncTask = {
    ...rest,
    storage: storage.kind === 'postgres' ? { ...storage, url: storage.url.reveal() } : storage,
  };
  const worker = startThread('./sync-worker', { beside: import.meta.url, workerData: task, resourceLimits });
  const ended = Promise.withResolvers<void>();
  worker.on('message', (message: SyncMessage) => {
    if (message.kind === 'step') report(message.step);
    else if (message.kind === 'done') ended.resolve();
    else if (message.kind === 'busy') ended.reject(new MirrorBusyError(message.message));
    else ended.reject(new MirrorRefusedError(message.dataset, message.objections));
  });
  worker.once('error', ended.reject);
  worker.once('exit', () => ended.reject(new Error('The thread that synchronises the mirror has ended.')));
  let stopping: NodeJS.Timeout | undefined;
  const abort = () => {
    worker.postMessage(STOP);
    stopping = setTimeout(() => ended.reject(signal?.reason), STOPPING_MS);
  };
  signal?.addEventListener('abort', abort);
  try {
    await ended.promise;
  } catch (error) {
    throw signal?.aborted ? signal.reason : error;
  } finally {
    clearTimeout(stopping);
    signal?.removeEventListener('abort', abort);
    await worker.terminate();
  }
}

/** Restores the secret, in the thread. */
export function storageOf({ storage }: SyncTask): StorageConfig {
  return storage.kind === 'postgres' ? { ...storage, url: new Secret(storage.url) } : storage;
}

const names: Record<MirrorDataset, string> = {
  recalls: 'recalls',
  complaints: 'complaints',
  canada: 'recalls of Canada',
};

export class MirrorRefusedError extends Error {
  override readonly name = 'MirrorRefusedError';
  readonly dataset: MirrorDataset;
  readonly objections: readonly string[];

  constructor(dataset: MirrorDataset, objections: readonly string[]) {
    super(
      `The new ${names[dataset]} are not taken into use, and the present ones stay: ${objections.join(' ')}`,
    );
    this.dataset = dataset;
    this.objections = objections;
  }
}

export class MirrorBusyError extends Error {
  override readonly name = 'MirrorBusyError';
}
