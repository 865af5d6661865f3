import type { Config } from '../config/config.ts';
import type { RecallBody } from '../recalls/recall-sample.ts';
import { createRecallService } from '../recalls/recall-service.ts';
import { createCachedFetch } from '../sources/cached.ts';
import { createNhtsa } from '../sources/nhtsa/nhtsa.ts';
import { startReplayServer } from '../sources/replay.ts';
import { createTransportCanada } from '../sources/transport-canada/transport-canada.ts';
import { createEmbeddedDecoder } from '../sources/vpic/embedded-decoder.ts';
import { openStorage } from '../storage/open-storage.ts';
import { createVehicleService } from '../vehicle/vehicle-service.ts';
import { version } from '../version.ts';

/** Answers one VIN as the service would, with its sources and its cache, and closes everything again. */
export async function lookUpRecalls(config: Config, vin: string): Promise<RecallBody> {
  await using parts = new AsyncDisposableStack();
  const { vehicle, vin: read } = await createVehicleService({
    embedded: createEmbeddedDecoder(),
    mode: 'embedded',
  }).decode(vin);
  const { replayDir, ...live } = config.sources;
  const urls = replayDir === undefined ? live : parts.use(await startReplayServer(replayDir)).sources;
  const { cache, leases } = parts.use(await openStorage(config.storage));
  const userAgent = `forecourt/${version}`;
  const cachedFetch = createCachedFetch({ cache, leases });
  parts.defer(() => cachedFetch.idle());
  const recalls = createRecallService({
    nhtsa: parts.use(createNhtsa({ baseUrl: urls.nhtsaUrl, userAgent })),
    transportCanada: parts.use(createTransportCanada({ baseUrl: urls.transportCanadaUrl, userAgent })),
    cachedFetch,
  });
  return { vin: read, vehicle, ...(await recalls.forVehicle(vehicle)) };
}
