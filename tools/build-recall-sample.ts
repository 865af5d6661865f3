import { writeFileSync } from 'node:fs';
import { Forecourt } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { recallSampleSchema } from '../src/recalls/recall-sample.ts';
import type { CanadaRecall, UsRecall } from '../src/recalls/recall-schemas.ts';
import { relateRecalls } from '../src/recalls/related/relate.ts';
import { recallStatements } from '../src/recalls/statements.ts';

/** An invented serial number of a real car with a right check digit. */
const SAMPLE_VIN = '5NPDH4AE8DH100013';
const SNAPSHOT_AT = '2026-11-21T00:00:00.000Z';

/**
 * Facts as published, in our words. Campaign, flag and number: NHTSA 23V651000 and Hyundai's recall 251. The day is the
 * one NHTSA's look-up shows, as quoted in the public complaint 11591947.
 */
const us: UsRecall[] = [
  {
    campaign: '23V651000',
    kind: 'vehicle',
    component: 'SERVICE BRAKES, HYDRAULIC:ANTILOCK',
    summary:
      'The anti-lock brake (ABS) module can leak brake fluid inside itself and, over time, short electrically. The ' +
      'short can start a fire in the engine compartment while the car is parked or driven.',
    consequence: 'A fire in the engine compartment can hurt people in the car and near it.',
    remedy:
      'Dealers replace the ABS fuse free of charge. Until that is done, park outside and away from buildings. ' +
      "Hyundai's number for this recall is 251.",
    notes: null,
    manufacturer: 'Hyundai Motor America',
    reportedOn: '2023-09-22',
    parkIt: false,
    parkOutside: true,
    stopSale: null,
    warningText: 'Until that is done, park outside and away from buildings.',
    flags: { parkIt: false, parkOutside: true },
    inDoubt: false,
    missingSince: null,
    overTheAirUpdate: false,
    models: ['HYUNDAI ELANTRA'],
    url: 'https://www.nhtsa.gov/recalls?nhtsaId=23V651000',
  },
];

/** As Hyundai Canada announced it (CBC, 2023-09-28). Transport Canada's own number and group of parts are not known. */
const canada: CanadaRecall[] = [
  {
    recallNumber: null,
    manufacturerRecallNumber: null,
    component: 'abs module',
    system: null,
    summary:
      'The ABS module can leak brake fluid internally and short, which can start a fire. The cars may be driven, but ' +
      'should be parked outside and away from buildings until the ABS fuse has been replaced. 153,026 of the cars are ' +
      'Elantra of 2011-2015.',
    unitsAffected: 326_942,
    parkIt: null,
    parkOutside: true,
    stopSale: null,
    warningText:
      'The cars may be driven, but should be parked outside and away from buildings until the ABS fuse has been replaced.',
    inDoubt: false,
    missingSince: null,
    recalledOn: '2023-09-28',
    makes: ['HYUNDAI'],
    models: [
      'ACCENT',
      'ELANTRA',
      'ELANTRA COUPE',
      'EQUUS',
      'GENESIS COUPE',
      'SANTA FE',
      'SANTA FE SPORT',
      'TUCSON',
      'VERACRUZ',
    ],
    years: [2010, 2011, 2012, 2013, 2014, 2015],
    url: 'https://recalls-rappels.canada.ca/en',
  },
];

const shipped = {
  dataset: 'snapshot shipped with the service',
  fetchedAt: SNAPSHOT_AT,
  ageSeconds: 0,
  cache: 'none',
  matchedModels: ['HYUNDAI ELANTRA'],
  inDoubt: [],
  keptApart: [],
  modelListed: true,
};

/** Writes data/samples/recalls.json. */
async function buildRecallSample(): Promise<void> {
  await using forecourt = Forecourt.create(readConfig({}));
  const vehicles = await forecourt.embeddedVehicles();
  const { vin, vehicle } = await vehicles.decode(SAMPLE_VIN);
  const sample = recallSampleSchema.parse({
    vin,
    vehicle,
    counts: { us: us.length, canada: canada.length },
    us,
    canada,
    related: relateRecalls(us, canada),
    ...recallStatements,
    namesNote: null,
    provenance: {
      us: { source: 'NHTSA recalls', url: 'https://www.nhtsa.gov/recalls?nhtsaId=23V651000', ...shipped },
      canada: {
        source: 'Hyundai Canada, as reported by CBC News',
        url: 'https://www.cbc.ca/news/business/hyundai-kia-recall-1.6980820',
        ...shipped,
      },
    },
    sample: true,
    note: `A snapshot of ${SNAPSHOT_AT.slice(0, 10)} that ships with the service, in our words. It is not complete: this car has other recalls, which the live answer lists.`,
  });
  const file = new URL('../data/samples/recalls.json', import.meta.url);
  writeFileSync(file, `${JSON.stringify(sample, null, 2)}\n`);
}

await buildRecallSample();
