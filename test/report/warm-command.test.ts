import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { elantra2013, worldOf } from './report-world.ts';

async function forecourt(...args: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'warm-cli-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'world.json'), JSON.stringify(worldOf(elantra2013)));
  const env = {
    ...process.env,
    REPLAY_DIR: folder,
    DATA_DIR: join(folder, 'data'),
    DECODER: 'embedded',
    LOG_LEVEL: 'silent',
  };
  return spawnSync(process.execPath, ['bin/forecourt.js', ...args], { encoding: 'utf8', env });
}

describe('forecourt warm', () => {
  test('tells of every vehicle what became of it, in words', async () => {
    const { status, stdout } = await forecourt('warm', elantra2013.vin, '123');
    expect(stdout).toMatch(/^2013 Hyundai Elantra: ok, \d+ issues\nnumber 2 failed: A VIN has exactly 17/);
    expect(status).toBe(1);
  });

  test('and as JSON, one object a line', async () => {
    const { status, stdout } = await forecourt('warm', '--json', elantra2013.vin, '123');
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        number: 1,
        vehicle: { year: 2013, make: 'Hyundai', model: 'Elantra' },
        status: 'ok',
        knownIssues: expect.any(Number),
      },
      { number: 2, failed: expect.stringMatching(/^A VIN has exactly 17/) },
    ]);
    expect(status).toBe(1);
  });
});

test('forecourt vpic info --json names the data and its date', async () => {
  const { status, stdout } = await forecourt('vpic', 'info', '--json');
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual({
    dataset: expect.any(String),
    newestRow: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
});

test('forecourt doctor takes no address that is none', async () => {
  const { status, stderr } = await forecourt('doctor', '--url', 'nope');
  expect([status, stderr]).toEqual([2, expect.stringContaining('--url must be an http or https address')]);
});
