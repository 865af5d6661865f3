import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addReportCommand } from '../../src/cli/commands/report.ts';
import type { RecordedExchange } from '../../src/sources/recordings.ts';
import { folderOfTest } from '../own-folder.ts';
import { elantra2013, unlistedWorldOf, worldOf } from './report-world.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function run(world: RecordedExchange[], ...args: string[]) {
  const folder = folderOfTest();
  await writeFile(join(folder, 'world.json'), JSON.stringify(world));
  vi.stubEnv('REPLAY_DIR', folder);
  vi.stubEnv('DATA_DIR', join(folder, 'data'));
  vi.stubEnv('DECODER', 'embedded');
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const program = new Command().exitOverride();
  addReportCommand(program);
  for (const command of program.commands) command.copyInheritedSettings(program);
  const file = join(folder, 'report.html');
  const given = args.map((arg) => (arg === 'FILE' ? file : arg));
  await program.parseAsync(['report', elantra2013.vin, ...given], { from: 'user' });
  return { text: printed.mock.calls.map(([text]) => String(text)).join(''), file };
}

describe('forecourt report', () => {
  test('prints what to look at first before everything else', async () => {
    const { text } = await run(worldOf(elantra2013));
    expect(text).toMatch(/^2013 Hyundai Elantra {2}5NPDH4AE8DH100013\n/);
    const order = [
      'LOOK AT THIS FIRST',
      'Do not drive this car',
      'BEFORE YOU GO',
      'AT THE CAR',
      'AT THE COUNTER',
      'RECALLS',
      'KNOWN ISSUES',
      'PURCHASE COSTS',
      'WARRANTY',
    ];
    const places = order.map((words) => text.indexOf(words));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    expect(text).toContain('40 owner complaints');
    expect(text).toContain('Open Government Licence – Canada');
    expect(text).toContain('For information only');
  });

  test('prints the report of the service with --json, for the country asked for', async () => {
    const { text } = await run(worldOf(elantra2013), '--json', '--country', 'us');
    expect(JSON.parse(text)).toMatchObject({
      vin: elantra2013.vin,
      sections: { recalls: 'ok', knownIssues: 'ok', purchaseCosts: 'ok' },
      purchaseCosts: { country: 'US' },
    });
  });

  test('is the report of a buyer with a place, a price and an odometer', async () => {
    const buyer = ['--state', 'tx', '--postal-code', '75201', '--price', '9500', '--odometer', '112000mi'];
    const { text: lines } = await run(worldOf(elantra2013), ...buyer);
    const text = lines.replaceAll(/\s+/g, ' ');
    expect(text).toContain('A private sale at 9,500 USD, TX, United States, 112,000 mi driven.');
    expect(text.replace(/\s+/g, ' ')).toContain('Not given, and a default here: the kind of sale.');
    expect(text).toContain('Texas: private sale at 9,500.00 USD');
    expect(text).toMatch(/Exact lines +\d/);
    expect(text).not.toContain('Wyoming');
  });

  test('writes a page with --html', async () => {
    const { text, file } = await run(worldOf(elantra2013), '--html', 'FILE');
    expect(text).toBe(`The report is in ${file}\n`);
    expect(await readFile(file, 'utf8')).toContain('<h1>2013 Hyundai Elantra</h1>');
  });

  test('is printed too when parts of it are missing', async () => {
    const { text } = await run([{ request: { path: '/nothing' }, response: {} }]);
    expect(text).toContain('Not available. The public data source');
    expect(text).toContain('40 to 4,346.43 CAD');
  });

  test('says of a model that nobody lists that silence is no good news', async () => {
    const { text } = await run(unlistedWorldOf(elantra2013));
    expect(text.replace(/\s+/g, ' ')).toContain('finding no recall says nothing about the car');
  });

  test.each([
    [['--country', 'mx'], '--country must be one of CA, US'],
    [['--province', 'ON', '--state', 'TX'], '--state is only for country US'],
    [['--json', '--html', 'FILE'], 'Give either --json or --html'],
  ])('refuses %j', async (args, words) => {
    await expect(run(worldOf(elantra2013), ...args)).rejects.toThrow(words);
  });
});
