import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import { freePort } from '../free-port.ts';
import { folderOfTest } from '../own-folder.ts';
import { buyDecode } from '../payments/buy-decode.ts';
import { startDevService } from '../payments/dev-service.ts';

const troubles: [string, (file: string) => void][] = [
  ['deleted', (file) => rmSync(file)],
  [
    'replaced by a copy of itself',
    (file) => {
      copyFileSync(file, `${file}.copy`);
      renameSync(`${file}.copy`, file);
    },
  ],
  ['overwritten', (file) => writeFileSync(file, 'This was a ledger once.')],
];

describe.each(troubles)('a database file that is %s while the service runs', (_name, happen) => {
  it('ends all sales, says so, and costs nobody anything', async () => {
    const port = await freePort();
    await using service = await startDevService({ METRICS_PORT: String(port) });
    const bought = await buyDecode(service, '5NPDH4AE8DH100013');
    expect(bought).toMatchObject({ status: 200, body: { charged: true } });
    const readyz = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;
    await expect.poll(readyz).toBe(200);
    happen(join(service.folder, 'forecourt.sqlite'));
    await expect.poll(readyz).toBe(503);
    const health = async () => (await service.get('/health')).json();
    const degraded = { status: 'degraded', storage: { ok: false }, payments: { ready: false } };
    await expect.poll(health).toMatchObject(degraded);
    const refused = await buyDecode(service, '1FTFW1ET5DFC10312');
    expect(refused).toMatchObject({ status: 503, body: { charged: false } });
    expect((await service.get('/v1/sample/decode')).status).toBe(200);
  });
});

it('the reason names the file and what to do', async () => {
  const file = join(folderOfTest(), 'forecourt.sqlite');
  await using storage = await openSqliteStorage({ file });
  rmSync(file);
  await expect(storage.check()).rejects.toThrow(`The database file ${file} was deleted`);
});

it.each<[string, (file: string) => void, RegExp]>([
  ['is none', (file) => writeFileSync(file, 'This was a ledger once.'), /not a database/],
  ['is a folder', (file) => mkdirSync(file), /directory|open/],
])('a start is told which file %s, and what to do', async (_, make, reason) => {
  const file = join(folderOfTest(), 'forecourt.sqlite');
  make(file);
  const opening = openSqliteStorage({ file });
  await expect(opening).rejects.toThrow(reason);
  await expect(opening).rejects.toThrow(`The database file ${file} cannot be used`);
  await expect(opening).rejects.toThrow(/Restore a backup.+DATA_DIR/);
});
