import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { folderOfTest } from '../own-folder.ts';

/** A start with these settings, which must not succeed: what it says, and its code; none where it had to be killed. */
function failedStart(settings: Record<string, string>): Promise<{ code: unknown; stderr: string }> {
  const env = {
    PATH: process.env.PATH,
    PORT: '0',
    DATA_DIR: folderOfTest(),
    RECORDED_WORLD: 'off',
    ...settings,
  };
  const options = { env, timeout: 30_000, killSignal: 'SIGKILL' } as const;
  return new Promise((resolve) =>
    execFile(process.execPath, ['bin/forecourt.js', 'serve'], options, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    ),
  );
}

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
