import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RecordedExchange } from '../../src/sources/recordings.ts';
import { canada, nhtsaRecalls } from './recorded-world.ts';
import { replayRecalls } from './start-recalls.ts';

const folder = process.env.FORECOURT_RECORDINGS;

const rowSchema = z.looseObject({
  NHTSACampaignNumber: z.string(),
  parkIt: z.boolean().nullish(),
  parkOutSide: z.boolean().nullish(),
});
const answerSchema = z.looseObject({ results: z.array(rowSchema) });
type Answer = z.infer<typeof answerSchema>;

interface Recorded {
  make: string;
  model: string;
  year: number;
  answer: Answer;
}

function read(name: string): unknown {
  const bytes = readFileSync(join(folder ?? '', 'recorded/nhtsa', name));
  return JSON.parse((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8'));
}

const namedRequest = z.object({ make: z.string(), model: z.string(), modelYear: z.string() });
const urlRequest = z.object({ url: z.url() });
const manySchema = z.array(z.object({ request: z.union([namedRequest, urlRequest]), answer: answerSchema }));

function readMany(name: string): Recorded[] {
  return manySchema.parse(read(name)).map(({ request, answer }) => {
    const query =
      'url' in request ? namedRequest.parse(Object.fromEntries(new URL(request.url).searchParams)) : request;
    return {
      make: query.make.toUpperCase(),
      model: query.model.toUpperCase(),
      year: Number(query.modelYear),
      answer,
    };
  });
}

const one = (name: string, make: string, model: string, year: number): Recorded => ({
  make,
  model,
  year,
  answer: answerSchema.parse(read(name)),
});

function worldOf(recorded: readonly Recorded[], lists: readonly RecordedExchange[] = []): RecordedExchange[] {
  const makeYears = Map.groupBy(recorded, ({ make, year }) => `${make}|${year}`);
  const models = [...makeYears.values()].flatMap((group): RecordedExchange[] => {
    const first = group[0];
    if (!first) return [];
    const results = group.map(({ model }) => ({ model }));
    const query = { make: first.make, modelYear: first.year, issueType: 'r' };
    return [
      { request: { path: '/nhtsa/products/vehicle/models', query }, response: { body: { results } } },
      ...canada(first.make, first.year, []),
    ];
  });
  const answers = recorded.map(({ make, model, year, answer }) => ({
    request: { path: '/nhtsa/recalls/recallsByVehicle', query: { make, model, modelYear: year } },
    response: { body: answer },
  }));
  return [...models, ...answers, ...lists];
}

/** Recorded without flags; each says that owners are advised not to drive until the repair. */
const warningInWordsAlone = new Set(['21V407000', '23V432000', '23V800000']);

const campaignsOf = (answer: Answer) => new Set(answer.results.map((row) => row.NHTSACampaignNumber));

const skipped = folder ? '' : ' (skipped: FORECOURT_RECORDINGS is not set)';

describe.skipIf(skipped)(`recorded answers of NHTSA, replayed over HTTP${skipped}`, () => {
  test.each([
    ['Hyundai and Kia 2020-2026', 'recalls-hyundai-kia-2020-2026.json', 134],
    ['Ford, Tesla and Toyota 2015-2025', 'recalls-ford-tesla-toyota-2015-2025.json.gz', 128],
  ])('%s: every vehicle has its campaigns, each once', async (_name, file, queries) => {
    const recorded = readMany(file);
    expect(recorded).toHaveLength(queries);
    await using recalls = await replayRecalls(worldOf(recorded));
    for (const { make, model, year, answer } of recorded) {
      const { us, counts } = await recalls.service.forVehicle({ make, model, year });
      const given = us.map(({ campaign }) => campaign);
      expect(counts.us).toBe(new Set(given).size);
      for (const campaign of campaignsOf(answer))
        expect(given, `${make} ${model} ${year}`).toContain(campaign);
      const ofModel = us.filter(({ models }) => models.includes(`${make} ${model}`));
      expect(ofModel).toHaveLength(campaignsOf(answer).size);
      const warned = answer.results
        .filter((row) => row.parkIt || row.parkOutSide || warningInWordsAlone.has(row.NHTSACampaignNumber))
        .map((row) => row.NHTSACampaignNumber);
      const asWarnings = ofModel.filter((recall) => recall.parkIt || recall.parkOutside);
      expect(asWarnings.map(({ campaign }) => campaign).sort()).toEqual([...new Set(warned)].sort());
      const order = us.map((recall) => (recall.parkIt ? 2 : recall.parkOutside ? 1 : 0));
      expect(order).toEqual(order.toSorted((a, b) => b - a));
    }
  });

  test('Ford F-250 2016: found under F-250 SD, with the equipment campaign', async () => {
    const superDuty = one('recalls-ford-f-250-sd-2016.json', 'FORD', 'F-250 SD', 2016);
    const others = ['F-250', 'F-250 REGULAR CAB', 'F-250 SUPERCAB', 'F-250 SUPER CREW'].map((model) =>
      nhtsaRecalls('FORD', model, 2016, [], 400),
    );
    const query = { make: 'FORD', modelYear: 2016, issueType: 'r' };
    const list = {
      request: { path: '/nhtsa/products/vehicle/models', query },
      response: { body: read('recall-models-ford-2016.json') },
    };
    await using recalls = await replayRecalls(worldOf([superDuty], [...others, list]));
    const report = await recalls.service.forVehicle({ make: 'Ford', model: 'F-250', year: 2016 });
    expect(report.counts.us).toBe(4);
    expect(report.us.find(({ campaign }) => campaign === '20E090000')).toMatchObject({
      kind: 'equipment',
      parkIt: null,
    });
    expect(report.us.find(({ campaign }) => campaign === '16V246000')).toMatchObject({
      reportedOn: '2016-04-26',
    });
  });

  test('Hyundai Tucson 2025 and Ford Maverick 2024: counts, dates and the "do not drive" first', async () => {
    const tucson = one('recalls-hyundai-tucson-2025.json', 'HYUNDAI', 'TUCSON', 2025);
    const maverick = one('recalls-ford-maverick-2024.json', 'FORD', 'MAVERICK', 2024);
    await using recalls = await replayRecalls(worldOf([tucson, maverick]));
    expect(
      (await recalls.service.forVehicle({ make: 'Hyundai', model: 'Tucson', year: 2025 })).counts.us,
    ).toBe(6);
    const { us } = await recalls.service.forVehicle({ make: 'Ford', model: 'Maverick', year: 2024 });
    expect(us).toHaveLength(15);
    expect(us[0]).toMatchObject({ campaign: '26V340000', parkIt: true });
    expect(us.find(({ campaign }) => campaign === '23V848000')?.reportedOn).toBe('2023-12-15');
  });
});
