import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client';
import type { Config } from './config/config.ts';
import { createLog } from './events/logger.ts';
import { startOperatorServer } from './events/operator-server.ts';
import { steadyNow, systemClock, withDeadline } from './lib/clock.ts';
import type { Served } from './serve.ts';

interface Supervised extends AsyncDisposable, Pick<Served, 'port' | 'publicUrl'> {}

/** One that dies sooner is followed by another only after a pause. */
const SOON_MS = 10_000;
const PAUSE_MS = 1_000;
/** A worker whose event loop is busy with something may be late; one that is silent for HANGS_AFTER_MS is replaced. */
const REPORT_MS = 1_000;
const LOOK_EVERY_MS = 5_000;
const HANGS_AFTER_MS = 30_000;
/** Time for a worker to close its parts when all is answered. */
const CLOSING_MS = 15_000;

/**
 * Serves in several processes, each the whole service, on one port: connections are handed to them in turn. One that
 * dies is replaced. Metrics and probes are answered here, for all of them together. Rejects where the first one does
 * not come up; it has then said why. Disposing it has all of them finish what they do.
 */
export async function superviseWorkers(config: Config): Promise<Supervised> {
  await using parts = new AsyncDisposableStack();
  const { logger } = parts.use(createLog(config.logLevel));
  const lines = new Map<Worker, WorkerLine>();
  let isStopping = false;

  async function start(): Promise<WorkerLine> {
    const worker = cluster.fork();
    const startedMs = steadyNow();
    const line = openLine(worker);
    lines.set(worker, line);
    worker.once('exit', async (code, signal) => {
      lines.delete(worker);
      if (isStopping || !line.wasServing) return;
      logger.warn({ worker: worker.id, code, signal }, 'a worker has ended: another takes its place');
      await replace(startedMs);
    });
    await line.serving;
    return line;
  }

  async function replace(startedMs: number): Promise<void> {
    for (let sinceMs = startedMs; !isStopping; sinceMs = steadyNow()) {
      if (steadyNow() - sinceMs < SOON_MS) await systemClock.sleep(PAUSE_MS);
      if (isStopping) return;
      try {
        await start();
        return;
      } catch {
        logger.error('a worker did not start: it is tried again');
      }
    }
  }

  const reports = async () => {
    const asked = await Promise.all([...lines.values()].map((line) => line.ask()));
    return asked.filter((report) => report !== undefined);
  };
  if (config.metrics !== undefined) {
    const pages = {
      isReady: async () => !isStopping && (await reports()).some(({ isReady }) => isReady),
      async metrics() {
        const all = AggregatorRegistry.aggregate((await reports()).map(({ metrics }) => metrics));
        return { contentType: all.contentType, text: await all.metrics() };
      },
    };
    parts.use(await startOperatorServer(config.metrics, pages));
  }
  // Probes and metrics are answered meanwhile.
  parts.defer(async () => {
    isStopping = true;
    const deadlineMs = config.leaveMs + config.drainDeadlineMs + CLOSING_MS;
    await Promise.all([...lines.keys()].map((worker) => end(worker, deadlineMs)));
  });
  // Alone at first: it brings the schema up to date, and what keeps it from starting is said once.
  const { serving } = await start();
  const served = await serving;
  await Promise.all(Array.from({ length: config.workers - 1 }, start));

  const looking = setInterval(() => {
    for (const [worker, line] of lines) {
      void line.ask();
      if (line.isHanging()) worker.process.kill('SIGKILL');
    }
  }, LOOK_EVERY_MS);
  parts.defer(() => clearInterval(looking));

  const closing = parts.move();
  return {
    port: served.port,
    publicUrl: served.publicUrl,
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** A worker's answer to the supervisor. */
interface WorkerReport {
  isReady: boolean;
  metrics: MetricObjectWithValues<MetricValue<string>>[];
}

type FromWorker =
  | { kind: 'serving'; port: number; publicUrl: string }
  | ({ kind: 'report'; asked: number } & WorkerReport);

/** From the supervisor: tell me about yourself. */
interface ToWorker {
  asked: number;
}

interface WorkerLine {
  /** Rejects when the worker ends before it serves. */
  serving: Promise<{ port: number; publicUrl: string }>;
  readonly wasServing: boolean;
  /** Nothing where it does not answer in time. */
  ask(): Promise<WorkerReport | undefined>;
  isHanging(): boolean;
}

function openLine(worker: Worker): WorkerLine {
  const serving = Promise.withResolvers<{ port: number; publicUrl: string }>();
  const waiting = new Map<number, (report: WorkerReport) => void>();
  let asked = 0;
  let heardMs: number | undefined;
  worker.on('message', (message: FromWorker) => {
    heardMs = steadyNow();
    if (message.kind === 'serving') serving.resolve(message);
    else waiting.get(message.asked)?.(message);
  });
  worker.once('exit', () => serving.reject(new Error('A worker ended before it served; see above.')));
  // Whoever waits hears of it; nobody else needs to.
  serving.promise.catch(() => {});
  return {
    serving: serving.promise,
    get wasServing() {
      return heardMs !== undefined;
    },
    async ask() {
      if (heardMs === undefined || !worker.isConnected()) return undefined;
      const question: ToWorker = { asked: ++asked };
      const { promise, resolve } = Promise.withResolvers<WorkerReport>();
      waiting.set(question.asked, resolve);
      // One that ends at this moment cannot be told; its end is noticed otherwise.
      worker.send(question, undefined, () => {});
      const deadline = { clock: systemClock, ms: REPORT_MS, late: () => undefined };
      return withDeadline<WorkerReport, undefined>(promise, deadline).finally(() =>
        waiting.delete(question.asked),
      );
    },
    isHanging: () => heardMs !== undefined && steadyNow() - heardMs > HANGS_AFTER_MS,
  };
}

/** Lets it finish what it does, and kills it only where that takes longer than it may. */
async function end(worker: Worker, deadlineMs: number): Promise<void> {
  if (worker.isDead()) return;
  const exited = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  const cut = setTimeout(() => worker.process.kill('SIGKILL'), deadlineMs);
  await exited;
  clearTimeout(cut);
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
