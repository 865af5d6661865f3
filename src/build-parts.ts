import { createHmac } from 'node:crypto';
import type { Config } from './config/config.ts';
import type { Parts } from './parts.ts';

export interface Workshop {
  config: Config;
  /** Another part, built now if it was not before. */
  get<Name extends keyof Parts>(name: Name): Promise<Parts[Name]>;
  /** What a part needs closed when the service ends; closed in the reverse order. */
  closing: AsyncDisposableStack;
}

type Builders = { readonly [Name in keyof Parts]: (shop: Workshop) => Promise<Parts[Name]> };

/** Of a request, so that a report with parts that are late is still paid for and sent in time. */
const SHARE_OF_REPORT = 0.75;
/** Of that, for a thread: the rest goes to the sources and to the payment. */
const threadPatienceMs = (config: Config) => (config.requestDeadlineMs * SHARE_OF_REPORT) / 2;
const ISO_DAY_LENGTH = '2026-11-20'.length;
const HOME_PAGE = 'https://github.com/forecourt/forecourt';

/**
 * How each part is built where none is given: when it is first asked for, after those that it asks for itself. Code is
 * loaded with the part, so that a start or a command loads what it uses and no more.
 */
export const builders: Builders = {
  async clock() {
    return (await import('./lib/clock.ts')).systemClock;
  },
  async log({ config, closing }) {
    const { createLog } = await import('./events/logger.ts');
    return closing.use(createLog(config.logLevel));
  },
  async metrics() {
    return (await import('./events/metrics.ts')).createMetrics();
  },
  async events({ get }) {
    const { createEvents } = await import('./events/events.ts');
    return createEvents(await get('log'), await get('metrics'));
  },
  async storage({ config, closing }) {
    const { openStorage } = await import('./storage/open-storage.ts');
    return closing.use(await openStorage(config.storage));
  },
  async limits({ get }) {
    const { createLimits } = await import('./api/limits/limits.ts');
    const { kind, counters } = await get('storage');
    if (kind !== 'postgres') return createLimits();
    const keyedName = await get('keyedName');
    return createLimits({ counters, nameOf: (client) => keyedName('client', client) });
  },
  async keyedName({ config, get }) {
    const { openDigestSecret } = await import('./storage/digest-secret.ts');
    const secret = await openDigestSecret((await get('storage')).secrets, config.digestSecret);
    return (kind, text) => createHmac('sha256', secret).update(`${kind} ${text}`).digest('base64url');
  },

  async sources({ config, get, closing }) {
    // Built after the cache, so closed before it: what is fetched for nobody any more is broken off, not waited for.
    await get('cachedFetch');
    const { createSources } = await import('./sources/sources.ts');
    return closing.use(
      createSources({
        urls: await chooseSourceUrls(config.sources, closing),
        userAgent: await get('userAgent'),
        clock: await get('clock'),
        asksVpic: config.decoder !== 'embedded',
      }),
    );
  },
  async recordedWorld({ config }) {
    if (!config.recordedWorld) return undefined;
    return (await import('./sources/recorded-world.ts')).loadRecordedWorld();
  },
  async cachedFetch({ get, closing }) {
    const { createCachedFetch } = await import('./sources/cached.ts');
    const { cache, leases } = await get('storage');
    const { sources: observe } = await get('events');
    const cachedFetch = createCachedFetch({ cache, leases, clock: await get('clock'), observe });
    closing.defer(() => cachedFetch.idle());
    return cachedFetch;
  },

  async userAgent({ config }) {
    const { version } = await import('./lib/version.ts');
    return `Forecourt/${version} (+${config.publicUrl ?? HOME_PAGE})`;
  },
  async mirror({ config, get }) {
    const { createMirror } = await import('./mirror/read/mirror.ts');
    return createMirror({
      store: (await get('storage')).mirror,
      clock: await get('clock'),
      maxAgeMs: config.mirror.maxAgeMs,
      trouble: (await get('events')).sources.trouble,
    });
  },

  async decoder({ config }) {
    const [{ createEmbeddedDecoder }, { datasetPlace }] = await Promise.all([
      import('./sources/vpic/embedded-decoder.ts'),
      import('./sources/vpic/dataset/dataset-place.ts'),
    ]);
    return createEmbeddedDecoder(datasetPlace(config.vinData.file).current());
  },
  async vehicles({ config, get }) {
    if (config.decoder === 'embedded') return get('embeddedVehicles');
    const [{ createVehicleService }, { createLiveDecoder }] = await Promise.all([
      import('./vehicle/vehicle-service.ts'),
      import('./sources/vpic/live-decoder.ts'),
    ]);
    const keyedName = await get('keyedName');
    const clock = await get('clock');
    const live = createLiveDecoder({
      source: (await get('sources')).vpic,
      cachedFetch: await get('cachedFetch'),
      nameOf: (vin) => keyedName('cached vehicle', vin),
    });
    return createVehicleService({
      embedded: await get('decoder'),
      live,
      mode: config.decoder,
      now: clock.now,
    });
  },
  async embeddedVehicles({ get }) {
    const { createVehicleService } = await import('./vehicle/vehicle-service.ts');
    return createVehicleService({
      embedded: await get('decoder'),
      mode: 'embedded',
      now: (await get('clock')).now,
    });
  },
  async warranties() {
    const [{ createWarrantyService }, { loadMakers }] = await Promise.all([
      import('./warranty/warranty-service.ts'),
      import('./warranty/load-makers.ts'),
    ]);
    return createWarrantyService({ makers: loadMakers() });
  },
  async costs() {
    const [{ createCostsService }, { loadJurisdictions }] = await Promise.all([
      import('./costs/costs-service.ts'),
      import('./costs/load-jurisdictions.ts'),
    ]);
    return createCostsService({ jurisdictions: loadJurisdictions() });
  },
  async recalls({ get }) {
    const { createRecallService } = await import('./recalls/recall-service.ts');
    const { nhtsa, transportCanada } = await get('sources');
    const recorded = await get('recordedWorld');
    return createRecallService({
      nhtsa,
      transportCanada,
      cachedFetch: await get('cachedFetch'),
      mirror: await get('mirror'),
      ...(recorded && { recorded }),
    });
  },
  async recallSamples({ get }) {
    return (await import('./recalls/recall-sample.ts')).createRecallSamples((await get('clock')).now);
  },
  async complaints({ config, get, closing }) {
    const [{ createComplaintsSource }, { createFiling }] = await Promise.all([
      import('./issues/read-complaints.ts'),
      import('./issues/filing.ts'),
    ]);
    const { nhtsa } = await get('sources');
    const recorded = await get('recordedWorld');
    return createComplaintsSource({
      nhtsa,
      filing: closing.use(createFiling(threadPatienceMs(config))),
      cachedFetch: await get('cachedFetch'),
      mirror: await get('mirror'),
      ...(recorded && { recorded }),
    });
  },
  async recallCounts({ config, get }) {
    const { countsInTime } = await import('./recalls/counts-in-time.ts');
    const patienceMs = (config.requestDeadlineMs * SHARE_OF_REPORT) / 2;
    return countsInTime(await get('recalls'), { patienceMs, clock: await get('clock') });
  },
  async synthesizer({ config, closing }) {
    const { createThreadedSynthesizer } = await import('./issues/embedded/threaded.ts');
    return closing.use(createThreadedSynthesizer(threadPatienceMs(config)));
  },
  async model({ config, get }) {
    return config.languageModel && openModel(config.languageModel, get);
  },
  async issues({ config, get }) {
    const { createIssueService } = await import('./issues/service.ts');
    const model = await get('model');
    return createIssueService({
      complaints: await get('complaints'),
      recallCounts: await get('recallCounts'),
      embedded: await get('synthesizer'),
      ...(model && { model }),
      ...(config.languageModel && { modelPatienceMs: config.languageModel.patienceMs }),
      cachedFetch: await get('cachedFetch'),
      clock: await get('clock'),
      compare: await get('comparison'),
      observe: (await get('events')).issues,
    });
  },
  async comparison({ get }) {
    const { createComparison } = await import('./issues/comparison.ts');
    const [mirror, decoder, clock] = [await get('mirror'), await get('decoder'), await get('clock')];
    return createComparison({
      async record() {
        const copy = await mirror.copy('complaints');
        return copy && { standing: copy.reader, asOf: copy.provenance.fetchedAt.slice(0, ISO_DAY_LENGTH) };
      },
      bodyOf: (vin) => decoder.decode(vin, clock.now()).BodyClass,
    });
  },
  async issueSamples({ get }) {
    return (await import('./issues/issue-sample.ts')).createIssueSamples((await get('clock')).now);
  },
  async reports({ config, get }) {
    const { createReportService } = await import('./report/report-service.ts');
    const events = await get('events');
    return createReportService({
      vehicles: await get('vehicles'),
      warranties: await get('warranties'),
      recalls: await get('recalls'),
      issues: await get('issues'),
      costs: await get('costs'),
      clock: await get('clock'),
      deadlineMs: config.requestDeadlineMs * SHARE_OF_REPORT,
      observe: (section, error) => events.backgroundFaulted({ task: `report: ${section}`, error }),
    });
  },
  async reportSamples({ get }) {
    const { createReportSamples } = await import('./report/report-sample.ts');
    return createReportSamples({
      embeddedVehicles: await get('embeddedVehicles'),
      warranties: await get('warranties'),
      recallSamples: await get('recallSamples'),
      issueSamples: await get('issueSamples'),
      costs: await get('costs'),
      now: (await get('clock')).now,
    });
  },
  async knowledge({ get }) {
    return {
      vehicles: await get('vehicles'),
      embeddedVehicles: await get('embeddedVehicles'),
      warranties: await get('warranties'),
      recalls: await get('recalls'),
      recallSamples: await get('recallSamples'),
      issues: await get('issues'),
      issueSamples: await get('issueSamples'),
      costs: await get('costs'),
      reports: await get('reports'),
      reportSamples: await get('reportSamples'),
    };
  },

  async parties({ config, get, closing }) {
    const { startPayments } = await import('./payments/start-payments.ts');
    return closing.use(await startPayments(config.payments, (await get('events')).facilitator));
  },
  async facilitator({ get }) {
    return (await get('parties')).facilitator;
  },
  async chain({ get }) {
    return (await get('parties')).chain;
  },
  async paymentTiming({ config }) {
    // The chain on this machine gets a block for every transaction and none besides, and never drops one.
    return { settlementDepth: config.payments.mode === 'live' ? config.payments.settlementDepth : 0 };
  },
  async payments({ config, get, closing }) {
    const { openPayments } = await import('./payments/open-payments.ts');
    const clock = await get('clock');
    return closing.use(
      await openPayments({
        storage: await get('storage'),
        facilitator: await get('facilitator'),
        chain: await get('chain'),
        events: (await get('events')).payments,
        digestSecret: config.digestSecret,
        clock,
        timing: await get('paymentTiming'),
      }),
    );
  },

  async products() {
    return (await import('./products/table.ts')).products;
  },
};

/** The configured sources, or recordings of them served over HTTP on this machine. */
async function chooseSourceUrls(sources: Config['sources'], closing: AsyncDisposableStack) {
  if (sources.replayDir === undefined) return sources;
  const { startReplayServer } = await import('./sources/replay.ts');
  const replay = closing.use(await startReplayServer(sources.replayDir));
  return replay.sources;
}

/** Loaded only where a model is configured: the clients of its makers are large. */
async function openModel(config: NonNullable<Config['languageModel']>, get: Workshop['get']) {
  const [{ createModelSynthesizer }, { openLanguageModel }, { createKeptAnswers }] = await Promise.all([
    import('./issues/model/synthesizer.ts'),
    import('./sources/language-model/open-language-model.ts'),
    import('./sources/language-model/kept-answers.ts'),
  ]);
  const [{ counters, cache }, { model: observe }] = [await get('storage'), await get('events')];
  return createModelSynthesizer({
    model: openLanguageModel(config, { counters, observe }),
    embedded: await get('synthesizer'),
    kept: createKeptAnswers(cache, (await get('clock')).now),
  });
}
