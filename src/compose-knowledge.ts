import type { Config, LanguageModelConfig } from './config/config.ts';
import { type CostsService, createCostsService } from './costs/costs-service.ts';
import { loadJurisdictions } from './costs/load-jurisdictions.ts';
import type { Events } from './events.ts';
import { createEmbeddedSynthesizer } from './issues/embedded/synthesizer.ts';
import { createIssueSamples, type IssueSamples } from './issues/issue-sample.ts';
import { createComplaintsSource } from './issues/read-complaints.ts';
import { createIssueService } from './issues/service.ts';
import type { Knowledge } from './products/table.ts';
import { countsInTime } from './recalls/counts-in-time.ts';
import { createRecallSamples, type RecallSamples } from './recalls/recall-sample.ts';
import { createRecallService } from './recalls/recall-service.ts';
import { createReportSamples } from './report/report-sample.ts';
import { createReportService } from './report/report-service.ts';
import { createCachedFetch } from './sources/cached.ts';
import { systemClock } from './sources/clock.ts';
import { createSource, type SourceHealth } from './sources/http.ts';
import { createNhtsa } from './sources/nhtsa/nhtsa.ts';
import { startReplayServer } from './sources/replay.ts';
import { createTransportCanada } from './sources/transport-canada/transport-canada.ts';
import { createEmbeddedDecoder } from './sources/vpic/embedded-decoder.ts';
import { createLiveDecoder } from './sources/vpic/live-decoder.ts';
import type { Storage } from './storage/storage.ts';
import { createVehicleService } from './vehicle/vehicle-service.ts';
import { version } from './version.ts';
import { loadMakers } from './warranty/load-makers.ts';
import { createWarrantyService } from './warranty/warranty-service.ts';

export interface ComposedKnowledge extends AsyncDisposable {
  knowledge: Knowledge & { recallSamples: RecallSamples; issueSamples: IssueSamples; costs: CostsService };
  /** Never waits. */
  sourceHealth(): SourceHealth[];
}

interface Options {
  config: Config;
  storage: Storage;
  events: Events;
}

/** Of a request, so that a report with parts that are late is still paid for and sent in time. */
const SHARE_OF_REPORT = 0.75;

/** Builds what the service knows from: sources, caches and one service per kind of knowledge. */
export async function composeKnowledge({ config, storage, events }: Options): Promise<ComposedKnowledge> {
  await using parts = new AsyncDisposableStack();
  const urls = await chooseSourceUrls(config.sources, parts);
  const userAgent = `Forecourt/${version} (+${config.publicUrl ?? 'https://github.com/forecourt/forecourt'})`;
  const cachedFetch = createCachedFetch({
    cache: storage.cache,
    leases: storage.leases,
    observe: events.sources,
  });
  parts.defer(() => cachedFetch.idle());

  const vpic = parts.use(createSource({ name: 'NHTSA vPIC', baseUrl: urls.vpicUrl, userAgent }));
  const nhtsa = parts.use(createNhtsa({ baseUrl: urls.nhtsaUrl, userAgent }));
  const transportCanada = parts.use(createTransportCanada({ baseUrl: urls.transportCanadaUrl, userAgent }));

  const embedded = createEmbeddedDecoder();
  const vehicles = createVehicleService({
    embedded,
    live: createLiveDecoder({ source: vpic, cachedFetch }),
    mode: config.decoder,
  });
  const embeddedVehicles = createVehicleService({ embedded, mode: 'embedded' });
  const warranties = createWarrantyService({ makers: loadMakers() });
  const recalls = createRecallService({ nhtsa, transportCanada, cachedFetch });
  const deadlineMs = config.requestDeadlineMs * SHARE_OF_REPORT;
  const issues = createIssueService({
    complaints: createComplaintsSource({ nhtsa, cachedFetch }),
    recallCounts: countsInTime(recalls, { patienceMs: deadlineMs / 2, clock: systemClock }),
    embedded: createEmbeddedSynthesizer(),
    ...(config.languageModel && { model: await openModel(config.languageModel, storage, events) }),
    cachedFetch,
    clock: systemClock,
    observe: events.issues,
  });
  const costs = createCostsService({ jurisdictions: loadJurisdictions() });
  const reports = createReportService({
    vehicles,
    warranties,
    recalls,
    issues,
    costs,
    deadlineMs,
    observe: (section, error) => events.backgroundFaulted({ task: `report: ${section}`, error }),
  });
  const recallSamples = createRecallSamples();
  const issueSamples = createIssueSamples();
  const reportSamples = createReportSamples({
    embeddedVehicles,
    warranties,
    recallSamples,
    issueSamples,
    costs,
  });

  const built = parts.move();
  return {
    knowledge: {
      vehicles,
      embeddedVehicles,
      warranties,
      recalls,
      recallSamples,
      issues,
      issueSamples,
      costs,
      reports,
      reportSamples,
    },
    sourceHealth: () => [
      ...(config.decoder === 'embedded' ? [] : [vpic.health()]),
      ...nhtsa.health(),
      ...transportCanada.health(),
    ],
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}

/** The configured sources, or recordings of them served over HTTP on this machine. */
async function chooseSourceUrls(sources: Config['sources'], parts: AsyncDisposableStack) {
  if (sources.replayDir === undefined) return sources;
  const replay = parts.use(await startReplayServer(sources.replayDir));
  return replay.sources;
}

/** Loaded only where a model is configured: the clients of its makers are large. */
async function openModel(config: LanguageModelConfig, storage: Storage, events: Events) {
  const [{ createModelSynthesizer }, { openLanguageModel }] = await Promise.all([
    import('./issues/model/synthesizer.ts'),
    import('./sources/language-model/open-language-model.ts'),
  ]);
  const { counters } = storage;
  return createModelSynthesizer({ model: openLanguageModel(config, { counters, observe: events.model }) });
}
