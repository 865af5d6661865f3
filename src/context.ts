import type { Config } from './config/config.ts';
import { createEvents } from './events.ts';
import { createLog } from './logger.ts';
import { createMetrics, startMetricsServer } from './metrics.ts';
import type { DevPayments } from './payments/dev-chain/dev-payments.ts';
import { startPurging } from './purge-expired.ts';
import { openStorage } from './storage/open-storage.ts';
import { createHttpApp } from './transport/http/app.ts';
import { createEntrance, type Door } from './transport/http/entrance.ts';
import { addHealthRoute } from './transport/http/health-route.ts';
import type { HttpApp } from './transport/http/reply.ts';
import { startHttpServer } from './transport/http/server.ts';
import { watchReadiness } from './watch-readiness.ts';

/** The running service. Disposing it drains and closes every part, in the reverse order of their making. */
export interface Context extends AsyncDisposable {
  config: Config;
  port: number;
  publicUrl: string;
  /** Only where payments are not real. */
  devPayments?: DevPayments;
}

/**
 * Builds every part from the configuration and joins them. The door and /health stand first; what is sold is loaded
 * behind them, and requests for it wait until it is there.
 */
export async function createContext(config: Config): Promise<Context> {
  await using parts = new AsyncDisposableStack();
  const log = parts.use(createLog(config.logLevel));
  const metrics = createMetrics();
  const events = createEvents(log, metrics);
  const storage = parts.use(await openStorage(config.storage));
  const storageHealth = parts.use(watchReadiness(() => storage.check().then(() => true)));
  parts.use(startPurging(storage, events));

  const door: Door = { closing: false, inside: 0 };
  // Two apps, because none takes another route once it has answered a request.
  const front = createHttpApp(events);
  const app = createHttpApp(events);
  const composing = Promise.withResolvers<HttpApp>();
  composing.promise.catch(() => {});
  let composed: Awaited<ReturnType<typeof compose>> | undefined;
  const readHealth = () => ({
    paymentMode: config.payments.mode,
    payments: { ready: composed?.paymentsReady ?? false },
    storage: { kind: storage.kind, ok: storageHealth.ok },
    sources: composed?.sourceHealth() ?? [],
  });
  addHealthRoute(front, readHealth);
  addHealthRoute(app, readHealth);

  // Closed in the reverse order: first the server drains, then what it was serving from is closed.
  const service = parts.use(new AsyncDisposableStack());
  const server = parts.use(
    await startHttpServer({
      fetch: createEntrance({
        appFor: ({ url = '' }) => (composed ? app : url.startsWith('/health') ? front : composing.promise),
        events,
        trustedProxies: config.trustedProxies,
        door,
      }),
      events,
      host: config.host,
      port: config.port,
      door,
      drainDeadlineMs: config.drainDeadlineMs,
    }),
  );
  const publicUrl = config.publicUrl ?? `http://localhost:${server.port}`;
  try {
    composed = service.use(await compose({ app, config, publicUrl, storage, events }));
    composing.resolve(app);
  } catch (error) {
    composing.reject(error);
    throw error;
  }
  if (config.metricsPort !== undefined) {
    parts.use(await startMetricsServer(metrics, config.host, config.metricsPort));
  }

  const { devPayments } = composed;
  const built = parts.move();
  return {
    config,
    port: server.port,
    publicUrl,
    ...(devPayments && { devPayments }),
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}

async function compose(options: Parameters<typeof import('./compose-service.ts').composeService>[0]) {
  const { composeService } = await import('./compose-service.ts');
  return composeService(options);
}
