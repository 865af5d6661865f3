import { createAgentCard, describeAgent } from './agents/a2a/agent-card.ts';
import { a2aRoute, mcpRoute } from './agents/routes.ts';
import { startMirrorRefresh } from './background/refresh-mirror.ts';
import { startSampleRefresh } from './background/refresh-samples.ts';
import { dumpsBeside, startVinDataRefresh } from './background/refresh-vin-data.ts';
import { watchAges } from './background/watch-ages.ts';
import { watchReadiness } from './background/watch-readiness.ts';
import { createDocuments } from './documents/documents.ts';
import { documentRoutes, sampleRoutes } from './http/free-routes.ts';
import { paidRoutes } from './http/paid-routes.ts';
import type { Parts } from './parts.ts';
import { formatUsdc, toAtomicUsdc } from './payments/evm/usdc.ts';
import { openSigning } from './payments/open-signing.ts';
import { createFreeLook } from './report/free-look.ts';
import { createOffers } from './sell/offers.ts';
import { createGiveSample } from './sell/samples.ts';
import { createSeller } from './sell/sell.ts';
import { siteFiles } from './site/assets.ts';
import { createSite } from './site/site.ts';
import { datasetPlace } from './sources/vpic/dataset-file.ts';

/** The routes of all that is sold and shown, and the state of the parts behind them. */
export type Sold = Awaited<ReturnType<typeof openSale>>;

/** Opens everything that is sold and shown, and starts what goes on beside it. */
export async function openSale(
  parts: Parts,
  { publicUrl, closing }: { publicUrl: string; closing: AsyncDisposableStack },
) {
  const { config } = parts;
  const { network } = config.payments;
  const [events, storage, limits] = [await parts.events(), await parts.storage(), await parts.limits()];
  const { payTo, devPayments, ...parties } = await parts.parties();
  const notice = [parties.notice, config.recordedNotice].filter(Boolean).join(' ') || undefined;
  const described = { ...network, ...(notice !== undefined && { notice }) };
  const { sale, signIns, reconciler, channels } = await parts.payments();
  reconciler.start();
  channels?.claims.start();
  const facilitator = await parts.facilitator();
  let leastPriceUsd: string | undefined;
  const readiness = closing.use(
    watchReadiness(async () => {
      const [support, sold] = await Promise.all([facilitator.support(), parts.products()]);
      const { ready, leastAmount = 0n } = support;
      const settled = sold.filter(({ priceUsd }) => toAtomicUsdc(priceUsd) >= leastAmount);
      leastPriceUsd = settled.length < sold.length ? formatUsdc(leastAmount) : undefined;
      return ready && settled.length > 0;
    }),
  );

  const [knowledge, sources, products] = [
    await parts.knowledge(),
    await parts.sources(),
    await parts.products(),
  ];
  closing.use(
    startVinDataRefresh({
      decoder: await parts.decoder(),
      place: datasetPlace(config.vinData.file),
      monthly: config.vinData.isRefreshed,
      baseUrl: dumpsBeside(config.sources.vpicUrl),
      leases: storage.leases,
      events,
    }),
  );
  if (config.mirror.isRefreshed) {
    const { syncInWorker } = await import('./mirror/sync/sync-in-worker.ts');
    const place = { ...config.mirror, storage: config.storage, userAgent: await parts.userAgent() };
    closing.use(
      startMirrorRefresh({
        store: storage.mirror,
        sync: (asked) => syncInWorker({ ...place, ...asked }),
        events,
      }),
    );
  }
  closing.use(watchAges({ storage, metrics: await parts.metrics() }));
  if (config.refreshSamples) closing.use(startSampleRefresh({ knowledge, events }));

  const signing = await openSigning({ config, publicUrl, storage });
  const offerOf = await createOffers({
    products,
    knowledge,
    publicUrl,
    network,
    payTo,
    notice,
    deadlineMs: config.requestDeadlineMs,
    channelFor: channels?.offerOf,
    ...signing,
  });
  const seller = createSeller({ knowledge, sale, signIns, limits, deadlineMs: config.requestDeadlineMs });
  const giveSample = createGiveSample({ knowledge, limits });
  const site = createSite({
    products,
    knowledge,
    offerOf,
    publicUrl,
    notice,
    behind: { operator: config.operator, contact: config.contact },
    testWallet: devPayments?.wallet,
    lookFreely: createFreeLook({
      vehicles: await parts.vehicles(),
      embeddedVehicles: await parts.embeddedVehicles(),
      recalls: await parts.recalls(),
      complaints: await parts.complaints(),
      warranties: await parts.warranties(),
      clock: await parts.clock(),
    }),
    limits,
    storage,
    secret: await parts.digestSecret(),
  });
  const card = describeAgent({ publicUrl, network: described, products });
  const documents = createDocuments({
    publicUrl,
    network: described,
    testKey: devPayments?.wallet.privateKey,
    contact: config.contact,
    catalogSegment: config.catalogSegment,
    products,
    knowledge,
    limits,
    offerOf,
    issuer: signing.issuer,
    pages: (documented) => [site.createReference(documented)],
    others: [createAgentCard(card)],
  });
  return {
    /** Tells whether payments could be verified and settled when that was last looked at. */
    get paymentsReady() {
      return readiness.ok;
    },
    /** Where gas is too dear to settle what costs less than this. */
    get leastPriceUsd() {
      return leastPriceUsd;
    },
    /** Never waits. */
    sourceHealth: () => sources.health(),
    /** Pages that people see in place of JSON. */
    pages: site.pages,
    routes: [
      ...site.withPages(documentRoutes(documents, limits)),
      ...sampleRoutes(products, giveSample),
      ...site.routes,
      ...paidRoutes({ products, seller, limits, offerOf, pages: site.pages.paid }),
      mcpRoute({
        products,
        knowledge,
        seller,
        giveSample,
        limits,
        documents,
        offerOf,
        publicUrl,
        notice,
        events,
        origins: config.mcpOrigins,
        iconUrl: `${publicUrl}${siteFiles.icon.path}`,
      }),
      a2aRoute({
        products,
        knowledge,
        seller,
        giveSample,
        limits,
        offerOf,
        card,
        cache: storage.cache,
        events,
      }),
    ],
  };
}
