import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownDecode } from '@forecourt/vin/build';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startVinDataRefresh } from '../../src/background/refresh-vin-data.ts';
import { buildFrom } from '../../src/sources/vpic/build-dataset.ts';
import { datasetPlace, packDataset } from '../../src/sources/vpic/dataset-file.ts';
import { createEmbeddedDecoder } from '../../src/sources/vpic/embedded-decoder.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import { openParts } from '../open-parts.ts';
import { folderOfTest } from '../own-folder.ts';
import { runService } from '../running-service.ts';
import { startFakeSource } from '../sources/fake-source.ts';
import { dumpText, smallTables, zipOf } from './small-dump.ts';

const VIN = '9TYA5B000K0000001';

/** A service's decoder and storage, and a stand-in for NHTSA with a dump of this month. */
async function createParts({ month, model }: { month?: string; model?: string } = {}) {
  const folder = folderOfTest();
  const path = join(folder, 'vpic.dataset');
  const build = async (name: string, source: string) => {
    const zip = join(folder, `${name}.zip`);
    await writeFile(zip, zipOf('vPICList_lite.plain', dumpText(smallTables(name))));
    return packDataset(await buildFrom(zip, source));
  };
  await writeFile(path, await build('First', 'NHTSA vPICList_lite_2020_01'));
  const now = new Date().toISOString().slice(0, 7).replace('-', '_');
  const dumps: string[] = [];
  const server = await startFakeSource((request, response) => {
    const isThere = request.url?.includes(month ?? now) ?? false;
    if (isThere) dumps.push(request.url ?? '');
    if (isThere) response.end(zipOf('vPICList_lite.plain', dumpText(smallTables(model))));
    else response.writeHead(404).end();
  });
  const storage = await openSqliteStorage({ file: join(folder, 'test.sqlite') });
  const parts = new AsyncDisposableStack();
  onTestFinished(async () => {
    await parts.disposeAsync();
    await server[Symbol.asyncDispose]();
    await storage[Symbol.asyncDispose]();
  });
  const faults: unknown[] = [];
  const taken: string[] = [];
  const refusals: (readonly string[])[] = [];
  const start = (monthly: boolean, known?: readonly KnownDecode[]) => {
    const decoder = createEmbeddedDecoder(path);
    parts.use(
      startVinDataRefresh({
        decoder,
        place: datasetPlace(path),
        monthly,
        ...(known === undefined ? {} : { known }),
        leases: storage.leases,
        events: {
          backgroundFaulted: ({ error }) => faults.push(error),
          vinDataTaken: ({ dataset }) => taken.push(dataset),
          vinDataRefused: ({ objections }) => refusals.push(objections),
        },
        baseUrl: server.url,
        firstAfterMs: 1,
        everyMs: 20,
      }),
    );
    return () => decoder.decode(VIN, Date.now()).Model;
  };
  return { build, dumps, faults, taken, refusals, path, start };
}

it('a running service takes a dataset that is put in place, without a restart', async () => {
  const { build, dumps, path, start } = await createParts();
  const model = start(false);
  expect(model()).toBe('First');
  await datasetPlace(path).replace(await build('Second', 'NHTSA vPICList_lite_2020_02'));
  await vi.waitFor(() => expect(model()).toBe('Second'), 5_000);
  await datasetPlace(path).rollBack();
  await vi.waitFor(() => expect(model()).toBe('First'), 5_000);
  expect(dumps).toEqual([]);
});

it("a running service takes NHTSA's dump of a new month by itself", async () => {
  const { dumps, faults, taken, start } = await createParts({ model: 'Comet' });
  const model = start(true, [{ vin: VIN, year: '2019', make: 'TINY', model: 'Comet' }]);
  await vi.waitFor(() => expect(model()).toBe('Comet'), 20_000);
  expect([dumps.length, faults]).toEqual([1, []]);
  expect(taken).toEqual([expect.stringMatching(/^NHTSA vPICList_lite_\d{4}_\d\d /)]);
});

it('of several services one downloads a new month and does not look again that day', async () => {
  // Nothing of the small tables is among the known decodes: the gate must refuse them.
  const { dumps, faults, refusals, start } = await createParts({ model: 'Comet' });
  const models = [start(true), start(true)];
  await vi.waitFor(() => expect(refusals).toHaveLength(1), 20_000);
  expect(refusals[0]).toContainEqual(expect.stringContaining('known decode 1 changed'));
  expect(faults).toEqual([]);
  expect(dumps).toHaveLength(1);
  expect(models.map((model) => model())).toEqual(['First', 'First']);
});

it("the whole service looks for NHTSA's dump by itself, refuses a broken one with the reason, and goes on answering", async () => {
  const now = new Date().toISOString().slice(0, 7).replace('-', '_');
  const dumps: string[] = [];
  await using server = await startFakeSource((request, response) => {
    dumps.push(request.url ?? '');
    if (request.url?.includes(now)) response.end(zipOf('vPICList_lite.plain', dumpText(smallTables())));
    else response.writeHead(404).end();
  });
  await using parts = await openParts();
  const refused = Promise.withResolvers<readonly string[]>();
  const folder = folderOfTest();
  await using service = await runService(
    { VPIC_REFRESH: 'monthly', VPIC_DATASET: join(folder, 'vpic.dataset'), VPIC_URL: `${server.url}/api` },
    {
      events: {
        ...(await parts.events()),
        vinDataRefused: ({ objections }) => refused.resolve(objections),
        backgroundFaulted: ({ error }) => refused.reject(error),
      },
    },
  );
  const objections = await refused.promise;
  expect(objections).toContainEqual(expect.stringMatching(/^patterns fell from \d+ to \d+$/));
  expect(objections).toContainEqual(expect.stringMatching(/^known decode 1 changed from 1990 MERCURY Sable/));
  expect(dumps).toEqual([`/Downloads/vPICList_lite_${now}.plain.zip`]);
  expect(await readdir(folder)).toEqual([]);
  const { vehicle } = (await (await service.get('/v1/sample/decode')).json()) as {
    vehicle: { model: string };
  };
  expect(vehicle.model).toBe('Elantra');
});
