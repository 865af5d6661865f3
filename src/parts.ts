import { createHmac } from 'node:crypto';
import type { Config } from './config/config.ts';
import type { ComplaintsSource } from './issues/read/source.ts';
import type { CompareReliability } from './issues/reliability.ts';
import type { IssueDependencies, IssueService } from './issues/service.ts';
import type { IssueSynthesizer } from './issues/synthesizer.ts';
import type { PaymentTiming } from './payments/open-payments.ts';
import type { Knowledge } from './products/product.ts';
import type { RecallService } from './recalls/recall-service.ts';

const HOME_PAGE = 'https://github.com/forecourt/forecourt';
const ISO_DAY_LENGTH = '2026-11-20'.length;
/** Share of a request's time, so that a report with parts that are late is still paid for and sent in time. */
const SHARE_OF_REPORT = 0.75;
/** Time until instances know of each other's callers. */
const MERGE_EVERY_MS = 1_000;

/** The same one each time, built when it is first asked for. */
type Part<Built> = () => Promise<Built>;

/** Parts to take in the place of those that the configuration asks for. */
export type Overrides = {
  [Name in Extract<keyof Parts, string>]?: Parts[Name] extends Part<infer Built> ? Built : never;
};

/**
 * Everything that a service is built of, each after those that it needs. Code is loaded with its part, so that a start
 * or a command loads what it uses and no more. Disposing closes the parts in the reverse order of their making; parts
 * that were given belong to whoever gave them, and stay open.
 */
export class Parts implements AsyncDisposable {
  readonly config: Config;
  readonly #building = new Set<Promise<unknown>>();
  readonly #closing = new AsyncDisposableStack();

  protected constructor(config: Config, overrides: Overrides) {
    this.config = config;
    // A part that is given as undefined is meant so.
    for (const [name, part] of Object.entries(overrides)) Object.assign(this, { [name]: async () => part });
  }

  #part<Built>(build: () => Promise<Built>): Part<Built> {
    let building: Promise<Built> | undefined;
    return () => {
      building ??= build();
      this.#building.add(building);
      return building;
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // A part that is still being built is waited for, so that it can be closed.
    await Promise.allSettled(this.#building);
    await this.#closing.disposeAsync();
  }

  // Time, what is written down and counted, storage, and what is sold.

  readonly clock = this.#part(async () => (await import('./lib/clock.ts')).systemClock);
  readonly log = this.#part(async () => {
    const { createLog } = await import('./events/logger.ts');
    return this.#closing.use(createLog(this.config.logLevel));
  });
  readonly metrics = this.#part(async () => (await import('./events/metrics.ts')).createMetrics());
  readonly events = this.#part(async () => {
    const { createEvents } = await import('./events/events.ts');
    return createEvents(await this.log(), await this.metrics());
  });
  readonly storage = this.#part(async () => {
    const { openStorage } = await import('./storage/open-storage.ts');
    return this.#closing.use(await openStorage(this.config.storage));
  });
  readonly digestSecret = this.#part(async () => {
    const { openDigestSecret } = await import('./storage/secrets.ts');
    return openDigestSecret((await this.storage()).secrets, this.config.digestSecret);
  });
  /** Names a thing to the storage without saying what it is. */
  readonly keyedName = this.#part(async () => {
    const secret = await this.digestSecret();
    return (kind: 'client' | 'cached vehicle', text: string) =>
      createHmac('sha256', secret).update(`${kind} ${text}`).digest('base64url');
  });
  readonly cache = this.#part(async () => {
    const { sealCache } = await import('./storage/secrets.ts');
    return sealCache((await this.storage()).cache, await this.digestSecret());
  });
  readonly limits = this.#part(async () => {
    const [{ createLimits }, { steadyNow }] = await Promise.all([
      import('./limits/limits.ts'),
      import('./lib/clock.ts'),
    ]);
    const { kind, counters } = await this.storage();
    const { limits: given } = this.config.terms;
    if (kind !== 'postgres') return createLimits(undefined, steadyNow, given);
    const keyedName = await this.keyedName();
    const limits = createLimits(
      { counters, nameOf: (client) => keyedName('client', client) },
      steadyNow,
      given,
    );
    const { repeat } = await import('./lib/turns.ts');
    this.#closing.use(
      repeat(() => limits.merge(), { firstAfterMs: MERGE_EVERY_MS, everyMs: MERGE_EVERY_MS }),
    );
    return limits;
  });
  readonly products = this.#part(async () =>
    (await import('./products/table.ts')).productsAt(this.config.terms),
  );

  // The public record: asked for over the network, kept for a while, or read from our own copy.

  /** The name by which this service asks others. */
  readonly userAgent = this.#part(async () => {
    const { version } = await import('./lib/version.ts');
    return `Forecourt/${version} (+${this.config.publicUrl ?? HOME_PAGE})`;
  });
  readonly cachedFetch = this.#part(async () => {
    const { createCachedFetch } = await import('./sources/cached.ts');
    const [cache, { leases }] = [await this.cache(), await this.storage()];
    const { sources: observe } = await this.events();
    const cachedFetch = createCachedFetch({ cache, leases, clock: await this.clock(), observe });
    this.#closing.defer(() => cachedFetch.idle());
    return cachedFetch;
  });
  readonly sources = this.#part(async () => {
    // Built after the cache, so closed before it: what is fetched for nobody any more is broken off, not waited for.
    await this.cachedFetch();
    const { createSources } = await import('./sources/sources.ts');
    return this.#closing.use(
      createSources({
        urls: await this.#chooseSourceUrls(),
        userAgent: await this.userAgent(),
        clock: await this.clock(),
        asksVpic: this.config.decoder !== 'embedded',
      }),
    );
  });
  /** Stands in for sources that cannot be reached; none where money is real. */
  readonly recordedWorld = this.#part(async () => {
    if (!this.config.recordedWorld) return undefined;
    return (await import('./sources/recordings.ts')).loadRecordedWorld();
  });
  /** Our own copy of public records, where one was made. */
  readonly mirror = this.#part(async () => {
    const { createMirror } = await import('./mirror/read/mirror.ts');
    return createMirror({
      store: (await this.storage()).mirror,
      clock: await this.clock(),
      maxAgeMs: this.config.mirror.maxAgeMs,
      trouble: (await this.events()).sources.trouble,
    });
  });

  // Knowledge about one car.

  /** Reads the VIN data that ships with the service, or newer data that was put in place. */
  readonly decoder = this.#part(async () => {
    const [{ createEmbeddedDecoder }, { datasetPlace }] = await Promise.all([
      import('./sources/vpic/embedded-decoder.ts'),
      import('./sources/vpic/dataset-file.ts'),
    ]);
    return createEmbeddedDecoder(datasetPlace(this.config.vinData.file).current());
  });
  readonly embeddedVehicles = this.#part<Knowledge['embeddedVehicles']>(async () => {
    const { createVehicleService } = await import('./vehicle/vehicle-service.ts');
    const [embedded, { now }] = [await this.decoder(), await this.clock()];
    return createVehicleService({ embedded, mode: 'embedded', now });
  });
  readonly vehicles = this.#part<Knowledge['vehicles']>(async () => {
    const { decoder: mode } = this.config;
    if (mode === 'embedded') return this.embeddedVehicles();
    const [{ createVehicleService }, { createLiveDecoder }] = await Promise.all([
      import('./vehicle/vehicle-service.ts'),
      import('./sources/vpic/live-decoder.ts'),
    ]);
    const keyedName = await this.keyedName();
    const { now } = await this.clock();
    const live = createLiveDecoder({
      source: (await this.sources()).vpic,
      cachedFetch: await this.cachedFetch(),
      nameOf: (vin) => keyedName('cached vehicle', vin),
    });
    return createVehicleService({ embedded: await this.decoder(), live, mode, now });
  });
  readonly warranties = this.#part(async () => {
    const [{ createWarrantyService }, { loadMakers }] = await Promise.all([
      import('./warranty/warranty-service.ts'),
      import('./warranty/makers.ts'),
    ]);
    return createWarrantyService({ makers: loadMakers() });
  });
  readonly costs = this.#part(async () => {
    const [{ createCostsService }, { loadJurisdictions }] = await Promise.all([
      import('./costs/costs-service.ts'),
      import('./costs/load-jurisdictions.ts'),
    ]);
    return createCostsService({ jurisdictions: loadJurisdictions() });
  });

  // Knowledge about all cars of a model: recalls, and failures that owners complain of.

  readonly recalls = this.#part(async () => {
    const { createRecallService } = await import('./recalls/recall-service.ts');
    const { nhtsa, transportCanada } = await this.sources();
    const recorded = await this.recordedWorld();
    const service = createRecallService({
      nhtsa,
      transportCanada,
      cachedFetch: await this.cachedFetch(),
      mirror: await this.mirror(),
      ...(recorded && { recorded }),
    });
    if (!recorded) return service;
    const samples = await this.recallSamples();
    return {
      ...service,
      forVehicle: async (...asked: Parameters<RecallService['forVehicle']>) =>
        samples.atLeast(asked[0], await service.forVehicle(...asked)),
    };
  });
  readonly recallSamples = this.#part(async () => {
    const { createRecallSamples } = await import('./recalls/recall-sample.ts');
    return createRecallSamples((await this.clock()).now);
  });
  readonly recallCounts = this.#part<IssueDependencies['recallCounts']>(async () => {
    const { countsInTime } = await import('./recalls/recall-service.ts');
    return countsInTime(await this.recalls(), {
      deadlineMs: this.#partDeadlineMs(),
      clock: await this.clock(),
    });
  });
  readonly complaintWorker = this.#part(async () => {
    const { createComplaintWorker } = await import('./issues/read/worker.ts');
    return this.#closing.use(createComplaintWorker(this.#partDeadlineMs()));
  });
  readonly complaints = this.#part<ComplaintsSource>(async () => {
    const { createComplaintsSource } = await import('./issues/read/source.ts');
    const { nhtsa } = await this.sources();
    const recorded = await this.recordedWorld();
    return createComplaintsSource({
      nhtsa,
      worker: await this.complaintWorker(),
      cachedFetch: await this.cachedFetch(),
      mirror: await this.mirror(),
      ...(recorded && { recorded }),
    });
  });
  readonly comparison = this.#part<CompareReliability>(async () => {
    const { createComparison } = await import('./issues/reliability.ts');
    const [mirror, decoder, clock] = [await this.mirror(), await this.decoder(), await this.clock()];
    return createComparison({
      async record() {
        const copy = await mirror.copy('complaints');
        return copy && { standing: copy.reader, asOf: copy.provenance.fetchedAt.slice(0, ISO_DAY_LENGTH) };
      },
      bodyOf: (vin) => decoder.decode(vin, clock.now()).BodyClass,
    });
  });
  readonly synthesizer = this.#part<IssueSynthesizer>(async () => {
    const { embeddedIn } = await import('./issues/read/worker.ts');
    return embeddedIn(await this.complaintWorker());
  });
  /** None where no language model is configured; loaded only where one is: the clients of its makers are large. */
  readonly model = this.#part<IssueSynthesizer | undefined>(async () => {
    const { languageModel } = this.config;
    if (!languageModel) return undefined;
    const [{ createModelSynthesizer }, { openLanguageModel }, { createKeptAnswers }] = await Promise.all([
      import('./issues/model/synthesizer.ts'),
      import('./sources/language-model/language-model.ts'),
      import('./sources/language-model/question.ts'),
    ]);
    const [{ counters }, { model: observe }] = [await this.storage(), await this.events()];
    const cache = await this.cache();
    return createModelSynthesizer({
      model: openLanguageModel(languageModel, { counters, observe }),
      embedded: await this.synthesizer(),
      kept: createKeptAnswers(cache, (await this.clock()).now),
    });
  });
  readonly issues = this.#part<IssueService>(async () => {
    const { createIssueService } = await import('./issues/service.ts');
    const { languageModel } = this.config;
    const model = await this.model();
    const service = createIssueService({
      complaints: await this.complaints(),
      recallCounts: await this.recallCounts(),
      embedded: await this.synthesizer(),
      ...(model && { model }),
      ...(languageModel && { modelDeadlineMs: languageModel.deadlineMs }),
      cachedFetch: await this.cachedFetch(),
      clock: await this.clock(),
      compare: await this.comparison(),
      observe: (await this.events()).issues,
    });
    if (!(await this.recordedWorld())) return service;
    const samples = await this.issueSamples();
    return {
      ...service,
      forVehicle: async (vehicle, asked) =>
        samples.atLeast(vehicle, await service.forVehicle(vehicle, asked)),
    };
  });
  readonly issueSamples = this.#part(async () => {
    const { createIssueSamples } = await import('./issues/issue-sample.ts');
    return createIssueSamples((await this.clock()).now);
  });

  // The report, which puts together what the others know, and all of them as the products take them.

  readonly reports = this.#part(async () => {
    const { createReportService } = await import('./report/report-service.ts');
    const events = await this.events();
    return createReportService({
      vehicles: await this.vehicles(),
      warranties: await this.warranties(),
      recalls: await this.recalls(),
      issues: await this.issues(),
      costs: await this.costs(),
      clock: await this.clock(),
      deadlineMs: this.#reportDeadlineMs(),
      observe: (section, error) => events.backgroundFaulted({ task: `report: ${section}`, error }),
    });
  });
  readonly reportSamples = this.#part(async () => {
    const { createReportSamples } = await import('./report/report-sample.ts');
    return createReportSamples({
      embeddedVehicles: await this.embeddedVehicles(),
      warranties: await this.warranties(),
      recallSamples: await this.recallSamples(),
      issueSamples: await this.issueSamples(),
      costs: await this.costs(),
      now: (await this.clock()).now,
    });
  });
  readonly knowledge = this.#part<Knowledge>(async () => ({
    vehicles: await this.vehicles(),
    embeddedVehicles: await this.embeddedVehicles(),
    warranties: await this.warranties(),
    recalls: await this.recalls(),
    recallSamples: await this.recallSamples(),
    issues: await this.issues(),
    issueSamples: await this.issueSamples(),
    costs: await this.costs(),
    reports: await this.reports(),
    reportSamples: await this.reportSamples(),
  }));

  // With whom money is moved, and the sale.

  readonly parties = this.#part(async () => {
    const { startPayments } = await import('./payments/start-payments.ts');
    const { facilitator: notify } = await this.events();
    return this.#closing.use(await startPayments(this.config.payments, notify));
  });
  readonly facilitator = this.#part(async () => (await this.parties()).facilitator);
  readonly chain = this.#part(async () => (await this.parties()).chain);
  readonly paymentTiming = this.#part<PaymentTiming>(async () => {
    const { payments } = this.config;
    // The chain on this machine gets a block for every transaction and none besides, and never drops one.
    return { settlementDepth: payments.mode === 'live' ? payments.settlementDepth : 0 };
  });
  readonly payments = this.#part(async () => {
    const { openPayments } = await import('./payments/open-payments.ts');
    const clock = await this.clock();
    const { facilitator: notify, payments: events } = await this.events();
    const { channelKey, payTo } = await this.parties();
    return this.#closing.use(
      await openPayments({
        storage: await this.storage(),
        network: this.config.payments.network,
        facilitator: await this.facilitator(),
        chain: await this.chain(),
        events,
        channels: channelKey && { ownKey: channelKey, payTo, notify },
        digestSecret: this.config.digestSecret,
        digestFormerSecrets: this.config.digestFormerSecrets,
        clock,
        timing: await this.paymentTiming(),
      }),
    );
  });

  #reportDeadlineMs(): number {
    return this.config.requestDeadlineMs * SHARE_OF_REPORT;
  }

  /** Half of a report's time, for each part of it: the rest goes to the sources and to the payment. */
  #partDeadlineMs(): number {
    return this.#reportDeadlineMs() / 2;
  }

  /** The configured sources, or recordings of them served over HTTP on this machine. */
  async #chooseSourceUrls(): Promise<Omit<Config['sources'], 'replayDir'>> {
    const { sources } = this.config;
    if (sources.replayDir === undefined) return sources;
    const { startReplayServer } = await import('./sources/recordings.ts');
    const replay = this.#closing.use(await startReplayServer(sources.replayDir));
    return replay.sources;
  }
}
