import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startReplayServer } from '../../src/sources/recordings.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { type StandIn, startStandIn } from '../fleet/stand-in.ts';
import { askRequirements } from '../payments/payer.ts';
import { fromHeader, newWallet, signPayment, toHeader } from '../payments/wallet.ts';
import { withPostgres } from '../postgres.ts';
import { elantra2013, worldOf } from '../report/report-world.ts';
import { startServiceProcess } from '../service-process.ts';
import { BACKUP, digestOf, keepLedger, type Purchase, SELLING } from './last-ledger.ts';

/**
 * Has another version of the program sell on both storages, and keeps what it leaves behind for `upgrade.test.ts`. After
 * a release, so that the next is tested against it, with PostgreSQL on this machine:
 *
 * git worktree add ../last <tag> && cp -al node_modules ../last/ && cd ../last && node $OLDPWD/test/upgrade/run-last-version.ts
 */

const { vin } = elantra2013;
const KEPT = [
  `/v1/decode?vin=${vin}&odometer=85000&odometer_unit=km&market=ca`,
  `/v1/recalls?vin=${vin}`,
  `/v1/known-issues?vin=${vin}`,
  '/v1/purchase-costs?country=CA&province=ON&price=25000&sale_type=private',
  `/v1/prepurchase?vin=${vin}&country=US`,
];
/** The settlement of one vanishes from the chain, that of the other is lost. */
const [DROPPED, LOST] = ['/v1/decode?vin=1HGCM82633A004352', '/v1/decode?vin=5YJSA1E14FF101307'];
/** A time in the year 9999: what is signed now is good in all tests to come. */
const FOR_EVER = '253402300799';
const PASSING = ['cache', 'counters', 'leases', 'mirror_segments', 'mirror_generations'];

interface Place {
  environment: Record<string, string>;
  count(where: string): Promise<number>;
  dump(): string;
}

function placeOnSqlite(folder: string): Place {
  const file = join(folder, 'forecourt.sqlite');
  return {
    environment: { DATA_DIR: folder },
    async count(where) {
      using database = new DatabaseSync(file, { readOnly: true });
      return Number(database.prepare(`SELECT count(*) AS n FROM payments WHERE ${where}`).get()?.n);
    },
    dump() {
      using database = new DatabaseSync(file);
      for (const table of PASSING) database.exec(`DELETE FROM ${table}`);
      return execFileSync('sqlite3', [file, '.dump'], { encoding: 'utf8' });
    },
  };
}

function placeOnPostgres(url: string): Place {
  return {
    environment: { DATABASE_URL: url },
    async count(where) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query<{ n: string }>(`SELECT count(*) AS n FROM payments WHERE ${where}`);
      await client.end();
      return Number(rows[0]?.n);
    },
    dump() {
      const options = ['--inserts', '--no-owner', '--no-privileges', '--no-comments'];
      const without = PASSING.map((table) => `--exclude-table-data=${table}`);
      const sql = execFileSync('pg_dump', [...options, ...without, url], { encoding: 'utf8' });
      // Neither comments nor the commands of psql, nor the schema that every database has.
      return sql.replaceAll(/^(--.*|\\.*|CREATE SCHEMA public;)?\n/gm, '');
    },
  };
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(200);
}

async function buy(url: string, path: string): Promise<Purchase> {
  const requirements = await askRequirements(url, path);
  const payment = await signPayment(newWallet(), { requirements }, { validBefore: FOR_EVER });
  const { nonce } = payment.payload.authorization;
  // With an identifier, so that a digest of each kind is kept.
  const extensions = { 'payment-identifier': { info: { id: nonce } } };
  const header = toHeader({ ...payment, extensions });
  const response = await fetch(`${url}${path}`, { headers: { 'PAYMENT-SIGNATURE': header } });
  const { transaction } = fromHeader(response.headers.get('PAYMENT-RESPONSE')) as { transaction: string };
  const answer = (await response.json()) as Record<string, unknown>;
  return {
    path,
    payment: header,
    nonce,
    sold: response.ok ? { digest: digestOf(answer), transaction } : undefined,
  };
}

async function fill(standIn: StandIn, { environment, count }: Place): Promise<Purchase[]> {
  await using world = await startReplayServer(worldOf(elantra2013));
  await using service = await startServiceProcess({
    ...SELLING,
    ...environment,
    FACILITATOR_URL: standIn.url,
    RPC_URL: standIn.url,
    NHTSA_URL: world.sources.nhtsaUrl,
    TRANSPORT_CANADA_URL: world.sources.transportCanadaUrl,
  });
  const purchases: Purchase[] = [];
  for (const path of KEPT) purchases.push(await buy(service.url, path));
  await until(async () => (await count('payment IS NOT NULL')) === 0);

  const dropped = await buy(service.url, DROPPED);
  standIn.trouble = (path) => (path === '/settle' ? 'cut_before' : 'none');
  standIn.takeBack(5);
  purchases.push({ ...dropped, sold: undefined }, await buy(service.url, LOST));
  await until(async () => (await count(`state = 'unknown'`)) === 2);

  service.child.kill('SIGTERM');
  await service.ended;
  return purchases;
}

async function keep(kind: Storage['kind'], place: Place): Promise<void> {
  await using standIn = await startStandIn();
  const purchases = await fill(standIn, place);
  const filledAtMs = Date.now();
  const length = keepLedger(kind, { filledAtMs, purchases, dump: place.dump() });
  process.stdout.write(`${kind}: ${purchases.length} payments, ${length} bytes\n`);
}

const folder = mkdtempSync(join(tmpdir(), 'forecourt-last-'));
await using database = await withPostgres();
await keep('sqlite', placeOnSqlite(folder));
const env = { ...process.env, DATA_DIR: folder };
execFileSync(process.execPath, ['bin/forecourt.js', 'backup', BACKUP], { env });
await keep('postgres', placeOnPostgres(database.url));
rmSync(folder, { recursive: true });
