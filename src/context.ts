import { composeKnowledge } from './compose-knowledge.ts';
import type { Config } from './config/config.ts';
import { createEvents, type Events } from './events.ts';
import { createLogger } from './logger.ts';
import { createMetrics, startMetricsServer } from './metrics.ts';
import type { DevPayments } from './payments/dev-chain/dev-payments.ts';
import { openPayments } from './payments/open-payments.ts';
import { createOffer } from './payments/requirements.ts';
import { startPayments } from './payments/start-payments.ts';
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
import { addPaidRoutes } from './transport/http/paid-routes.ts';
import { addSampleRoutes } from './transport/http/sample-routes.ts';
import { startHttpServer } from './transport/http/server.ts';

/** The running service. Disposing it drains and closes every part, in the reverse order of their making. */
export interface Context extends AsyncDisposable {
  config: Config;
  port: number;
  publicUrl: string;
  /** Only where payments are not real. */
  devPayments?: DevPayments;
}

const HOUSEKEEPING_EVERY_MS = 5 * 60_000;
const CHECK_EVERY_MS = 5_000;
const CHECK_AGAIN_MS = 200;

/** Builds every part from the configuration and joins them: nothing is built anywhere else. */
export async function createContext(config: Config): Promise<Context> {
  await using parts = new AsyncDisposableStack();
  const { logger } = parts.use(createLogger(config.logLevel));
  const metrics = createMetrics();
  const events = createEvents(logger, metrics);
  const storage = parts.use(await openStorage(config.storage));
  const storageHealth = parts.use(watchStorage(storage, events));

  const parties = parts.use(await startPayments(config.payments, events.facilitator));
  const { gate, reconciler } = parts.use(
    await openPayments({
      storage,
      facilitator: parties.facilitator,
      chain: parties.chain,
      events: events.payments,
      digestSecret: config.digestSecret,
    }),
  );
  reconciler.start();
  const paymentHealth = parts.use(watchReadiness(async () => (await parties.facilitator.support()).ready));
  const { knowledge, sourceHealth } = parts.use(await composeKnowledge({ config, storage, events }));

  const door: Door = { closing: false, inside: 0 };
  const app = createHttpApp(events);
  const server = parts.use(
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
    payments: { ready: paymentHealth.ok },
    storage: { kind: storage.kind, ok: storageHealth.ok },
    sources: sourceHealth(),
  }));
  const documents = [
    createCatalog({ segment: config.catalogSegment, publicUrl, products }),
    ...createTerms(publicUrl),
    createChangelog(),
  ];
  addDocumentRoutes(app, documents, shared);
  addSampleRoutes(app, products, knowledge, shared);
  addPaidRoutes(app, {
    products,
    knowledge,
    gate,
    deadlineMs: config.requestDeadlineMs,
    offerOf: ({ priceUsd, path, summary }) =>
      createOffer({
        payTo: parties.payTo,
        priceUsd,
        url: `${publicUrl}${path}`,
        description: summary,
        termsUrl: `${publicUrl}/terms.txt`,
        ...(parties.notice !== undefined && { notice: parties.notice }),
      }),
  });
  if (config.metricsPort !== undefined)
    parts.use(await startMetricsServer(metrics, config.host, config.metricsPort));

  const { devPayments } = parties;
  const built = parts.move();
  return {
    config,
    port: server.port,
    publicUrl,
    ...(devPayments && { devPayments }),
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}

/** Knows, without anybody waiting, whether the storage answers; and has what expired deleted. */
function watchStorage(storage: Storage, events: Events): AsyncDisposable & { readonly ok: boolean } {
  const health = watchReadiness(() => storage.check().then(() => true));
  const purge = () =>
    storage.purge(Date.now()).catch((error: unknown) => events.backgroundFaulted({ task: 'purge', error }));
  const timer = setInterval(purge, HOUSEKEEPING_EVERY_MS);
  timer.unref();
  return {
    get ok() {
      return health.ok;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await health[Symbol.asyncDispose]();
    },
  };
}

/** Asks now and again in the background, so that nobody has to wait for the answer; soon again until it is yes. */
function watchReadiness(ask: () => Promise<boolean>): AsyncDisposable & { readonly ok: boolean } {
  let ok = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const check = async () => {
    ok = await ask().catch(() => false);
    if (stopped) return;
    timer = setTimeout(check, ok ? CHECK_EVERY_MS : CHECK_AGAIN_MS);
    timer.unref();
  };
  void check();
  return {
    get ok() {
      return ok;
    },
    async [Symbol.asyncDispose]() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
