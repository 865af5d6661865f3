import { composeKnowledge } from './compose-knowledge.ts';
import type { Config } from './config/config.ts';
import type { Events } from './events.ts';
import type { DevPayments } from './payments/dev-chain/dev-payments.ts';
import { openPayments } from './payments/open-payments.ts';
import { startPayments } from './payments/start-payments.ts';
import { products } from './products/table.ts';
import { startSampleRefresh } from './refresh-samples.ts';
import type { SourceHealth } from './sources/http.ts';
import type { Storage } from './storage/storage.ts';
import { addA2aRoute } from './transport/a2a/a2a-route.ts';
import { createCheckout } from './transport/checkout.ts';
import { createAgentCard, describeAgent } from './transport/documents/agent-card.ts';
import { createDocuments } from './transport/documents/documents.ts';
import { addDocumentRoutes } from './transport/http/document-routes.ts';
import { createLimits } from './transport/http/limits/limits.ts';
import { addPaidRoutes } from './transport/http/paid-routes.ts';
import type { HttpApp } from './transport/http/reply.ts';
import { addSampleRoutes } from './transport/http/sample-routes.ts';
import { addMcpRoute } from './transport/mcp/mcp-route.ts';
import { createOffers } from './transport/offers.ts';
import { createWeb } from './transport/web/web.ts';
import { watchReadiness } from './watch-readiness.ts';

export interface ComposedService extends AsyncDisposable {
  /** Whether payments could be verified and settled when that was last looked at. */
  readonly paymentsReady: boolean;
  /** Never waits. */
  sourceHealth(): SourceHealth[];
  devPayments?: DevPayments;
}

interface Options {
  app: HttpApp;
  config: Config;
  publicUrl: string;
  storage: Storage;
  events: Events;
}

/** Builds all that is sold and puts it behind its routes: payments, knowledge, documents. */
export async function composeService({
  app,
  config,
  publicUrl,
  storage,
  events,
}: Options): Promise<ComposedService> {
  await using parts = new AsyncDisposableStack();
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
  const payments = parts.use(watchReadiness(async () => (await parties.facilitator.support()).ready));
  const { knowledge, sourceHealth } = parts.use(await composeKnowledge({ config, storage, events }));
  if (config.refreshSamples) parts.use(startSampleRefresh({ knowledge, events }));

  const limits = createLimits(storage.kind === 'postgres' ? storage.counters : undefined);
  const checkout = createCheckout({ knowledge, gate, deadlineMs: config.requestDeadlineMs });
  const offerOf = await createOffers({
    products,
    knowledge,
    publicUrl,
    payTo: parties.payTo,
    notice: parties.notice,
    deadlineMs: config.requestDeadlineMs,
  });
  const card = describeAgent({ publicUrl, products });
  const documents = createDocuments({
    publicUrl,
    contact: config.contact,
    catalogSegment: config.catalogSegment,
    products,
    knowledge,
    offerOf,
    isServed: (path) => app.routes.some((route) => route.path === path),
    others: [createAgentCard(card)],
  });
  addDocumentRoutes(app, documents, limits);
  addSampleRoutes(app, products, knowledge, limits);
  const web = createWeb({
    products,
    knowledge,
    offerOf,
    publicUrl,
    notice: parties.notice,
    testWallet: parties.devPayments?.wallet,
    limits,
    readStatus: () => ({ paymentsReady: payments.ok, sources: sourceHealth() }),
    isServed: (path) => app.routes.some((route) => route.path === path),
  });
  web.addRoutes(app);
  addPaidRoutes(app, { products, checkout, offerOf, pages: web.paidPages });
  addMcpRoute(app, { products, knowledge, checkout, limits, documents, offerOf, publicUrl, events });
  addA2aRoute(app, { products, knowledge, checkout, limits, offerOf, card, cache: storage.cache, events });

  const { devPayments } = parties;
  const built = parts.move();
  return {
    get paymentsReady() {
      return payments.ok;
    },
    sourceHealth,
    ...(devPayments && { devPayments }),
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}
