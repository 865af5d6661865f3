import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { promisify, stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { COMMAND, runCommand } from '../run-command.ts';

const run = promisify(execFile);
const SALE = ['--price', '25000', '--sale-type', 'private'];
const nowhere = { NHTSA_URL: 'http://127.0.0.1:9', TRANSPORT_CANADA_URL: 'http://127.0.0.1:9' };

test.each(['decode', 'recalls', 'issues', 'report', 'warranty', 'warm'])(
  '%s: what is no VIN ends with code 2',
  async (command) => {
    expect((await runCommand([command, 'short'], nowhere)).code).toBe(2);
  },
);

test.each([
  ['a command that there is not', ['help', 'nosuch'], "unknown command 'nosuch'"],
  ['a command without its subcommand', ['mirror'], 'Usage: forecourt mirror'],
  ['two places', ['costs', '--province', 'ON', '--state', 'TX', ...SALE], 'leave it out'],
  [
    'one thing said twice',
    ['costs', '--state', 'TX', ...SALE, '--weight-lb', '3000', '--weight-kg', '1400'],
    'as --weight-lb;',
  ],
  [
    'a wait where nothing is waited for',
    ['costs', '--state', 'TX', ...SALE, '--timeout', '5'],
    'needs --url',
  ],
  ['threads for one car', ['decode', '5NPDH4AE8DH100013', '--threads', '2'], 'is for a list'],
  ['a wait for a chain that is not read', ['sales', '--timeout', '5'], 'goes with --check'],
  ['a place where all are compared', ['costs', '--compare', '--state', 'TX', ...SALE], 'no other place'],
])('ends with code 2 and says why: %s', async (_, args, said) => {
  expect(await runCommand(args)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(said),
  });
});

test.each([
  ['a setting that cannot be meant', ['recalls', '5NPDH4AE8DH100013'], { PORT: 'abc' }],
  ['no wallet to buy with', ['recalls', '5NPDH4AE8DH100013', '--url', 'http://127.0.0.1:9'], {}],
  ['a file that there is not: a quote', ['quote', 'nowhere', '--province', 'ON', '--price', '9500'], {}],
  ['a file that there is not: a backup', ['verify', 'nowhere'], {}],
  ['a file that there is not: a backup to restore', ['restore', 'nowhere'], {}],
  ['no VIN on standard input', ['decode', '-'], {}],
] as const)('is a mistake of usage, with code 2 and one sentence: %s', async (_, args, settings) => {
  const { code, stdout, stderr } = await runCommand([...args], settings);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr.trim()).not.toBe('');
  expect(stderr).not.toContain('at file:');
});

test('checks the bill that the README names', async () => {
  const place = ['--country', 'CA', '--province', 'ON', '--price', '25000'];
  const { code, stdout } = await runCommand(['quote', 'docs/bill.txt', ...place]);
  expect(code).toBe(0);
  expect(stdout).toContain('can be asked back');
});

const longest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

test.each(['serve', 'decode', 'costs', 'mcp', 'sales', 'refund', 'rehearse', 'report'])(
  'the help of %s is at most 100 columns wide',
  async (command) => {
    expect(longest((await runCommand([command, '--help'])).stdout)).toBeLessThanOrEqual(100);
  },
);

describe('on a terminal of 80 columns', () => {
  test.each([
    ['--help'],
    ['sales', '--help'],
    ['doctor', '|| true'],
    ['quote', 'docs/bill.txt', '--province', 'ON', '--price', '25000'],
    ['costs', '--province', 'ON', ...SALE],
    ['costs', '--country', 'US', '--compare', ...SALE],
    ['decode', '5NPDH4AE8DH100013'],
    ['warranty', '5NPDH4AE8DH100013'],
    ['decode', '3FTTW8J96RRA00001'],
    ['decode', 'WVWZZZ1JZXW000001', '|| true'],
    ['report', 'short', '|| true'],
    ['costs', '--province', 'Nosuch', ...SALE, '|| true'],
    ['verify', '/nowhere', '|| true'],
  ])('%s %s %s fits', async (...args) => {
    const command = ['stty', 'cols', '80;', process.execPath, COMMAND, ...args].join(' ');
    const { stdout } = await run('script', ['-qec', command, '/dev/null']);
    // An address is one word, and what is waited for is written over itself.
    const lines = stripVTControlCharacters(stdout)
      .split(/[\r\n]+/)
      .filter((line) => !line.includes('https://'));
    expect(lines.length).toBeGreaterThan(args.at(-1) === '|| true' ? 1 : 5);
    expect(longest(lines.join('\n'))).toBeLessThanOrEqual(80);
  });
});

test('a command whose reader has read enough ends quietly, as before "| head"', async () => {
  const bought = ['--country', 'CA', '--price', '25000', '--sale-type', 'private'];
  const child = spawn(process.execPath, ['bin/forecourt.js', 'costs', '--compare', ...bought]);
  child.stdout.destroy();
  const [[code], stderr] = await Promise.all([once(child, 'close'), text(child.stderr)]);
  expect([code, stderr]).toEqual([0, '']);
});
