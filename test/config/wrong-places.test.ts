import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { folderOfTest } from '../own-folder.ts';
import { runCommand } from '../run-command.ts';

/** A start with these settings, which must not succeed. */
const failedStart = (settings: Record<string, string>) =>
  runCommand(['serve'], { PORT: '0', DATA_DIR: folderOfTest(), RECORDED_WORLD: 'off', ...settings });

it.each<[Record<string, string>, RegExp]>([
  [{ METRICS_PORT: '0', METRICS_HOST: 'no.such.machine.invalid' }, /METRICS_HOST/],
  [{ METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' }, /METRICS_HOST/],
  [{ DATABASE_URL: 'postgres://me:hunter2@h:99999/x' }, /DATABASE_URL.+port/],
  [{ VPIC_DATASET: '/' }, /VIN data in \/ .+VPIC_DATASET/],
  [{ VPIC_DATASET: process.execPath }, /VIN data in .+VPIC_DATASET/],
])('a start with %o names what to set', async (settings, said) => {
  const { code, stderr } = await failedStart(settings);
  expect(stderr).toMatch(said);
  expect(stderr).not.toContain('hunter2');
  expect(code).toBe(1);
});

it('a port of METRICS_PORT that is taken is told by that name', async () => {
  await using taken = createServer();
  taken.listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { code, stderr } = await failedStart({ METRICS_PORT: String(port) });
  expect([code, stderr]).toEqual([1, expect.stringContaining(`Port ${port} is taken: set METRICS_PORT`)]);
});
