import { dirname } from 'node:path';
import { startPurging } from './background/purge-expired.ts';
import { watchReadiness } from './background/watch-readiness.ts';
import { type Gauged, gaugeService } from './events/metrics.ts';
import { startOperatorServer } from './events/operator-server.ts';
import { createEntrance, type Door } from './http/entrance.ts';
import { healthRoute } from './http/health-route.ts';
import type { HttpApp } from './http/reply.ts';
import { addRoutes, createHttpApp } from './http/routes.ts';
import { startHttpServer } from './http/server.ts';
import { STORAGE_DEADLINE_MS, systemClock } from './lib/clock.ts';
import type { Sold } from './open-sale.ts';
import type { Parts } from './parts.ts';

/** The address of the service, and its gauges. */
export interface Served {
  port: number;
  publicUrl: string;
  gauged: Gauged;
  /** Says that nothing can be sold here, and sells on until balancers have turned to others. */
  leave(): Promise<void>;
}

/**
 * Joins the parts to a door. The door and /health stand first; what is sold is loaded behind them, and requests for it
 * wait until it is there.
 */
export async function serve(parts: Parts, closing: AsyncDisposableStack): Promise<Served> {
  const { config } = parts;
  const { replayDir } = config.sources;
  // Said before the port opens: a service that cannot replay what it was given would die behind an open door.
  if (replayDir !== undefined) await (await import('./sources/recordings.ts')).readRecordings(replayDir);
  const [events, metrics] = [await parts.events(), await parts.metrics()];

  // Two apps, because none takes another route once it has answered a request.
  const front = createHttpApp(events);
  const app = createHttpApp(events);
  const opening = Promise.withResolvers<HttpApp>();
  opening.promise.catch(() => {});
  const door: Door = { leaving: false, closing: false, app: opening.promise, health: front };
  let sold: Sold | undefined;
  let storageHealth: { readonly ok: boolean } = { ok: true };
  let server: Awaited<ReturnType<typeof startHttpServer>> | undefined;
  const { notice } = config.payments.network;
  const canSell = () => storageHealth.ok && (sold?.paymentsReady ?? false);
  const health = healthRoute(
    () => ({
      paymentMode: config.payments.mode,
      ...(notice !== undefined && { notice }),
      payments: { ready: canSell(), ...(sold?.leastPriceUsd && { leastPriceUsd: sold.leastPriceUsd }) },
      storage: { kind: config.storage.kind, ok: storageHealth.ok },
      sources: sold?.sourceHealth() ?? [],
    }),
    (known) => sold?.pages.status(known),
  );
  addRoutes(front, [health]);
  const gauged = gaugeService({
    metrics,
    isReady: () => !door.leaving && canSell(),
    sourceHealth: () => sold?.sourceHealth() ?? [],
    connections: () => server?.connections() ?? 0,
    dataDir: dirname(config.mirror.folder),
  });
  if (config.sendsTelemetry)
    closing.use(await (await import('./events/telemetry.ts')).startTelemetry(gauged.read));
  if (config.metrics !== undefined) {
    const { isReady, read } = gauged;
    const { contentType } = read();
    const show = async () => ({ contentType, text: await read().metrics() });
    closing.use(await startOperatorServer(config.metrics, { isReady, metrics: show }));
  }

  // Closed in the reverse order: first the server drains, then what stands behind it is closed.
  const behind = closing.use(new AsyncDisposableStack());
  server = closing.use(
    await startHttpServer({
      fetch: createEntrance({
        events,
        trustedProxies: config.trustedProxies,
        door,
        failurePage: (failure, requestId) => sold?.pages.failure(failure, requestId),
        writeInLocale: (page, reader) => sold?.pages.inLocale(page, reader) ?? page,
      }),
      events,
      host: config.host,
      port: config.port,
      door,
      trustedProxies: config.trustedProxies,
      drainDeadlineMs: config.drainDeadlineMs,
    }),
  );
  const publicUrl = config.publicUrl ?? `http://localhost:${server.port}`;
  try {
    const storage = await parts.storage();
    behind.use(startPurging(storage, events));
    const { openSale } = await import('./open-sale.ts');
    const opened = await openSale(parts, { publicUrl, closing: behind });
    // It has just been used; asked earlier, it would seem silent while this process is still busy with its own start.
    storageHealth = behind.use(
      watchReadiness(() => storage.check().then(() => true), {
        known: true,
        deadlineMs: STORAGE_DEADLINE_MS,
        failed: events.storageFaulted,
      }),
    );
    addRoutes(app, [health, ...opened.routes]);
    sold = opened;
    door.app = app;
    opening.resolve(app);
  } catch (error) {
    opening.reject(error);
    throw error;
  }
  const leave = async () => {
    door.leaving = true;
    await systemClock.sleep(config.leaveMs);
  };
  return { port: server.port, publicUrl, gauged, leave };
}
