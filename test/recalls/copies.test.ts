import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Forecourt } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { startReplayServer } from '../../src/sources/recordings.ts';
import { folderOfTest } from '../own-folder.ts';
import { elantra2013, worldOf } from '../report/report-world.ts';
import { faults, startFakeSource } from '../sources/fake-source.ts';

const { signal } = new AbortController();
const recorded = worldOf(elantra2013, {
  us: [{ campaign: '13V001000', date: '02/01/2013', more: { parkIt: true } }],
});
const live = worldOf(elantra2013, { us: [{ campaign: '23V651000', date: '21/09/2023' }] });

async function folders() {
  const folder = folderOfTest();
  await writeFile(join(folder, 'world.json'), JSON.stringify(recorded));
  return { REPLAY_DIR: folder, DATA_DIR: await mkdtemp(join(folder, 'data-')) };
}

/** The answers of a run with this environment about recalls and issues, as a command or the service would give them. */
async function answers(environment: Record<string, string>) {
  await using forecourt = Forecourt.create(
    readConfig({ DECODER: 'embedded', LOG_LEVEL: 'silent', RECORDED_WORLD: 'off', ...environment }),
  );
  const { vehicles, recalls, issues } = await forecourt.knowledge();
  const { vehicle } = await vehicles.decode(elantra2013.vin);
  const [found, named] = await Promise.allSettled([
    recalls.forVehicle(vehicle),
    issues.forVehicle(vehicle, { signal }),
  ]);
  return { found, named };
}

const failed = { status: 'rejected', reason: expect.objectContaining({ code: 'upstream_unavailable' }) };

test('what was recorded is never answered as live, not even where the live source is down', async () => {
  const { REPLAY_DIR, DATA_DIR } = await folders();
  expect(await answers({ REPLAY_DIR, DATA_DIR })).toMatchObject({
    found: { value: { counts: { us: 1, canada: 1 }, us: [{ campaign: '13V001000' }] } },
    named: { status: 'fulfilled' },
  });
  await using down = await startFakeSource(faults.refused);
  const NHTSA_URL = down.url;
  const TRANSPORT_CANADA_URL = down.url;
  expect(await answers({ DATA_DIR, NHTSA_URL, TRANSPORT_CANADA_URL })).toEqual({
    found: failed,
    named: failed,
  });
});

test('another address has copies of its own, and each says where it was read', async () => {
  const { REPLAY_DIR, DATA_DIR } = await folders();
  await answers({ REPLAY_DIR, DATA_DIR });
  await using server = await startReplayServer(live);
  const { nhtsaUrl: NHTSA_URL, transportCanadaUrl: TRANSPORT_CANADA_URL } = server.sources;
  const read = { DATA_DIR, NHTSA_URL, TRANSPORT_CANADA_URL };
  const ofAddress = (cache: string) => ({
    found: {
      value: {
        us: [{ campaign: '23V651000' }],
        provenance: { us: { cache, url: NHTSA_URL }, canada: { cache, url: TRANSPORT_CANADA_URL } },
      },
    },
    named: { value: { provenance: { cache, url: NHTSA_URL } } },
  });
  expect(await answers(read)).toMatchObject(ofAddress('miss'));
  const requests = server.requests.length;
  expect(await answers(read)).toMatchObject(ofAddress('hit'));
  expect(server.requests).toHaveLength(requests);
});
