import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVinEngine } from '@forecourt/vin';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildFrom } from '../../src/sources/vpic/build-dataset.ts';
import {
  datasetPlace,
  defaultDatasetPath,
  loadDataset,
  packDataset,
} from '../../src/sources/vpic/dataset-file.ts';
import { updateDataset } from '../../src/sources/vpic/update-dataset.ts';
import { folderOfTest } from '../own-folder.ts';
import { type FakeSource, startFakeSource } from '../sources/fake-source.ts';
import { dumpText, smallTables, zipOf } from './small-dump.ts';

const nowMs = Date.parse('2026-11-21');
const VIN = '9TYA5B000K0000001';
const known = [{ vin: VIN, year: '2019', make: 'TINY', model: 'Comet' }];

let folder: string;
let path: string;
let served: Map<string, Buffer>;
let server: FakeSource;

beforeEach(async () => {
  folder = folderOfTest();
  path = join(folder, 'vpic.dataset');
  const first = join(folder, 'first.zip');
  await writeFile(first, zipOf('vPICList_lite.plain', dumpText(smallTables('First'))));
  await writeFile(path, packDataset(await buildFrom(first, 'NHTSA vPICList_lite_2026_06')));
  await rm(first);
  served = new Map();
  server = await startFakeSource(({ url = '' }, response) => {
    const body = served.get(url.replace('/Downloads/', ''));
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200).end(body);
  });
});
afterEach(() => server[Symbol.asyncDispose]());
const expectAsked = (...months: string[]) =>
  expect(server.requests).toEqual(months.map((month) => `/Downloads/vPICList_lite_${month}.plain.zip`));

const update = (options: { force?: boolean; onlyNewer?: boolean } = {}) => {
  const lines: string[] = [];
  return updateDataset({
    baseUrl: `${server.url}/Downloads/`,
    place: datasetPlace(path),
    nowMs,
    known,
    report: (line) => lines.push(line),
    ...options,
  }).then(() => lines);
};
const serve = (month: string, tables = smallTables(), name = 'vPICList_lite.plain') =>
  served.set(`vPICList_lite_${month}.plain.zip`, zipOf(name, dumpText(tables)));
const decode = (vin: string) => createVinEngine(loadDataset(path)).decode(vin, { nowMs });

describe('an update of the VIN data', () => {
  it('takes the newest dump there is and decodes with it', async () => {
    serve('2026_09');
    serve('2026_08', smallTables('Older'));
    await update();
    expectAsked('2026_11', '2026_10', '2026_09');
    expect(decode(VIN).fields).toMatchObject({ ModelYear: '2019', Make: 'TINY', Model: 'Comet' });
    expect(await readdir(folder)).toEqual(['vpic.dataset', 'vpic.dataset.previous']);
  });

  it('takes only a later month, where it is asked to', async () => {
    serve('2026_06');
    await expect(update({ onlyNewer: true })).resolves.toContain('There is no newer one.');
    expectAsked('2026_11', '2026_10', '2026_09', '2026_08', '2026_07');
    serve('2026_07');
    await update({ onlyNewer: true });
    expect(decode(VIN).fields.Model).toBe('Comet');
  });

  it('can be rolled back, and is not taken again until a later month', async () => {
    serve('2026_09');
    await update();
    await expect(datasetPlace(path).rollBack()).resolves.toBe(true);
    expect(decode(VIN).fields.Model).toBe('First');
    await expect(datasetPlace(path).unwanted()).resolves.toBe('NHTSA vPICList_lite_2026_09');
    await expect(update({ onlyNewer: true })).resolves.toContain('There is no newer one.');
    serve('2026_10');
    await update({ onlyNewer: true });
    expect(decode(VIN).fields.Model).toBe('Comet');
    await expect(datasetPlace(path).unwanted()).resolves.toBeUndefined();
  });

  it('falls back to what ships, where nothing newer was ever put in place', async () => {
    const place = datasetPlace(join(folder, 'deep', 'vpic.dataset'));
    expect(place.current()).toBe(fileURLToPath(defaultDatasetPath()));
    await expect(place.rollBack()).resolves.toBe(false);
    await place.replace(await readFile(path));
    expect(place.current()).toBe(join(folder, 'deep', 'vpic.dataset'));
    await expect(place.rollBack()).resolves.toBe(true);
    expect(place.current()).toBe(fileURLToPath(defaultDatasetPath()));
    await expect(datasetPlace().rollBack()).resolves.toBe(false);
  });

  it('is refused, and the present data stay, where a known decode changes', async () => {
    serve('2026_09');
    await update();
    const before = await readFile(path);
    serve('2026_11', smallTables('Renamed'));
    const words = /known decode 1 changed from 2019 TINY Comet to 2019 TINY Renamed/;
    await expect(update()).rejects.toThrow(words);
    expect(await readFile(path)).toEqual(before);
    const accepted = expect.stringMatching(/^Accepted: known decode 1/);
    await expect(update({ force: true })).resolves.toContainEqual(accepted);
    expect(decode(VIN).fields.Model).toBe('Renamed');
  });

  it('leaves everything as it was when no dump can be had or it is damaged', async () => {
    await writeFile(path, 'present');
    await expect(update()).rejects.toMatchObject({ code: 'upstream_unavailable' });
    const whole = zipOf('vPICList_lite.plain', dumpText(smallTables()));
    const cut = whole.subarray(0, whole.length - 30);
    for (const damaged of [cut, Buffer.from('no archive'), zipOf('readme.txt', 'x')]) {
      served.set('vPICList_lite_2026_11.plain.zip', damaged);
      await expect(update()).rejects.toThrow(/archive/);
    }
    expect(await readFile(path, 'utf8')).toBe('present');
    expect(await readdir(folder)).toEqual(['vpic.dataset']);
  });
});

describe('a dataset built from a dump', () => {
  const build = async (tables = smallTables(), isPacked = true) => {
    const zip = join(folder, 'dump.zip');
    await writeFile(zip, zipOf('vPICList_lite.plain', dumpText(tables), isPacked));
    const packed = packDataset(await buildFrom(zip, 'small'));
    await writeFile(path, packed);
    return Buffer.from(packed);
  };

  it('reads numbers out of the VIN, applies defaults, exceptions and listed descriptors', async () => {
    await build();
    const trailer = { TrailerLength: '53', TrailerType: 'Gooseneck' };
    expect(decode('XTRT53000E1000001').fields).toMatchObject(trailer);
    expect(decode(VIN).fields.TrailerType).toBe('Not Applicable');
    expect(decode('9TYA5B000K0000002').fields.ErrorText).toMatch(/^0 - clean NOTE: Check Digit Exception/);
    expect(decode('9TYA5B000L0000001').fields.ModelYear).toBe('2021');
  });

  it('clears control characters from names', async () => {
    const tables = smallTables();
    for (const row of tables.pattern?.rows ?? []) if (row[0] === 2) row[4] = '5';
    await build(tables);
    expect(decode(VIN).fields.BodyClass).toBe('Hatch back');
  });
});
