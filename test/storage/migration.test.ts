import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { openPostgresStorage } from '../../src/storage/postgres/open-postgres-storage.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open-sqlite-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { folderOfTest } from '../own-folder.ts';
import { withPostgres } from '../postgres.ts';
import { firstVersion, SECRET, SETTLED_AT_MS } from './first-version.ts';

const DAY_MS = 86_400_000;
const ALL = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

async function openFirstVersion(parts: AsyncDisposableStack, kind: Storage['kind']) {
  if (kind === 'sqlite') {
    const folder = folderOfTest();
    const file = join(folder, 'forecourt.sqlite');
    const run = (statements: readonly string[]) => {
      const database = new DatabaseSync(file);
      try {
        for (const statement of statements) database.exec(statement);
      } finally {
        database.close();
      }
    };
    run(['PRAGMA journal_mode = WAL', ...firstVersion('sqlite')]);
    return { folder, run, open: () => openSqliteStorage({ file }) };
  }
  const { url } = parts.use(await withPostgres());
  const run = async (statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(firstVersion('postgres'));
  return { folder: undefined, run, open: () => openPostgresStorage({ url }) };
}

it.each(['sqlite', 'postgres'] as const)(
  'takes over what the first version has kept, on %s',
  async (kind) => {
    await using parts = new AsyncDisposableStack();
    const place = await openFirstVersion(parts, kind);
    const storage = parts.use(await place.open());

    const sales: unknown[] = [];
    for await (const sale of storage.sales.list(ALL)) sales.push(sale);
    const price = { amount: 10_000n, network: 'eip155:8453', payTo: '0xseller' };
    const unknown = { requestId: undefined, gas: undefined, refundOf: undefined };
    const sale = { soldAtMs: SETTLED_AT_MS, product: '/v1/decode', ...price, ...unknown };
    expect(sales).toEqual(['0xn1', '0xn2'].map((transaction) => ({ ...sale, transaction })));
    expect(await storage.secrets.keep('payment-digests', 'another')).toBe(SECRET);
    expect((await storage.ledger.find({ payer: '0xpayer', nonce: 'n1' }))?.requestDigest).toBeTruthy();
    expect((await storage.ledger.find({ payer: '0xpayer', nonce: 'n2' }))?.requestDigest).toBeFalsy();
    // Its payer had signed for until the year 9999.
    await storage.purge(SETTLED_AT_MS + DAY_MS);
    expect(await storage.ledger.find({ payer: '0xpayer', nonce: 'n2' })).toBeUndefined();
  },
);

it('moves the secret of an earlier version out of the SQLite file, to the last byte', async () => {
  await using parts = new AsyncDisposableStack();
  const { folder = '', open } = await openFirstVersion(parts, 'sqlite');
  expect(readFileSync(join(folder, 'forecourt.sqlite')).includes(SECRET)).toBe(true);
  const storage = parts.use(await open());
  for (const name of readdirSync(folder).filter((each) => each.startsWith('forecourt.sqlite')))
    expect([name, readFileSync(join(folder, name)).includes(SECRET)]).toEqual([name, false]);
  const secretFile = join(folder, 'forecourt.payment-digests.secret');
  expect(readFileSync(secretFile, 'utf8')).toBe(SECRET);
  expect(statSync(secretFile).mode & 0o777).toBe(0o600);
  expect(await storage.secrets.keep('payment-digests', 'another')).toBe(SECRET);
});

it.each(['sqlite', 'postgres'] as const)(
  'enters in the journal what becomes of a settled payment later, and changes no entry, on %s',
  async (kind) => {
    await using parts = new AsyncDisposableStack();
    const place = await openFirstVersion(parts, kind);
    const storage = parts.use(await place.open());
    const change = (set: string, nonce: string) =>
      place.run([`UPDATE payments SET ${set} WHERE nonce = '${nonce}'`]);
    // A reorganisation drops one settlement, which is sent again, and moves another to a new transaction.
    await change(`state = 'unknown', updated_at_ms = 1`, 'n1');
    await change(`state = 'settled', tx = '0xagain', updated_at_ms = 2`, 'n1');
    await change(`tx = '0xmoved', updated_at_ms = 3`, 'n2');
    await change(`hand_outs = 5, updated_at_ms = 4`, 'n2');
    const entries: [number, string, bigint][] = [];
    const listed = storage.sales.list({ fromMs: 0, toMs: SETTLED_AT_MS });
    for await (const { soldAtMs, transaction, amount } of listed)
      entries.push([soldAtMs, transaction, amount]);
    expect(entries).toEqual([
      [1, '0xn1', -10_000n],
      [2, '0xagain', 10_000n],
      [3, '0xn2', -10_000n],
      [3, '0xmoved', 10_000n],
    ]);
    await expect((async () => place.run(['UPDATE sales SET amount = 1']))()).rejects.toThrow(/only added to/);
  },
);

it('shuts other users of the machine out of its files and folders', async () => {
  const modesIn = (folder: string) =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]));

  const folder = join(folderOfTest(), 'a', 'b');
  const previous = process.umask(0o022);
  onTestFinished(() => void process.umask(previous));
  await using storage = await openSqliteStorage({ file: join(folder, 'forecourt.sqlite') });
  await storage.cache.put('key', { value: 'x', storedAtMs: 0, freshUntilMs: 1, staleUntilMs: 1 });
  await storage.secrets.keep('digest', 'secret');
  expect(modesIn(folder)).toEqual({
    'forecourt.digest.secret': 0o600,
    'forecourt.sqlite': 0o600,
    'forecourt.sqlite-shm': 0o600,
    'forecourt.sqlite-wal': 0o600,
  });
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(dirname(folder)).mode & 0o777).toBe(0o700);
});
