import { describe, expect, test } from 'vitest';
import { recallReportSchema } from '../../src/recalls/recall-schemas.ts';
import { type CanadaRecord, canada, nhtsaModels, nhtsaRecalls, type UsRecord } from './recorded-world.ts';
import { replayRecalls } from './start-recalls.ts';

const elantra = { make: 'Hyundai', model: 'Elantra', year: 2013 };

const elantraWorld = (us: UsRecord[], canadian: CanadaRecord[] = []) =>
  replayRecalls([
    nhtsaModels('HYUNDAI', 2013, [
      ...(us.length > 0 ? ['ELANTRA', 'ELANTRA COUPE'] : []),
      'ELANTRA GT',
      'SONATA',
    ]),
    nhtsaRecalls('HYUNDAI', 'ELANTRA', 2013, us),
    nhtsaRecalls('HYUNDAI', 'ELANTRA COUPE', 2013, us.slice(0, 1)),
    ...canada('HYUNDAI', 2013, canadian),
  ]);

const models: CanadaRecord['models'] = [
  ['HYUNDAI', 'ELANTRA', 2012],
  ['HYUNDAI', 'ELANTRA', 2013],
];

describe('a US recall', () => {
  test('is given once with every name it is filed under, its date and its flags', async () => {
    await using world = await elantraWorld([
      { campaign: '13V113000', date: '01/04/2013', more: { parkIt: null, parkOutSide: 'True', Notes: '' } },
    ]);
    const report = await world.service.forVehicle(elantra);
    expect(report.counts).toEqual({ us: 1, canada: 0 });
    expect(report.us).toMatchObject([
      {
        campaign: '13V113000',
        kind: 'vehicle',
        reportedOn: '2013-04-01',
        parkIt: null,
        parkOutside: true,
        overTheAirUpdate: false,
        notes: null,
        models: ['HYUNDAI ELANTRA', 'HYUNDAI ELANTRA COUPE'],
      },
    ]);
    expect(report.provenance.us).toMatchObject({
      cache: 'miss',
      matchedModels: ['HYUNDAI ELANTRA', 'HYUNDAI ELANTRA COUPE'],
      modelListed: true,
    });
    expect(recallReportSchema.parse(report)).toEqual(report);
  });

  test('that says "do not drive" comes first, then "park outside", then the newest', async () => {
    await using world = await elantraWorld([
      { campaign: '24V001000', date: '05/01/2024' },
      { campaign: '23V651000', date: '21/09/2023', more: { parkOutSide: true } },
      { campaign: '14V002000', date: '13/02/2014', more: { parkIt: true } },
      { campaign: '24V900000', date: '05/12/2024' },
    ]);
    const { us } = await world.service.forVehicle(elantra);
    expect(us.map(({ campaign }) => campaign)).toEqual(['14V002000', '23V651000', '24V900000', '24V001000']);
  });

  test('without flags warns as its text does, and comes first then', async () => {
    const Remedy = 'Dealers will replace it. Owners are advised to park their vehicles outside.';
    await using world = await elantraWorld([
      { campaign: '24V001000', date: '05/01/2024' },
      { campaign: '23V432000', date: '15/06/2023', more: { parkIt: undefined, parkOutSide: null, Remedy } },
    ]);
    const { us } = await world.service.forVehicle(elantra);
    expect(us[0]).toMatchObject({ campaign: '23V432000', parkIt: null, parkOutside: true });
  });

  test('with a flag that says no is warned of by its text, and both are shown', async () => {
    const Remedy = 'Owners are advised not to drive their vehicles.';
    await using world = await elantraWorld([
      { campaign: '23V432000', date: '15/06/2023', more: { parkIt: false, Remedy } },
    ]);
    expect((await world.service.forVehicle(elantra)).us).toMatchObject([
      { parkIt: true, flags: { parkIt: false, parkOutside: false }, warningText: Remedy },
    ]);
  });

  test('of the past may have a field without words', async () => {
    const silent = { Consequence: null, Remedy: null };
    await using world = await elantraWorld([{ campaign: '13V113000', date: '01/04/2013', more: silent }]);
    expect((await world.service.forVehicle(elantra)).us).toMatchObject([{ consequence: '', remedy: '' }]);
  });

  test('of equipment is named as such', async () => {
    const flags = { parkIt: undefined, parkOutSide: undefined, overTheAirUpdate: undefined };
    await using world = await elantraWorld([{ campaign: '20E090000', date: '10/12/2020', more: flags }]);
    const { us } = await world.service.forVehicle(elantra);
    expect(us).toMatchObject([
      { kind: 'equipment', parkIt: null, parkOutside: null, overTheAirUpdate: null },
    ]);
  });
});

describe('a Canadian recall', () => {
  test('is one entry of its rows, with units, date and text', async () => {
    await using world = await elantraWorld(
      [],
      [
        {
          number: '2023510',
          date: '2023-09-28',
          models,
          manufacturerNumber: 'R0218',
          system: 'Brakes',
          units: '326,942.00',
          comment:
            'Issue:\r\nOn certain vehicles, the ABS module could leak and short.\r\n\r\nPark outdoors.',
        },
      ],
    );
    const report = await world.service.forVehicle(elantra);
    expect(report.canada).toMatchObject([
      {
        recallNumber: '2023510',
        manufacturerRecallNumber: 'R0218',
        system: 'Brakes',
        component: 'abs module',
        summary: 'Issue:\nOn certain vehicles, the ABS module could leak and short.\n\nPark outdoors.',
        unitsAffected: 326_942,
        recalledOn: '2023-09-28',
        makes: ['HYUNDAI'],
        models: ['ELANTRA'],
        years: [2012, 2013],
      },
    ]);
    expect(report.attribution.canada.text).toBe(
      'Contains information licensed under the Open Government Licence – Canada.',
    );
    expect(report.provenance.canada).toMatchObject({ matchedModels: ['HYUNDAI ELANTRA'], modelListed: true });
  });

  test('is counted with all others, but only the 25 newest are given', async () => {
    const many = Array.from({ length: 31 }, (_, index) => ({
      number: String(2013100 + index),
      date: `2014-01-${String(index + 1).padStart(2, '0')}`,
      models,
      units: '10',
    }));
    await using world = await elantraWorld([], many);
    const report = await world.service.forVehicle(elantra);
    expect(report.counts.canada).toBe(31);
    expect(report.canada).toHaveLength(25);
    expect(report.canada[0]?.recalledOn).toBe('2014-01-31');
    expect(report.canada.at(-1)?.recalledOn).toBe('2014-01-07');
    expect((await world.service.countsFor(elantra)).counts).toEqual({
      us: 0,
      canada: 31,
      canadaUnitsAffected: 250,
      canadaUnitsCover: 25,
      namesNote: null,
    });
  });

  test('that says "do not drive" comes first, then "park outside", then the newest', async () => {
    const saying = (number: string, date: string, words: string) => ({
      number,
      date,
      models,
      comment: `Issue:\r\nOn certain vehicles, a part could fail.\r\n\r\n${words}`,
    });
    await using world = await elantraWorld(
      [],
      [
        saying('2024001', '2024-01-05', ''),
        saying('2023002', '2023-09-21', 'Park outdoors.'),
        saying('2014003', '2014-02-13', 'Do not drive the vehicle until it is repaired.'),
        saying('2024004', '2024-12-05', ''),
      ],
    );
    const order = (await world.service.forVehicle(elantra)).canada.map(({ recallNumber }) => recallNumber);
    expect(order).toEqual(['2014003', '2023002', '2024004', '2024001']);
  });
});

describe('names', () => {
  test('of a truck that NHTSA files under cabs and a suffix are all asked', async () => {
    await using world = await replayRecalls([
      nhtsaModels('FORD', 2016, ['F-250 SD', 'F-250 SUPER CREW', 'F-150', 'F-250 SD']),
      nhtsaRecalls('FORD', 'F-250', 2016, [], 400),
      nhtsaRecalls('FORD', 'F-250 SD', 2016, [{ campaign: '16V246000', date: '26/04/2016' }]),
      nhtsaRecalls('FORD', 'F-250 SUPER CREW', 2016, [{ campaign: '15V680000', date: '16/10/2015' }]),
      ...canada('FORD', 2016, []),
    ]);
    const report = await world.service.forVehicle({ make: 'Ford', model: 'F-250', year: 2016 });
    expect(report.us.map(({ campaign }) => campaign)).toEqual(['16V246000', '15V680000']);
    expect(report.provenance.us.matchedModels).toEqual([
      'FORD F-250',
      'FORD F-250 SD',
      'FORD F-250 SUPER CREW',
    ]);
  });

  test('of a Ram are asked under Dodge too', async () => {
    await using world = await replayRecalls([
      nhtsaModels('RAM', 2012, ['1500']),
      nhtsaModels('DODGE', 2012, ['RAM 1500', 'DURANGO']),
      nhtsaRecalls('RAM', '1500', 2012, [{ campaign: '12V001000', date: '15/01/2012' }]),
      nhtsaRecalls('DODGE', 'RAM 1500', 2012, [{ campaign: '13V528000', date: '30/10/2013' }]),
      ...canada('RAM|DODGE', 2012, [
        { number: '2013400', date: '2013-11-06', models: [['DODGE', 'RAM 1500', 2012]] },
      ]),
    ]);
    const report = await world.service.forVehicle({ make: 'Ram', model: '1500', year: 2012 });
    expect(report.counts).toEqual({ us: 2, canada: 1 });
  });

  test('of a hybrid are kept apart from the petrol car, in doubt for one of unknown drive, and named', async () => {
    await using world = await replayRecalls([
      nhtsaModels('FORD', 2021, ['ESCAPE', 'ESCAPE HYBRID']),
      nhtsaRecalls('FORD', 'ESCAPE', 2021, [{ campaign: '21V001000', date: '05/01/2021' }]),
      nhtsaRecalls('FORD', 'ESCAPE HYBRID', 2021, [
        { campaign: '22V484000', date: '05/07/2022' },
        { campaign: '21V001000', date: '05/01/2021' },
      ]),
      ...canada('FORD', 2021, []),
    ]);
    const smallSuv = { make: 'Ford', model: 'Escape', year: 2021 };
    const unknown = await world.service.forVehicle(smallSuv);
    expect(unknown.us).toMatchObject([{ campaign: '22V484000', inDoubt: true }, { inDoubt: false }]);
    expect(unknown.namesNote).toContain('FORD ESCAPE HYBRID');
    const diesel = await world.service.forVehicle({ ...smallSuv, engine: { fuelType: 'Diesel' } });
    expect(diesel.counts.us).toBe(1);
    expect(diesel.provenance.us.keptApart).toEqual(['FORD ESCAPE HYBRID']);
    expect(diesel.namesNote).toContain('FORD ESCAPE HYBRID');
    const unsaid = { batteryType: null, batteryKwh: null, chargerLevel: null, chargerPowerKw: null };
    const level = 'Strong HEV (Hybrid Electric Vehicle)';
    const electrification = { ...unsaid, level, driveUnit: null };
    expect((await world.service.forVehicle({ ...smallSuv, electrification })).counts.us).toBe(2);
  });
});

describe('nothing filed', () => {
  test('for a model without recalls that owners complained about is an answer too', async () => {
    await using world = await replayRecalls([
      nhtsaModels('HYUNDAI', 2013, ['SONATA']),
      nhtsaModels('HYUNDAI', 2013, ['SONATA', 'ELANTRA'], 'c'),
      nhtsaRecalls('HYUNDAI', 'ELANTRA', 2013, [], 400),
      ...canada('HYUNDAI', 2013, []),
    ]);
    expect((await world.service.forVehicle(elantra)).provenance.us.modelListed).toBe(true);
  });
});

test('the same defect in both countries is given as a pair with its evidence', async () => {
  await using world = await elantraWorld(
    [
      {
        campaign: '23V651000',
        date: '21/09/2023',
        component: 'SERVICE BRAKES, HYDRAULIC:ANTILOCK:CONTROL UNIT/MODULE',
        summary: 'The anti-lock brake module can leak brake fluid inside and cause an electrical short.',
        remedy: "Dealers will replace the fuse. Hyundai's number for this recall is 251.",
      },
      {
        campaign: '13V113000',
        date: '01/04/2013',
        component: 'EXTERIOR LIGHTING:BRAKE LIGHTS',
        summary: 'The stop lamp switch may malfunction.',
      },
    ],
    [
      {
        number: '2023510',
        date: '2023-09-28',
        models,
        system: 'Brakes',
        manufacturerNumber: '251',
        comment:
          'Issue: On certain vehicles, the ABS module could leak internally and cause a short circuit.',
      },
      {
        number: '2014077',
        date: '2014-03-03',
        models,
        system: 'Seats And Restraints',
        comment: 'Issue: The seat belt may not latch.',
      },
    ],
  );
  const { related } = await world.service.forVehicle(elantra);
  expect(related).toMatchObject([
    {
      campaign: '23V651000',
      recallNumber: '2023510',
      evidence: { manufacturerNumber: '251', component: 'brakes', daysApart: 7 },
    },
  ]);
  expect(related[0]?.confidence).toBeGreaterThan(0.93);
});

test('200 calls at once ask each source once', async () => {
  await using world = await elantraWorld(
    [{ campaign: '23V651000', date: '21/09/2023' }],
    [{ number: '2023510', date: '2023-09-28', models }],
  );
  const reports = await Promise.all(Array.from({ length: 200 }, () => world.service.forVehicle(elantra)));
  expect(new Set(reports.map(({ counts }) => `${counts.us}/${counts.canada}`))).toEqual(new Set(['1/1']));
  const { requests } = world.replay;
  expect(new Set(requests).size).toBe(requests.length);
  expect(requests.filter((path) => path.startsWith('/nhtsa/recalls/')).length).toBe(2);
  expect((await world.service.forVehicle(elantra)).provenance.us.cache).toBe('hit');
  expect(world.replay.requests).toHaveLength(requests.length);
});
