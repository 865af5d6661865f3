import type { Builders } from './parts.ts';
import { SHARE_OF_REPORT } from './patience.ts';

/** What is known about one car, and the report that puts it together. */
export const cars = {
  async decoder({ config }) {
    const [{ createEmbeddedDecoder }, { datasetPlace }] = await Promise.all([
      import('../sources/vpic/embedded-decoder.ts'),
      import('../sources/vpic/dataset-file.ts'),
    ]);
    return createEmbeddedDecoder(datasetPlace(config.vinData.file).current());
  },
  async vehicles({ config, get }) {
    if (config.decoder === 'embedded') return get('embeddedVehicles');
    const [{ createVehicleService }, { createLiveDecoder }] = await Promise.all([
      import('../vehicle/vehicle-service.ts'),
      import('../sources/vpic/live-decoder.ts'),
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
    const { createVehicleService } = await import('../vehicle/vehicle-service.ts');
    return createVehicleService({
      embedded: await get('decoder'),
      mode: 'embedded',
      now: (await get('clock')).now,
    });
  },
  async warranties() {
    const [{ createWarrantyService }, { loadMakers }] = await Promise.all([
      import('../warranty/warranty-service.ts'),
      import('../warranty/load-makers.ts'),
    ]);
    return createWarrantyService({ makers: loadMakers() });
  },
  async costs() {
    const [{ createCostsService }, { loadJurisdictions }] = await Promise.all([
      import('../costs/costs-service.ts'),
      import('../costs/load-jurisdictions.ts'),
    ]);
    return createCostsService({ jurisdictions: loadJurisdictions() });
  },
  async reports({ config, get }) {
    const { createReportService } = await import('../report/report-service.ts');
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
    const { createReportSamples } = await import('../report/report-sample.ts');
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
} satisfies Partial<Builders>;
