import { createSecretStore } from '../secrets.ts';
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
  proveWritable,
} from '../sql/small-stores.ts';
import type { Sql } from '../sql/sql.ts';
import type { Storage } from '../storage.ts';
import { createPostgresMirror } from './mirror.ts';
import { connect, openPool, runnerOf } from './servers.ts';
import { UnreachableError } from './unreachable.ts';

interface Options {
  url: string;
  maxConnections?: number;
  connectTimeoutMs?: number;
  /** Not for poolers that give each transaction another connection: they lose the statements. */
  prepareStatements?: boolean;
}

/** Longest time of one statement; whoever waits for longer is told that the storage does not answer. */
const STATEMENT_TIMEOUT_MS = 10_000;

/** Tables from which a purge deletes. */
const PURGED = ['cache', 'counters', 'leases', 'sealed_reports', 'payments', 'failed_settlements'];

/** Any number that no other program takes for its own lock in the same database. */
const MIGRATION_LOCK = 8_402_000_001;

/** Opens the storage that several instances share. */
export async function openPostgresStorage({
  url,
  maxConnections = 10,
  connectTimeoutMs = 5_000,
  prepareStatements = false,
}: Options): Promise<Storage> {
  await migrateDatabase(url, connectTimeoutMs);
  const pool = openPool({
    url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    ...((await takesTimeouts(url, connectTimeoutMs)) && { statement_timeout: STATEMENT_TIMEOUT_MS }),
    deadlineMs: STATEMENT_TIMEOUT_MS + 1_000,
    application_name: 'forecourt',
  });

  const run = runnerOf(pool, prepareStatements);
  const sql: Sql = { read: run, write: run };
  // Deleted rows stay in the pages of a table until it is vacuumed.
  const vacuum = async (...tables: string[]) => {
    for (const table of tables) await pool.query({ text: `VACUUM ${table}` });
  };
  let open = true;
  return {
    kind: 'postgres',
    cache: createCacheStore(sql),
    counters: createCounterStore(sql),
    leases: createLeaseStore(sql),
    sealedReports: createSealedReportStore(sql),
    secrets: createSecretStore(sql, () => vacuum('secrets')),
    ledger: createLedgerStore({ durable: sql, prompt: sql, relaxed: sql }),
    channels: createChannelStore({ durable: sql, prompt: sql, relaxed: sql }),
    sales: createSalesStore(sql, () => vacuum('sales')),
    mirror: createPostgresMirror({
      run,
      sql,
      connectUnlimited: () =>
        connect({
          url,
          connectionTimeoutMillis: connectTimeoutMs,
          application_name: 'forecourt mirror',
        }),
    }),
    check: () => proveWritable(sql),
    async purge(nowMs) {
      const gone = await deleteExpired(sql, nowMs);
      if (gone > 0) await vacuum(...PURGED);
      return gone;
    },
    async [Symbol.asyncDispose]() {
      if (!open) return;
      open = false;
      await pool.end();
    },
  };
}

/**
 * Whether a connection may say how long its statements take. Poolers refuse that, because their connections serve many;
 * there the caller stops waiting, and it is for the settings of the pooler or the role to stop the statement.
 */
async function takesTimeouts(url: string, connectTimeoutMs: number): Promise<boolean> {
  try {
    const connection = await connect({
      url,
      connectionTimeoutMillis: connectTimeoutMs,
      statement_timeout: connectTimeoutMs,
    });
    await connection.end();
    return true;
  } catch (error) {
    const { cause } = error instanceof UnreachableError ? error : {};
    if (cause instanceof Error && cause.message.includes('startup parameter')) return false;
    throw error;
  }
}

/** Over a connection of its own: whoever waits here for another instance's migration may wait long. */
async function migrateDatabase(url: string, connectTimeoutMs: number): Promise<void> {
  const connection = await connect({ url, connectionTimeoutMillis: connectTimeoutMs });
  try {
    await connection.query('BEGIN');
    await connection.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await connection.query(CREATE_VERSION_TABLE);
    const [found] = (await connection.query<{ version: number }>(READ_VERSION)).rows;
    for (const statement of statementsSince(found?.version ?? 0, 'postgres'))
      await connection.query(statement);
    await connection.query('COMMIT');
  } finally {
    // Ending it in the middle of the transaction undoes that.
    await connection.end();
  }
}
