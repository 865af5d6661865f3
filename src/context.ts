import type { Config } from './config/config.ts';
import { createEvents, type Events } from './events.ts';
import { createLogger } from './logger.ts';
import { createMetrics, startMetricsServer } from './metrics.ts';
import type { DevPayments } from './payments/dev-chain/dev-payments.ts';
import { products } from './products/table.ts';
import { openStorage } from './storage/open-storage.ts';
import type { Storage } from './storage/storage.ts';
import { createCatalog } from './transport/documents/catalog.ts';
import { createChangelog } from './transport/documents/changelog.ts';
import { createTerms } from './transport/documents/terms.ts';
import { createHttpApp } from './transport/http/app.ts';
import { addDocumentRoutes } from './transport/http/document-routes.ts';
import { createEntrance, type Door } from './transport/http/entrance.ts';
import { addHealthRoute } from './transport/http/health-route.ts';
import { addSampleRoutes } from './transport/http/sample-routes.ts';
import { type HttpServer, startHttpServer } from './transport/http/server.ts';

/** The running service. Disposing it drains and closes every part, in the reverse order of their making. */
export interface Context extends AsyncDisposable {
  config: Config;
  /** Only where payments are not real. */
  devPayments?: DevPayments;
  port: number;
  publicUrl: string;
}

const HOUSEKEEPING_EVERY_MS = 5 * 60_000;
const STORAGE_CHECK_EVERY_MS = 5_000;

/** Builds every part from the configuration and joins them: nothing is built anywhere else. */
export async function createContext(config: Config): Promise<Context> {
  await using parts = new AsyncDisposableStack();
  const { logger } = parts.use(createLogger(config.logLevel));
  const metrics = createMetrics();
  const events = createEvents(logger, metrics);
  const storage = parts.use(await openStorage(config.storage));
  const storageHealth = parts.use(watchStorage(storage, events));

  const door: Door = { closing: false, inside: 0 };
  const app = createHttpApp(events);
  const server: HttpServer = parts.use(
    await startHttpServer({
      fetch: createEntrance({ app, events, trustedProxies: config.trustedProxies, door }),
      host: config.host,
      port: config.port,
      door,
      drainDeadlineMs: config.drainDeadlineMs,
    }),
  );
  const publicUrl = config.publicUrl ?? `http://localhost:${server.port}`;
  const shared = storage.kind === 'postgres' ? storage.counters : undefined;

  addHealthRoute(app, () => ({
    paymentMode: config.payments.mode,
    storage: { kind: storage.kind, ok: storageHealth.ok },
    sources: {},
    payments: { ready: false },
  }));
  const documents = [
    createCatalog({ segment: config.catalogSegment, publicUrl, products }),
    ...createTerms(publicUrl),
    createChangelog(),
  ];
  addDocumentRoutes(app, documents, shared);
  addSampleRoutes(app, products, {}, shared);
  if (config.metricsPort !== undefined)
    parts.use(await startMetricsServer(metrics, config.host, config.metricsPort));

  const built = parts.move();
  return { config, port: server.port, publicUrl, [Symbol.asyncDispose]: () => built.disposeAsync() };
}

/** Knows, without anybody waiting, whether the storage answers; and has what expired deleted. */
function watchStorage(storage: Storage, events: Events): AsyncDisposable & { readonly ok: boolean } {
  let ok = true;
  const check = async () => {
    ok = await storage.check().then(
      () => true,
      () => false,
    );
  };
  const purge = () =>
    storage.purge(Date.now()).catch((error: unknown) => events.backgroundFaulted({ task: 'purge', error }));
  const timers = [setInterval(check, STORAGE_CHECK_EVERY_MS), setInterval(purge, HOUSEKEEPING_EVERY_MS)];
  for (const timer of timers) timer.unref();
  return {
    get ok() {
      return ok;
    },
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearInterval(timer);
    },
  };
}
