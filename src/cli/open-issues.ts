import type { Config } from '../config/config.ts';
import { createEmbeddedSynthesizer } from '../issues/embedded/synthesizer.ts';
import type { IssueBody } from '../issues/issue-sample.ts';
import { createModelSynthesizer } from '../issues/model/synthesizer.ts';
import { createComplaintsSource } from '../issues/read-complaints.ts';
import { createIssueService } from '../issues/service.ts';
import { createRecallService } from '../recalls/recall-service.ts';
import { createCachedFetch } from '../sources/cached.ts';
import { systemClock } from '../sources/clock.ts';
import { openLanguageModel } from '../sources/language-model/open-language-model.ts';
import { createNhtsa } from '../sources/nhtsa/nhtsa.ts';
import { startReplayServer } from '../sources/replay.ts';
import { createTransportCanada } from '../sources/transport-canada/transport-canada.ts';
import { createEmbeddedDecoder } from '../sources/vpic/embedded-decoder.ts';
import { openStorage } from '../storage/open-storage.ts';
import { createVehicleService } from '../vehicle/vehicle-service.ts';
import { version } from '../version.ts';

export interface OpenIssues extends AsyncDisposable {
  /** Answers one VIN as the service would, from its cache where it can. */
  lookUp(vin: string): Promise<IssueBody>;
}

/** The issues with their sources, their cache and, where one is configured, their model. */
export async function openIssues(config: Config): Promise<OpenIssues> {
  await using parts = new AsyncDisposableStack();
  const vehicles = createVehicleService({ embedded: createEmbeddedDecoder(), mode: 'embedded' });
  const { replayDir, ...live } = config.sources;
  const urls = replayDir === undefined ? live : parts.use(await startReplayServer(replayDir)).sources;
  const { cache, leases, counters } = parts.use(await openStorage(config.storage));
  const cachedFetch = createCachedFetch({ cache, leases });
  parts.defer(() => cachedFetch.idle());
  const userAgent = `forecourt/${version}`;
  const nhtsa = parts.use(createNhtsa({ baseUrl: urls.nhtsaUrl, userAgent }));
  const transportCanada = parts.use(createTransportCanada({ baseUrl: urls.transportCanadaUrl, userAgent }));
  const recalls = createRecallService({ nhtsa, transportCanada, cachedFetch });
  const issues = createIssueService({
    complaints: createComplaintsSource({ nhtsa, cachedFetch }),
    recallCounts: (vehicle, options) => recalls.countsFor(vehicle, options),
    embedded: createEmbeddedSynthesizer(),
    ...(config.languageModel && {
      model: createModelSynthesizer({ model: openLanguageModel(config.languageModel, { counters }) }),
    }),
    cachedFetch,
    cache,
    clock: systemClock,
  });
  const built = parts.move();
  return {
    async lookUp(input) {
      const { vin, vehicle } = await vehicles.decode(input);
      return {
        vin,
        vehicle,
        ...(await issues.forVehicle(vehicle, { signal: new AbortController().signal })),
      };
    },
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}
