import cluster from 'node:cluster';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Served } from './serve-parts.ts';

/** What a worker says of itself when it is asked. */
export interface WorkerReport {
  isReady: boolean;
  metrics: MetricObjectWithValues<MetricValue<string>>[];
}

export type FromWorker =
  | { kind: 'serving'; port: number; publicUrl: string }
  | ({ kind: 'report'; asked: number } & WorkerReport);

/** From the supervisor: tell me about yourself. */
export interface ToWorker {
  asked: number;
}

/** In a worker: tells the supervisor that it serves, and answers its questions from then on. */
export function reportToSupervisor({ port, publicUrl, gauged }: Served): void {
  const say = (message: FromWorker) => {
    // A supervisor that is gone needs no answer.
    if (process.connected) process.send?.(message);
  };
  process.on('message', async ({ asked }: ToWorker) => {
    const { isReady, read } = gauged;
    say({ kind: 'report', asked, isReady: isReady(), metrics: await read().getMetricsAsJSON() });
  });
  say({ kind: 'serving', port, publicUrl });
}

/** In a worker whose supervisor is killed: it ends as after a signal, and not, as Node would have it, at once. */
export function outliveSupervisor(whenGone: () => void): void {
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  process.once('disconnect', whenGone);
}
