import type { DatabaseSync } from 'node:sqlite';
import { createChannelStore } from '../sql/channels.ts';
import { createLedgerStore } from '../sql/ledger.ts';
import { CREATE_VERSION_TABLE, READ_VERSION, statementsSince } from '../sql/migrations.ts';
import { createSalesStore } from '../sql/sales.ts';
import {
  createCacheStore,
  createCounterStore,
  createLeaseStore,
  createSealedReportStore,
  deleteExpired,
} from '../sql/small-stores.ts';
import type { Storage } from '../storage.ts';
import { cannotBeUsed } from './database-file.ts';
import { createSecretFiles, makePrivate, moveSecretsOut } from './files.ts';
import { openConnection } from './group-commit.ts';
import { createSqliteMirror } from './mirror.ts';
import { openThreadedEngine } from './threaded-engine.ts';

interface Options {
  /** Made when missing, together with its folder. */
  file: string;
  /** Longest wait of a statement for another process that is writing. */
  busyTimeoutMs?: number;
}

/** Opens the embedded storage: one file in WAL mode that several processes of one machine can share. */
export async function openSqliteStorage({ file, busyTimeoutMs = 5_000 }: Options): Promise<Storage> {
  try {
    makePrivate(file);
    migrateFile(file, busyTimeoutMs);
  } catch (error) {
    throw cannotBeUsed(file, error);
  }

  const engine = openThreadedEngine(file, busyTimeoutMs);
  await engine.check();
  // Money's rows survive a power cut; rows that can be fetched again survive the end of the process.
  const { durable, relaxed } = engine;
  const mirror = createSqliteMirror(file, durable);
  let open = true;

  return {
    kind: 'sqlite',
    cache: createCacheStore(relaxed),
    counters: createCounterStore(relaxed),
    leases: createLeaseStore(relaxed),
    sealedReports: createSealedReportStore(durable),
    secrets: createSecretFiles(file, () => openConnection(file, 'FULL', busyTimeoutMs)),
    ledger: createLedgerStore(engine),
    channels: createChannelStore(engine),
    sales: createSalesStore(durable, engine.giveBackSpace),
    mirror,
    check: engine.check,
    async purge(nowMs) {
      const gone = await deleteExpired(relaxed, nowMs);
      await engine.giveBackSpace();
      return gone;
    },
    async [Symbol.asyncDispose]() {
      if (!open) return;
      open = false;
      mirror.close();
      await engine.close();
    },
  };
}

function migrateFile(file: string, busyTimeoutMs: number): void {
  const database = openConnection(file, 'FULL', busyTimeoutMs);
  try {
    // @NOTE auto_vacuum can only be chosen before the first table; WAL stays with the file once set.
    database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    database.exec('PRAGMA journal_mode = WAL');
    if (isUpToDate(database)) return;
    database.exec('BEGIN EXCLUSIVE');
    database.exec(CREATE_VERSION_TABLE);
    for (const statement of statementsSince(readVersion(database), 'sqlite')) database.exec(statement);
    moveSecretsOut(file, database);
    database.exec('COMMIT');
    // Until it is written back and cut, the log still holds what was moved or deleted.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    // Closing in the middle of a transaction undoes it.
    database.close();
  }
}

/** Then there is nothing to wait for, also while a running service is writing. */
function isUpToDate(database: DatabaseSync): boolean {
  const table = database.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'schema_version'`).get();
  return table !== undefined && statementsSince(readVersion(database), 'sqlite').length === 0;
}

function readVersion(database: DatabaseSync): number {
  const version = database.prepare(READ_VERSION).get()?.version;
  return typeof version === 'number' ? version : 0;
}
