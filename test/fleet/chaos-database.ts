import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openStorage, type StorageConfig, sqliteFileOf } from '../../src/storage/open-storage.ts';
import { openPostgresStorage } from '../../src/storage/postgres/open-postgres-storage.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { freePort } from '../free-port.ts';
import { startPooler } from '../pooler.ts';
import { mountSmallDisk } from '../small-disk.ts';
import { openLongWay } from './long-way.ts';
import { ask, crash, openPostgres, urlOf } from './own-postgres.ts';

/** A storage on a small disk, PostgreSQL behind a pooler and a long way, for a time in which everything fails. */
export interface ChaosDatabase extends AsyncDisposable {
  /** The settings by which an instance finds it. */
  environment: Readonly<Record<string, string>>;
  /** Troubles that may befall it, by names: each lasts so long. */
  troubles: Readonly<Record<string, (forMs: number) => Promise<void>>>;
  open(): Promise<Storage>;
  /** All that its tables hold, as text. */
  readTables(): Promise<{ name: string; text: string }[]>;
}

const LEAST_DISK_MEGABYTES = 384;
/** More than a minute's sales take, so that only what is to fill the disk fills it. */
const MEGABYTES_A_MINUTE = 16;
const LONGEST_WAIT_MS = 10_000;
/** A network nearby, one that is no good, and one that says nothing. */
const DELAYS_MS = [100, 1_000, Number.POSITIVE_INFINITY];
const TABLES = ['payments', 'sales', 'counters', 'cache', 'leases'];

/** `address`: where the hosts of the instances reach what runs here. */
export async function openChaosDatabase(
  kind: StorageConfig['kind'],
  address: string,
  random: () => number,
  minutes: number,
): Promise<ChaosDatabase> {
  const disk = mountSmallDisk(LEAST_DISK_MEGABYTES + MEGABYTES_A_MINUTE * minutes);
  if (disk === undefined) throw new Error('This user may not mount a small disk');
  await using parts = new AsyncDisposableStack();
  parts.use(disk);
  const opened = parts.use(
    await (kind === 'sqlite' ? openSqlite(disk.folder) : openServer(disk.folder, address, random)),
  );
  const built = parts.move();
  return { ...opened, [Symbol.asyncDispose]: () => built.disposeAsync() };
}

async function openServer(disk: string, address: string, random: () => number): Promise<ChaosDatabase> {
  await using parts = new AsyncDisposableStack();
  const servers = parts.use(await openPostgres(disk));
  const data = await servers.initialise(
    'data',
    `wal_level = minimal\nmax_wal_senders = 0\nmax_wal_size = '48MB'\n`,
  );
  const port = await freePort();
  let server = await servers.start(data, port);
  const way = parts.use(await openLongWay(port));
  const pooler = parts.use(await startPooler(urlOf(way.port), { host: address, connections: 20 }));
  const one = <Item>(list: readonly Item[]) => list[Math.floor(random() * list.length)];
  const restart = async () => {
    await crash(server);
    server = await servers.start(data, port);
  };
  const built = parts.move();
  return {
    environment: { DATABASE_URL: pooler.url },
    troubles: {
      async 'the database crashes'(forMs) {
        await crash(server);
        await wait(forMs / 2);
        await restart();
      },
      async 'the disk of the database is full'(forMs) {
        await fillFor(disk, forMs);
        await ask(port, 'CREATE TABLE room (); DROP TABLE room').catch(restart);
      },
      async 'the database is far away'(forMs) {
        way.delayMs = one(DELAYS_MS) ?? 0;
        await wait(forMs);
        way.delayMs = 0;
      },
      async 'a table is locked'(forMs) {
        const holder = new pg.Client({ connectionString: urlOf(port) });
        await holder.connect();
        await holder.query(`BEGIN; LOCK TABLE ${one(TABLES)} IN ACCESS EXCLUSIVE MODE`);
        await wait(forMs);
        await holder.end();
      },
    },
    open: () => openPostgresStorage({ url: urlOf(port) }),
    async readTables() {
      const client = new pg.Client({ connectionString: urlOf(port) });
      await client.connect();
      const { rows } = await client.query<{ name: string }>(
        `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
      );
      const tables = [];
      for (const { name } of rows)
        tables.push({ name, text: JSON.stringify((await client.query(`SELECT * FROM ${name}`)).rows) });
      await client.end();
      return tables;
    },
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}

async function openSqlite(disk: string): Promise<ChaosDatabase> {
  const config = { kind: 'sqlite', folder: join(disk, 'data') } as const;
  mkdirSync(config.folder);
  const file = sqliteFileOf(config);
  return {
    environment: { DATA_DIR: config.folder },
    troubles: {
      async 'somebody else holds the database'(forMs) {
        using other = new DatabaseSync(file, { timeout: LONGEST_WAIT_MS });
        other.exec('BEGIN IMMEDIATE');
        await wait(forMs);
        other.exec('ROLLBACK');
      },
      'the disk of the database is full': (forMs) => fillFor(disk, forMs),
    },
    open: () => openStorage(config),
    async readTables() {
      using database = new DatabaseSync(file);
      const names = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all();
      return names.map(({ name }) => ({
        name: String(name),
        text: JSON.stringify(database.prepare(`SELECT * FROM ${name}`).all()),
      }));
    },
    async [Symbol.asyncDispose]() {},
  };
}

async function fillFor(disk: string, forMs: number): Promise<void> {
  const filling = join(disk, 'filling');
  fill(filling);
  await wait(forMs);
  rmSync(filling);
}

function fill(file: string): void {
  const [descriptor, block] = [openSync(file, 'w'), Buffer.alloc(1 << 20)];
  try {
    for (;;) writeSync(descriptor, block);
  } catch {
    closeSync(descriptor);
  }
}
