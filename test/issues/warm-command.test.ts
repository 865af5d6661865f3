import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addWarmCommand } from '../../src/cli/commands/warm.ts';
import { folderOfTest } from '../own-folder.ts';
import { elantra2013, worldOf } from '../report/report-world.ts';
import { startScriptedModel } from './scripted-model.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

async function warm(...args: string[]): Promise<string[]> {
  const folder = folderOfTest();
  await writeFile(join(folder, 'world.json'), JSON.stringify(worldOf(elantra2013)));
  vi.stubEnv('REPLAY_DIR', folder);
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  vi.stubEnv('DECODER', 'embedded');
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const program = new Command().exitOverride();
  addWarmCommand(program);
  await program.parseAsync(['warm', ...args], { from: 'user' });
  return printed.mock.calls.map(([text]) => String(text).trimEnd());
}

/** With what tells it from the other kinds of that model and year. */
const ELANTRA = '2013 Hyundai Elantra (5NPDH4AE*DH, Sedan/Saloon, 1.8 L, Gasoline)';

describe('forecourt warm', () => {
  test('says of each vehicle what it found, and goes on after one that fails', async () => {
    expect(await warm('5NPDH4AE8DH10001O', elantra2013.vin)).toEqual([`${ELANTRA}: ok, 2 issues`]);
    expect(process.exitCode).toBe(2);
  });

  test('prints the same as JSON, one object a line', async () => {
    const lines = await warm('--json', elantra2013.vin, '123');
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        number: 1,
        vehicle: { year: 2013, make: 'Hyundai', model: 'Elantra' },
        descriptor: '5NPDH4AE*DH',
        status: 'ok',
        knownIssues: 2,
        degraded: false,
      },
      { number: 2, vin: '123', failed: expect.stringMatching(/^A VIN has exactly 17/) },
    ]);
  });

  test.each([
    ['good', `${ELANTRA}: ok, 2 issues`],
    ['refused', `${ELANTRA}: ok, 2 issues (by the embedded engine: the model gave nothing usable)`],
  ] as const)('says whether a %s model did the work', async (behaviour, line) => {
    await using model = await startScriptedModel();
    model.behave = () => behaviour;
    vi.stubEnv('LLM_PROVIDER', 'openai-compatible');
    vi.stubEnv('LLM_MODEL', 'scripted');
    vi.stubEnv('LLM_BASE_URL', model.baseUrl);

    expect(await warm(elantra2013.vin)).toEqual([line]);
  });
});
