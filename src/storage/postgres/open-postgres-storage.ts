import pg from 'pg';
import { createCacheStore } from '../sql/cache.ts';
import { createCounterStore } from '../sql/counters.ts';
import { createLeaseStore } from '../sql/leases.ts';
import { createLedgerStore } from '../sql/ledger.ts';
import { CREATE_VERSION_TABLE, READ_VERSION, statementsSince } from '../sql/migrations.ts';
import { deleteExpired } from '../sql/purge.ts';
import { createSecretStore } from '../sql/secrets.ts';
import type { Sql, SqlValue } from '../sql/sql.ts';
import type { Storage } from '../storage.ts';

interface Options {
  url: string;
  maxConnections?: number;
  connectTimeoutMs?: number;
  statementTimeoutMs?: number;
}

/** Any number that no other program takes for its own lock in the same database. */
const MIGRATION_LOCK = 8_402_000_001;
const INT8 = 20;

/** Whole numbers as numbers: the schema has none beyond what those hold exactly. */
const typeParsers: pg.CustomTypesConfig = {
  getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format)),
};

/** Opens the storage that several instances share. */
export async function openPostgresStorage({
  url,
  maxConnections = 10,
  connectTimeoutMs = 5_000,
  statementTimeoutMs = 10_000,
}: Options): Promise<Storage> {
  await migrateDatabase(url, connectTimeoutMs);
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    query_timeout: statementTimeoutMs + 1_000,
    application_name: 'forecourt',
    types: typeParsers,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});

  const sql = sqlOf(pool);
  let open = true;
  return {
    kind: 'postgres',
    cache: createCacheStore(sql),
    counters: createCounterStore(sql),
    leases: createLeaseStore(sql),
    secrets: createSecretStore(sql),
    ledger: createLedgerStore(sql),
    async check() {
      await pool.query('SELECT 1');
    },
    async purge(nowMs) {
      const gone = await deleteExpired(sql, nowMs);
      // Deleted rows stay in the pages of a table until it is vacuumed.
      if (gone > 0)
        for (const table of ['cache', 'counters', 'leases', 'payments']) await pool.query(`VACUUM ${table}`);
      return gone;
    },
    async [Symbol.asyncDispose]() {
      if (!open) return;
      open = false;
      await pool.end();
    },
  };
}

function sqlOf(pool: pg.Pool): Sql {
  // Statements have no names, so that the service also works behind a pooler that hands out backends per statement.
  const run = async <Row>(text: string, parameters: readonly SqlValue[] = []) =>
    (await pool.query(text, [...parameters])).rows as Row[];
  return { read: run, write: run };
}

/** Over a connection of its own: whoever waits here for another instance's migration may wait long. */
async function migrateDatabase(url: string, connectTimeoutMs: number): Promise<void> {
  const connection = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    types: typeParsers,
  });
  // Told by the query that fails; without a listener it would end the process.
  connection.on('error', () => {});
  await connection.connect();
  try {
    await connection.query('BEGIN');
    await connection.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await connection.query(CREATE_VERSION_TABLE);
    const [found] = (await connection.query<{ version: number }>(READ_VERSION)).rows;
    for (const statement of statementsSince(found?.version ?? 0)) await connection.query(statement);
    await connection.query('COMMIT');
  } finally {
    // Ending it in the middle of the transaction undoes that.
    await connection.end();
  }
}
