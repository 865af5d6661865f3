import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addRecallsCommand } from '../../src/cli/commands/recalls.ts';
import { recalls } from '../../src/products/recalls.ts';
import { createRecallSamples } from '../../src/recalls/recall-sample.ts';
import type { RecordedExchange } from '../../src/sources/recordings.ts';
import { openParts } from '../open-parts.ts';
import { folderOfTest } from '../own-folder.ts';
import { printedBy } from '../printed-by.ts';
import { canada, nhtsaModels, nhtsaRecalls } from './recorded-world.ts';
import { replayRecalls } from './start-recalls.ts';

const ELANTRA_VIN = '5NPDH4AE8DH100013';
const signal = new AbortController().signal;

const known: RecordedExchange[] = [
  nhtsaModels('HYUNDAI', 2013, ['ELANTRA']),
  nhtsaRecalls('HYUNDAI', 'ELANTRA', 2013, [
    { campaign: '23V651000', date: '22/09/2023', more: { parkOutSide: true } },
    { campaign: '13V001000', date: '02/01/2013', more: { parkIt: true } },
  ]),
  ...canada('HYUNDAI', 2013, [
    { number: '2023510', date: '2023-09-28', models: [['HYUNDAI', 'ELANTRA', 2013]] },
  ]),
];
const unknown: RecordedExchange[] = [
  nhtsaModels('HYUNDAI', 2013, ['SONATA']),
  nhtsaModels('HYUNDAI', 2013, [], 'c'),
  nhtsaRecalls('HYUNDAI', 'ELANTRA', 2013, [], 400),
  ...canada('HYUNDAI', 2013, []),
];

async function compute(exchanges: RecordedExchange[], vin = ` ${ELANTRA_VIN.toLowerCase()} `) {
  await using running = await replayRecalls(exchanges);
  const knowledge = await running.knowledge();
  const query = recalls.query.parse({ vin });
  return await recalls.compute(knowledge, query, { signal });
}

describe('the paid answer', () => {
  test('is the decoded vehicle with its recalls, as the response schema says, and is charged', async () => {
    const { body, charge } = await compute(known);
    expect(recalls.response.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      vin: ELANTRA_VIN,
      vehicle: { make: 'Hyundai', model: 'Elantra', year: 2013 },
      counts: { us: 2, canada: 1 },
      scope: 'model-year',
    });
    expect(charge).toBe(true);
  });

  test('about a model that one country alone knows is charged', async () => {
    const inCanada = known.filter(({ request }) => request.path.startsWith('/transport-canada'));
    const { body, charge } = await compute([
      ...unknown.filter(({ request }) => !request.path.startsWith('/transport-canada')),
      ...inCanada,
    ]);
    expect(body).toMatchObject({ counts: { us: 0, canada: 1 }, provenance: { us: { modelListed: false } } });
    expect(charge).toBe(true);
  });

  test('about a make of which NHTSA lists nothing at all is not charged, whatever Canada has', async () => {
    const { body, charge } = await compute([
      nhtsaModels('HYUNDAI', 2013, []),
      ...unknown.slice(1, 3),
      ...known.slice(2),
    ]);
    expect(body.counts).toEqual({ us: 0, canada: 1 });
    expect(body.provenance.us.notRead).toEqual(['all models of HYUNDAI of 2013']);
    expect(body.namesNote).toContain('Recalls may be missing');
    expect(charge).toBe(false);
  });

  test.each([
    ['LRW3E7EKXPC123456', 'TESLA', 'MODEL 3', 2023],
    ['3N1CK3CP3FL200001', 'NISSAN', 'MICRA', 2015],
  ])('about %s, which NHTSA does not know, has the Canadian recalls', async (vin, make, model, year) => {
    const models: [string, string, number][] = [[make, model, year]];
    const { body, charge } = await compute(
      [
        nhtsaModels(make, year, ['ANOTHER']),
        nhtsaModels(make, year, [], 'c'),
        nhtsaRecalls(make, model, year, [], 400),
        ...canada(make, year, [{ number: '2024001', date: '2024-01-08', models }]),
      ],
      vin,
    );
    expect(body).toMatchObject({ counts: { us: 0, canada: 1 }, canada: [{ recallNumber: '2024001' }] });
    expect(body.namesNote).toContain(
      'NHTSA does not know this car. Make, model and year are of our own supplement',
    );
    expect(charge).toBe(true);
  });

  test('about a model that no source knows is not charged', async () => {
    const { body, charge } = await compute(unknown);
    const provenance = { us: { modelListed: false }, canada: { modelListed: false } };
    expect(body).toMatchObject({ counts: { us: 0, canada: 0 }, provenance });
    expect(charge).toBe(false);
  });
});

describe('the sample', () => {
  async function read(now: () => number) {
    const neverAsked = () => Promise.reject(new Error('a sample must not ask a source'));
    await using parts = await openParts(
      {},
      {
        recalls: { forVehicle: neverAsked, countsFor: neverAsked, readEach: neverAsked },
        recallSamples: createRecallSamples(now),
      },
    );
    return await recalls.sample.read(await parts.knowledge());
  }

  test('shows a park-outside recall on both sides of the border, without asking a source', async () => {
    const sample = await read(() => Date.parse('2026-11-22T00:00:00Z'));
    expect(recalls.sample.response.parse(sample)).toEqual(sample);
    expect(sample).toMatchObject({
      vin: ELANTRA_VIN,
      sample: true,
      us: [{ campaign: '23V651000', parkOutside: true }],
      canada: [{ recallNumber: null, unitsAffected: 326_942 }],
      related: [{ campaign: '23V651000' }],
      provenance: { us: { cache: 'none', ageSeconds: 86_400 }, canada: { cache: 'none' } },
    });
  });

  test('has the vehicle that the decoder gives today', async () => {
    await using parts = await openParts();
    const { vehicle } = await (await parts.embeddedVehicles()).decode(ELANTRA_VIN);
    expect(createRecallSamples().current().vehicle).toEqual(vehicle);
  });

  test('gives way to a newer live answer', () => {
    const samples = createRecallSamples(() => Date.parse('2026-12-02T00:00:00Z'));
    const { sample: _sample, note: _note, ...body } = samples.current();
    const fetchedAt = '2026-12-01T00:00:00.000Z';
    const us = { ...body.provenance.us, fetchedAt };
    samples.replace({ ...body, counts: { us: 9, canada: 9 }, provenance: { ...body.provenance, us } });
    expect(samples.current()).toMatchObject({
      counts: { us: 9, canada: 9 },
      sample: true,
      note: expect.stringContaining('2026-12-01'),
      provenance: { us: { ageSeconds: 86_400 } },
    });
  });
});

describe('forecourt recalls', () => {
  afterEach(() => void vi.unstubAllEnvs());

  async function run(...args: string[]): Promise<string> {
    const folder = folderOfTest();
    await writeFile(join(folder, 'world.json'), JSON.stringify(known));
    vi.stubEnv('REPLAY_DIR', folder);
    vi.stubEnv('DATA_DIR', join(folder, 'data'));
    return printedBy(addRecallsCommand, ['recalls', ELANTRA_VIN, ...args]);
  }

  test('prints warnings before anything else', async () => {
    const text = await run();
    expect(text).toMatch(/^2013 Hyundai Elantra: 2 in the United States, 1 in Canada\n/);
    expect(text.indexOf('DO NOT DRIVE')).toBeLessThan(text.indexOf('PARK OUTSIDE'));
    expect(text.indexOf('DO NOT DRIVE')).toBeGreaterThan(0);
    expect(text).toContain('CA 2023510  2023-09-28');
    expect(text).toContain('Open Government Licence – Canada');
  });

  test('prints the answer of the service with --json', async () => {
    expect(JSON.parse(await run('--json'))).toMatchObject({ vin: ELANTRA_VIN, counts: { us: 2, canada: 1 } });
  });
});
