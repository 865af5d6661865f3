import { afterAll, expect, test } from 'vitest';
import { folderOfFile } from '../own-folder.ts';
import { runCommand } from '../run-command.ts';
import { faults, startFakeSource } from '../sources/fake-source.ts';

const ELANTRA = '5NPDH4AE8DH100013';
const OPTIMA = '5XXGN4A74DG100013';

/** Takes every request and never answers. */
const silent = await startFakeSource(faults.slow);
afterAll(() => silent[Symbol.asyncDispose]());
const folder = folderOfFile();

const run = (args: readonly string[], input = '', environment: Record<string, string> = {}) => {
  const nowhere = { NHTSA_URL: 'http://127.0.0.1:9', TRANSPORT_CANADA_URL: 'http://127.0.0.1:9' };
  return runCommand(args, { DATA_DIR: folder, DECODER: 'embedded', ...nowhere, ...environment }, input);
};

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test.each(['issues', 'report'])(
  '%s - answers each line of standard input with one of JSON',
  async (command) => {
    const { code, stdout, stderr } = await run([command, '-'], `${ELANTRA}\n\nshort\n${OPTIMA}\n`);
    expect(linesOf(stdout)).toMatchObject([{ vin: ELANTRA }, { vin: OPTIMA }]);
    expect(stderr).toContain('forecourt: short: A VIN has exactly 17 characters');
    expect(code).toBe(2);
  },
);

test.each(['decode', 'recalls'])('%s: an empty list is an error, not silence', async (command) => {
  const { code, stderr } = await run([command, '-']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('There is no VIN on standard input')]);
});

test('nobody waits longer than --timeout says', async () => {
  const silentSources = { NHTSA_URL: silent.url, TRANSPORT_CANADA_URL: silent.url, RECORDED_WORLD: 'off' };
  const { code, stderr } = await run(['recalls', ELANTRA, '--timeout', '1'], '', silentSources);
  expect([code, stderr]).toEqual([1, expect.stringContaining('no answer within 1 s (--timeout)')]);
  const wrong = await run(['recalls', ELANTRA, '--timeout', 'soon']);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('a number of seconds')]);
});

test.each([
  ['vpic', 'update', '--from'],
  ['doctor', '--url'],
])('--timeout counts for everything that asks another machine: %s', async (...command) => {
  const { stdout, stderr } = await run([...command, silent.url, '--timeout', '1']);
  expect(stdout + stderr).toMatch(/no answer within 1 s \(--timeout\)|no answer in time/);
});

test('a report that lacks most of its parts has failed', async () => {
  const { code, stdout, stderr } = await run(['report', ELANTRA], '', { RECORDED_WORLD: 'off' });
  expect(code).toBe(1);
  expect(stdout).toContain('2013');
  expect(stderr).toContain('the report is not complete; missing: recalls, knownIssues');
});

test('what cannot be warmed is named by its VIN, on standard error', async () => {
  const { code, stdout, stderr } = await run(['warm', 'short']);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^short failed: A VIN has/)]);
});

test('vehicles to warm are read from standard input too, beside those of the command line', async () => {
  const { code, stderr } = await run(['warm', 'first', '-'], 'second\n\nthird\n');
  expect(code).toBe(2);
  expect([...stderr.matchAll(/^(\w+) failed/gm)].map(([, vin]) => vin)).toEqual(['first', 'second', 'third']);
});

test.each([
  [['decode'], 2, '- in its place reads VINs from standard input'],
  [['warm'], 2, 'Say which: a VIN, or --top and a number.'],
  [['warm', '--top', 'many'], 2, '--top takes a number'],
  [['report', ELANTRA, '--html', '/no/such/folder/page.html'], 2, '--html: /no/such/folder/page.html cannot'],
  [['decode', ELANTRA, '--year', '1850'], 2, '--year must be a model year from 1950'],
  [['report', ELANTRA, '--url', 'http://127.0.0.1:9'], 2, 'Set FORECOURT_WALLET_KEY'],
])('%j ends with code %i and says what is wrong', async (args, code, words) => {
  expect(await run(args)).toMatchObject({ code, stderr: expect.stringContaining(words) });
});

test('a warranty that is not known is no success', async () => {
  const { code, stdout } = await run(['warranty', '--make', 'Nosuch', '--year', '2015']);
  expect([code, stdout]).toEqual([1, expect.stringContaining('do not hold the make Nosuch')]);
});

test('help is what the program alone prints, and serve says where its settings are', async () => {
  const stdout = expect.stringContaining('Usage: forecourt');
  expect(await run([])).toMatchObject({ code: 0, stdout, stderr: '' });
  const stderr = expect.stringContaining('environment variables, such as PORT=8080');
  expect(await run(['serve', '--port', '80'])).toMatchObject({ code: 2, stderr });
});
