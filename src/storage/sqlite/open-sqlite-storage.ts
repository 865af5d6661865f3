import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { createCacheStore } from '../sql/cache.ts';
import { createCounterStore } from '../sql/counters.ts';
import { createLeaseStore } from '../sql/leases.ts';
import { createLedgerStore } from '../sql/ledger.ts';
import { CREATE_VERSION_TABLE, READ_VERSION, statementsSince } from '../sql/migrations.ts';
import { deleteExpired } from '../sql/purge.ts';
import { createSecretStore } from '../sql/secrets.ts';
import type { Storage } from '../storage.ts';
import { createGroupCommitSql } from './group-commit.ts';

interface Options {
  /** Made when missing, together with its folder. */
  file: string;
  /** How long a statement waits for another process that is writing. */
  busyTimeoutMs?: number;
}

/** Moved per step, some milliseconds of work: requests are served in between. */
const VACUUM_PAGES = 1_000;

/** Opens the embedded storage: one file in WAL mode that several processes of one machine can share. */
export async function openSqliteStorage({ file, busyTimeoutMs = 5_000 }: Options): Promise<Storage> {
  mkdirSync(dirname(file), { recursive: true });
  migrateFile(file, busyTimeoutMs);

  // What concerns money survives a power cut (FULL); what can be fetched again survives the end of the process (NORMAL).
  const durable = createGroupCommitSql(openConnection(file, 'FULL', busyTimeoutMs));
  const database = openConnection(file, 'NORMAL', busyTimeoutMs);
  const relaxed = createGroupCommitSql(database);
  let open = true;

  return {
    kind: 'sqlite',
    cache: createCacheStore(relaxed),
    counters: createCounterStore(relaxed),
    leases: createLeaseStore(relaxed),
    secrets: createSecretStore(durable),
    ledger: createLedgerStore(durable),
    async check() {
      await relaxed.read('SELECT 1 AS alive');
    },
    async purge(nowMs) {
      const gone = await deleteExpired(relaxed, nowMs);
      await giveBackSpace(database);
      return gone;
    },
    async [Symbol.asyncDispose]() {
      if (!open) return;
      open = false;
      durable.close();
      relaxed.close();
    },
  };
}

function openConnection(file: string, synchronous: 'FULL' | 'NORMAL', busyTimeoutMs: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  // secure_delete overwrites what is deleted: a purged VIN is not left behind in a free page.
  database.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY`);
  return database;
}

function migrateFile(file: string, busyTimeoutMs: number): void {
  const database = openConnection(file, 'FULL', busyTimeoutMs);
  try {
    // @NOTE auto_vacuum can only be chosen before the first table; WAL stays with the file once set.
    database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('BEGIN EXCLUSIVE');
    database.exec(CREATE_VERSION_TABLE);
    const version = database.prepare(READ_VERSION).get()?.version;
    for (const statement of statementsSince(typeof version === 'number' ? version : 0))
      database.exec(statement);
    database.exec('COMMIT');
  } finally {
    // Closing in the middle of a transaction undoes it.
    database.close();
  }
}

async function giveBackSpace(database: DatabaseSync): Promise<void> {
  const freePages = () => Number(database.prepare('PRAGMA freelist_count').get()?.freelist_count ?? 0);
  for (let before = freePages(); before > 0; ) {
    database.exec(`PRAGMA incremental_vacuum(${VACUUM_PAGES})`);
    const after = freePages();
    if (after >= before) break;
    before = after;
    await setImmediate();
  }
  // The log holds old pages, deleted values among them, until it is written back and cut.
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
