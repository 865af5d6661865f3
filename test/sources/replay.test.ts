import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startReplayServer } from '../../src/sources/recordings.ts';
import { folderOfTest } from '../own-folder.ts';

async function folderOf(files: Record<string, string | Buffer>): Promise<string> {
  const folder = folderOfTest();
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

const one = {
  request: {
    path: '/nhtsa/recalls/recallsByVehicle',
    query: { make: 'FORD', model: 'F-250 SD', modelYear: 2016 },
  },
  response: { body: { Count: 0, Message: 'ok', results: [] } },
};

test('recorded answers come over HTTP, whatever the order and case of the parameters', async () => {
  const two = { request: { path: '/vpic/x' }, response: { status: 503, text: '<h1>busy</h1>' } };
  const folder = await folderOf({
    'one.json': JSON.stringify(one),
    'more.json.gz': gzipSync(JSON.stringify([two])),
    'README.md': 'not a recording',
  });
  await using replay = await startReplayServer(folder);
  const answer = await fetch(
    `${replay.url}/nhtsa/recalls/recallsByVehicle?modelYear=2016&model=f-250+sd&make=Ford`,
  );
  expect(await answer.json()).toEqual(one.response.body);
  const busy = await fetch(`${replay.url}/vpic/x`);
  expect([busy.status, await busy.text()]).toEqual([503, '<h1>busy</h1>']);
});

test('what was not recorded is 404', async () => {
  await using replay = await startReplayServer([one]);
  expect((await fetch(`${replay.url}/nhtsa/recalls/recallsByVehicle?make=Ford`)).status).toBe(404);
  expect(replay.requests).toHaveLength(1);
});
