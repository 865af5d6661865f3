import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { folderOfTest } from '../own-folder.ts';

const VIN = '5NPDH4AE8DH100013';
const MANY = 20_000;

interface Ended {
  code: number | null;
  lines: string[];
  stderr: string;
}

async function decode(args: string[], input: string): Promise<Ended> {
  const child = spawn(process.execPath, ['bin/forecourt.js', 'decode', ...args]);
  child.stdin.end(input);
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code, lines: stdout.split('\n').filter((line) => line !== ''), stderr };
}

describe('forecourt decode --raw -', () => {
  it('writes an object for every line that is not blank, whatever stands in it', async () => {
    const input = [`${VIN},2013\r`, '', '   ', 'no "VIN" at all \\', '5UXWX7C5*BA', `${VIN.toLowerCase()}`];
    const { code, lines } = await decode(['--raw', '--as-of', '2026-11-21', '-'], input.join('\n'));
    const objects = lines.map((line) => JSON.parse(line) as Record<string, string>);
    expect(code).toBe(0);
    const given = [VIN, 'no "VIN" at all \\', '5UXWX7C5*BA', VIN.toLowerCase()];
    expect(objects.map(({ vin }) => vin)).toEqual(given);
    const elantra = { Make: 'HYUNDAI', Model: 'Elantra', ModelYear: '2013', ErrorCode: '0' };
    expect(objects[0]).toMatchObject({ ...elantra, AirBagLocCurtain: '1st and 2nd Rows' });
    expect(objects[1]?.ErrorCode).toContain('7');
    expect(objects[2]).toMatchObject({ Make: 'BMW', ErrorCode: '6' });
    expect({ ...objects[3], vin: VIN }).toEqual(objects[0]);
    for (const object of objects)
      expect(Object.values(object).every((value) => typeof value === 'string' && value !== '')).toBe(true);
  });

  it('keeps the order of many lines and loses none', async () => {
    const serial = (at: number): string => VIN.slice(0, 12) + String(at).padStart(5, '0');
    const vins = Array.from({ length: MANY }, (_, at) => serial(at));
    const { lines } = await decode(['--raw', '-'], vins.join('\n'));
    expect(lines.map((line) => (JSON.parse(line) as { vin: string }).vin)).toEqual(vins);
  });

  it('ends quietly when its reader has read enough', async () => {
    const child = spawn(process.execPath, ['bin/forecourt.js', 'decode', '--raw', '-']);
    child.stdin.on('error', () => undefined);
    child.stdin.end(`${VIN}\n`.repeat(MANY));
    await once(child.stdout, 'data');
    child.stdout.destroy();
    const [[code], stderr] = await Promise.all([once(child, 'close'), text(child.stderr)]);
    expect([code, stderr]).toEqual([0, '']);
  });
});

describe('forecourt decode of several', () => {
  it('finds the VIN in what was pasted', async () => {
    const { code, lines } = await decode(
      [`2013 Elantra, VIN: ${VIN.slice(0, 9)} ${VIN.slice(9)}, clean`, '--json'],
      '',
    );
    expect(code).toBe(0);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ vin: VIN, vehicle: { make: 'Hyundai' } });
  });

  it('names what is no VIN and what is no known car, goes on, and ends with the graver code', async () => {
    const unknown = '00000000000000000';
    const { code, lines, stderr } = await decode(['--json', 'SHORT', VIN, unknown], '');
    expect(code).toBe(2);
    expect(lines.map((line) => (JSON.parse(line) as { vin: string }).vin)).toEqual(['SHORT', VIN, unknown]);
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(/^forecourt: "SHORT" is no VIN\. A VIN has exactly 17 characters/),
      expect.stringMatching(
        new RegExp(`^forecourt: ${unknown}: Make, model and year of this VIN could not all be resolved`),
      ),
      '',
    ]);
  });

  it('ends with 1 where a VIN is well formed but no known car', async () => {
    const { code, lines } = await decode(['00000000000000000'], '');
    expect(code).toBe(1);
    expect(lines[0]).toBe('00000000000000000  not resolved');
  });
});

describe('forecourt decode -', () => {
  it('writes the vehicle of every line as JSON, and what is no VIN as such', async () => {
    const { code, lines, stderr } = await decode(['-'], `${VIN},2013\nnonsense\n`);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ vin: VIN, vehicle: expect.objectContaining({ model: 'Elantra' }) }),
      { vin: 'nonsense', error: 'invalid_vin', reason: 'length' },
    ]);
    expect([code, stderr]).toEqual([2, '']);
  });
});

describe('a long list', () => {
  const list = `${`${VIN}\n`.repeat(MANY)}nonsense\n${VIN}`;

  it.each(['1', '3'])(
    'is the same with %s threads, and ends with the code of its gravest line',
    async (threads) => {
      const { code, lines } = await decode(['--threads', threads, '-'], list);
      const [vehicle] = lines;
      expect(lines.length).toBe(MANY + 2);
      expect(lines.findIndex((line) => line !== vehicle)).toBe(MANY);
      expect(lines.at(-1)).toBe(vehicle);
      expect(code).toBe(2);
    },
  );

  it('is refused with a number of threads that is none', async () => {
    const { code, stderr } = await decode(['--threads', 'many', '-'], VIN);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--threads must be a number from 1 to 99')]);
  });
});

describe('npx forecourt in a checkout', () => {
  it('runs on the Node of the machine, without network', async () => {
    const cache = folderOfTest();
    const machinePath = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => !folder.includes('node_modules'));
    const child = spawn('npx', ['forecourt', 'decode', VIN, '--json'], {
      env: {
        PATH: machinePath.join(delimiter),
        HOME: process.env.HOME,
        npm_config_cache: cache,
        npm_config_offline: 'true',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect(stdout, stderr).toContain(VIN);
    expect(JSON.parse(stdout)).toMatchObject({ vin: VIN, vehicle: { model: 'Elantra' } });
  });
});

it('forecourt vpic info --json names the data and its date', async () => {
  const child = spawn(process.execPath, ['bin/forecourt.js', 'vpic', 'info', '--json']);
  expect(JSON.parse(await text(child.stdout))).toEqual({
    dataset: expect.stringMatching(/ [0-9a-f]{16}$/),
    newestRow: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    isWhole: true,
  });
});
