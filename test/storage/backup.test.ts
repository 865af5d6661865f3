import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { watchAges } from '../../src/background/watch-ages.ts';
import { readConfig } from '../../src/config/config.ts';
import { createMetrics } from '../../src/events/metrics.ts';
import { openStorage } from '../../src/storage/open-storage.ts';
import { folderOfFile } from '../own-folder.ts';
import { buyDecode } from '../payments/buy-decode.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { withPostgres } from '../postgres.ts';
import { runCommand } from '../run-command.ts';

const VINS = ['5NPDH4AE8DH100013', '1FTFW1ET5DFC10312', '1HGCM82633A004352'];

const HOUR_MS = 3_600_000;

const folder = folderOfFile();

/** Its words: on standard error where it fails. */
async function forecourt(args: string[], environment: Record<string, string>) {
  const { code, stdout, stderr } = await runCommand(args, environment);
  return { code, output: code === 0 ? stdout : stderr };
}

/** All lines of a backup but the first, which says when and from what it was made, and the last with the hash. */
const contentOf = (file: string) => gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1, -1);

async function sell(service: DevService): Promise<void> {
  for (const vin of VINS) expect(await buyDecode(service, vin)).toMatchObject({ status: 200 });
}

describe.each(['sqlite', 'postgres'] as const)('a backup of a running service on %s', (kind) => {
  it('holds every payment and sale, and goes into either kind of storage', async () => {
    await using source = await withPostgres();
    await using target = await withPostgres();
    await using service = await startDevService(kind === 'postgres' ? { DATABASE_URL: source.url } : {});
    await sell(service);
    const environment = kind === 'postgres' ? { DATABASE_URL: source.url } : { DATA_DIR: service.folder };
    const file = join(folder, `${kind}.backup`);
    expect(await forecourt(['backup', file], environment)).toEqual({
      code: 0,
      output: `${file} holds 3 payments and 3 entries of the journal of sales.\n`,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await forecourt(['verify', file], {})).output).toContain('is whole: 3 payments and 3 entries');

    const words = /^forecourt: The backup cannot be written to .+\(E.+name a file in a folder/;
    const unwritable = expect.stringMatching(words);
    for (const unusable of [join(folder, 'no', 'such'), folder])
      expect(await forecourt(['backup', unusable], environment)).toEqual({ code: 1, output: unwritable });

    const places = [{ DATA_DIR: join(folder, `restored-${kind}`) }, { DATABASE_URL: target.url }];
    for (const [index, place] of places.entries()) {
      expect(await forecourt(['restore', file], place)).toMatchObject({ code: 0 });
      const again = join(folder, `again-${kind}-${index}.backup`);
      await forecourt(['backup', again], place);
      expect(contentOf(again)).toEqual(contentOf(file));
      expect((await forecourt(['sales', '--csv'], place)).output).toBe(
        (await forecourt(['sales', '--csv'], environment)).output,
      );
      expect(await forecourt(['restore', file], place)).toEqual({
        code: 1,
        output: expect.stringContaining('The storage holds payments already'),
      });
    }
  });
});

it.each(['sqlite', 'postgres'] as const)(
  'the age of the last backup of %s is known to the service',
  async (kind) => {
    await using database = await withPostgres();
    const environment =
      kind === 'postgres' ? { DATABASE_URL: database.url } : { DATA_DIR: join(folder, 'aged') };
    await using storage = await openStorage(readConfig(environment).storage);
    const metrics = createMetrics();
    const hours = async () => Math.floor(((await metrics.backupAge.get()).values[0]?.value ?? 0) / 3_600);
    let nowMs = Date.now() - 100 * HOUR_MS;
    await using _watching = watchAges({ storage, metrics, now: () => nowMs, everyMs: 20 });
    await expect.poll(() => storage.counters.since(['backups'], 0)).toHaveLength(1);
    nowMs += 60 * HOUR_MS;
    await expect.poll(hours).toBe(60);
    await forecourt(['backup', join(folder, `${kind}-aged.backup`)], environment);
    nowMs = Date.now() + 3.5 * HOUR_MS;
    await expect.poll(hours).toBe(3);
  },
);

it('a sealed backup opens with its key alone, and brings back the keys of receipts and digests', async () => {
  await using target = await withPostgres();
  await using service = await startDevService();
  await sell(service);
  const keyOf = async ({ url }: { url: string }) =>
    JSON.stringify(await (await fetch(`${url}/.well-known/did.json`)).json()).match(/"x":"([^"]+)"/)?.[1];
  const BACKUP_SECRET = 'a key of thirty-two characters or more';
  const file = join(folder, 'sealed.backup');
  expect(await forecourt(['backup', file], { DATA_DIR: service.folder, BACKUP_SECRET })).toEqual({
    code: 0,
    output: expect.stringContaining('and the keys that the storage keeps; BACKUP_SECRET opens it'),
  });
  const sealed = readFileSync(file);
  const cut = join(folder, 'sealed-cut.backup');
  writeFileSync(cut, sealed.subarray(0, -1));
  for (const [from, key, reason] of [
    [file, '', 'is sealed: set BACKUP_SECRET'],
    [file, 'another key of thirty-two characters', 'is sealed with another key'],
    [cut, BACKUP_SECRET, 'is damaged or cut short'],
  ] as const)
    for (const command of ['verify', 'restore'])
      expect(await forecourt([command, from], { DATABASE_URL: target.url, BACKUP_SECRET: key })).toEqual({
        code: 1,
        output: expect.stringContaining(reason),
      });
  expect((await forecourt(['verify', file], { BACKUP_SECRET })).output).toContain('is whole: 3 payments');

  // Started once, it has made keys of its own.
  await using early = await startDevService({ DATABASE_URL: target.url });
  expect(await keyOf(early)).not.toBe(await keyOf(service));
  expect(await forecourt(['restore', file], { DATABASE_URL: target.url, BACKUP_SECRET })).toMatchObject({
    code: 0,
    output: expect.stringContaining('into PostgreSQL (DATABASE_URL)'),
  });
  await using restored = await startDevService({ DATABASE_URL: target.url });
  expect(await keyOf(restored)).toBe(await keyOf(service));
});

it('a role that may only read makes a whole copy, and hears that its time was not noted', async () => {
  await using database = await withPostgres();
  await (await openStorage(readConfig({ DATABASE_URL: database.url }).storage))[Symbol.asyncDispose]();
  const url = new URL(database.url);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const file = join(folder, 'read-only.backup');
  expect(await runCommand(['backup', file], { DATABASE_URL: url.href })).toEqual({
    code: 0,
    stdout: `${file} holds 0 payments and 0 entries of the journal of sales.\n`,
    stderr: expect.stringMatching(
      /^The time of this backup could not be noted in the storage: .*read-only.*\n$/,
    ),
  });
  expect((await forecourt(['verify', file], {})).output).toContain('is whole: 0 payments');
});

it('money is not sold for without a backup of the key that proves it', async () => {
  const live = { PAY_TO: `0x${'12'.repeat(20)}`, FACILITATOR_URL: 'https://facilitator.example' };
  const place = { ...live, DATA_DIR: join(folder, 'nothing yet') };
  expect(await forecourt(['backup', join(folder, 'refused.backup')], place)).toEqual({
    code: 2,
    output: expect.stringMatching(/key that signs receipts .* Set BACKUP_SECRET/),
  });
});

describe('a backup that is not what was written', () => {
  let whole: string;
  beforeAll(async () => {
    await using service = await startDevService();
    await sell(service);
    whole = join(folder, 'whole.backup');
    await forecourt(['backup', whole], { DATA_DIR: service.folder });
  });

  /** A copy with this done to its text. */
  function changed(name: string, change: (text: string) => string): string {
    const file = join(folder, name);
    writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(whole)).toString())));
    return file;
  }

  function bytesOf(name: string, change: (bytes: Buffer) => Buffer): string {
    const file = join(folder, name);
    writeFileSync(file, change(readFileSync(whole)));
    return file;
  }
  const cut = (bytes: Buffer) => bytes.subarray(0, -40);
  const altered = (bytes: Buffer) => {
    const middle = bytes.length >> 1;
    return bytes.fill(bytes.readUInt8(middle) ^ 255, middle, middle + 1);
  };

  const other = (name: string, from: string | RegExp, to: string) => () =>
    changed(name, (text) => text.replace(from, to));

  it.each<[string, () => string, string, code?: number]>([
    ['with another amount', other('amount', '"amount":10000', '"amount":1'), 'is not as it was written'],
    ['without one row', other('row', /^.*"table":"sales".*\n/m, ''), 'is not as it was written'],
    [
      'with a table that it cannot have',
      other('table', '"table":"sales"', '"table":"secrets"'),
      'is not as it was written',
    ],
    ['whose end is missing', other('end', /[^\n]+\n$/, ''), 'is damaged or cut short'],
    ['that is cut in the middle', () => bytesOf('cut', cut), 'is damaged or cut short'],
    ['of which one byte is another', () => bytesOf('altered', altered), 'use another copy'],
    ['that is another file', () => changed('other', () => 'Dear diary'), 'is no backup of a format'],
    [
      'that is of a newer program',
      other('newer', '"forecourtBackup":1', '"forecourtBackup":2'),
      'is no backup of a format',
    ],
    [
      'that is of a newer schema',
      other('schema', /"schemaVersion":\d+/, '"schemaVersion":999'),
      'restore it with the program that made it, or a later one',
    ],
    ['that is not there', () => join(folder, 'nowhere'), 'There is no such file', 2],
  ])('%s is refused, and nothing of it restored', async (_what, make, reason, code = 1) => {
    const file = make();
    const refusal = { code, output: expect.stringContaining(reason) };
    expect(await forecourt(['verify', file], {})).toEqual(refusal);
    const place = { DATA_DIR: join(mkdtempSync(join(folder, 'empty-')), 'data') };
    expect(await forecourt(['restore', file], place)).toEqual(refusal);
    expect(JSON.parse((await forecourt(['sales', '--json'], place)).output)).toMatchObject({ sales: [] });
  });
});
