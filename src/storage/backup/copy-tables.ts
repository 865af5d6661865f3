import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type StorageConfig, sqliteFileOf } from '../open-storage.ts';
import { connect } from '../postgres/servers.ts';
import { CREATE_VERSION_TABLE, READ_VERSION, statementsSince } from '../sql/migrations.ts';
import type { SqlValue } from '../sql/sql.ts';
import { readSecretFiles } from '../sqlite/files.ts';

type Row = Record<string, SqlValue>;

/** One connection that is in a transaction from its first to its last statement. */
export interface BackupConnection extends AsyncDisposable {
  kind: StorageConfig['kind'];
  run(text: string, parameters?: readonly SqlValue[]): Promise<Row[]>;
  /** The rows of a query one after the other, however many they are. */
  iterate(text: string): AsyncIterable<Row>;
}

/** `read` sees everything as it is at one moment while the service goes on; `write` keeps others from writing. */
export type Access = 'read' | 'write';

const BUSY_TIMEOUT_MS = 10_000;
const FETCHED_ROWS = 1_000;

export function connectToStorage(config: StorageConfig, access: Access): Promise<BackupConnection> {
  return config.kind === 'postgres'
    ? connectToPostgres(config.url.reveal(), access)
    : connectToSqlite(sqliteFileOf(config), access);
}

async function connectToSqlite(file: string, access: Access): Promise<BackupConnection> {
  if (!existsSync(file))
    throw new Error(`There is no database ${file}: set DATA_DIR to where the service keeps it.`);
  const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: access === 'read' });
  database.exec(access === 'read' ? 'BEGIN' : 'PRAGMA synchronous = FULL; BEGIN IMMEDIATE');
  return throughSqlite(database);
}

function throughSqlite(database: DatabaseSync): BackupConnection {
  return {
    kind: 'sqlite',
    // The engine takes $1 for a name; by ?1 it counts.
    run: async (text, parameters = []) =>
      database.prepare(text.replaceAll(/\$(?=\d)/g, '?')).all(...parameters) as Row[],
    async *iterate(text) {
      yield* database.prepare(text).iterate() as Iterable<Row>;
    },
    // Closing in the middle of the transaction undoes it.
    [Symbol.asyncDispose]: async () => database.close(),
  };
}

async function connectToPostgres(url: string, access: Access): Promise<BackupConnection> {
  const client = await connect({ url, application_name: 'forecourt backup' });
  const run = async (text: string, parameters: readonly SqlValue[] = []) =>
    (await client.query<Row>(text, [...parameters])).rows;
  await run(access === 'read' ? 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' : 'BEGIN');
  return {
    kind: 'postgres',
    run,
    async *iterate(text) {
      await run(`DECLARE rows_to_copy NO SCROLL CURSOR FOR ${text}`);
      for (;;) {
        const rows = await run(`FETCH ${FETCHED_ROWS} FROM rows_to_copy`);
        yield* rows;
        if (rows.length < FETCHED_ROWS) break;
      }
      await run('CLOSE rows_to_copy');
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** Data that cannot be had again: the ledger, vouchers, the journal of sales, and failures. Caches fill themselves. */
export const copiedTables = ['payments', 'sales', 'failed_settlements', 'channels', 'channel_moves'] as const;

type CopiedTable = (typeof copiedTables)[number];

/** In the order in which they came; the database that they go to numbers them anew. */
const queries: Record<CopiedTable, string> = {
  payments: 'SELECT * FROM payments ORDER BY created_at_ms, payer, nonce',
  sales: 'SELECT * FROM sales ORDER BY id',
  failed_settlements: 'SELECT * FROM failed_settlements ORDER BY id',
  channels: 'SELECT * FROM channels ORDER BY channel',
  channel_moves: 'SELECT * FROM channel_moves ORDER BY id',
};

export interface CopiedRow {
  table: CopiedTable;
  row: Row;
}

export async function schemaVersionOf(connection: BackupConnection): Promise<number> {
  const [found] = await connection.run(READ_VERSION);
  return Number(found?.version);
}

/** The keys that the storage keeps, of receipts and of digests: beside SQLite in files of their own. */
export async function readKeys(
  config: StorageConfig,
  connection: BackupConnection,
): Promise<Record<string, string>> {
  if (config.kind === 'sqlite') return readSecretFiles(sqliteFileOf(config));
  const rows = await connection.run('SELECT name, value FROM secrets');
  return Object.fromEntries(rows.map(({ name, value }) => [String(name), String(value)]));
}

export async function* readTables(connection: BackupConnection): AsyncGenerator<CopiedRow> {
  for (const table of copiedTables) {
    for await (const { id: _numberedAnew, ...row } of connection.iterate(queries[table]))
      yield { table, row };
  }
}

/** Looks for a single row: where there is one, nothing is restored, for two ledgers in one would settle payments twice. */
export async function isEmpty(connection: BackupConnection): Promise<boolean> {
  const filled = copiedTables.map((table) => `SELECT 1 AS found WHERE EXISTS (SELECT 1 FROM ${table})`);
  return (await connection.run(filled.join(' UNION ALL '))).length === 0;
}

const ROWS_A_STATEMENT = 200;

/** Inserts the rows of one table after the other, many in a statement. Returns what the rows end with. */
export async function insertRows<End>(
  connection: BackupConnection,
  rows: AsyncGenerator<CopiedRow, End>,
): Promise<End> {
  let batch: CopiedRow[] = [];
  for (;;) {
    const next = await rows.next();
    const isFull = batch.length === ROWS_A_STATEMENT || (!next.done && next.value.table !== batch[0]?.table);
    if (next.done || isFull) {
      await insertBatch(connection, batch);
      batch = [];
    }
    if (next.done) return next.value;
    batch.push(next.value);
  }
}

async function insertBatch(connection: BackupConnection, batch: readonly CopiedRow[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const columns = Object.keys(first.row);
  const values: SqlValue[] = [];
  const tuples = batch.map(({ row }) => {
    const places = columns.map((column) => `$${values.push(row[column] ?? null)}`);
    return `(${places.join(', ')})`;
  });
  await connection.run(
    `INSERT INTO ${first.table} (${columns.join(', ')}) VALUES ${tuples.join(', ')}`,
    values,
  );
}

/** A backup of an earlier version, as this version keeps it, whichever engine it comes from or goes to. */
export async function* broughtUpToDate<End>(
  version: number,
  rows: AsyncGenerator<CopiedRow, End>,
): AsyncGenerator<CopiedRow, End> {
  // A database without a name is a file that SQLite deletes when it is closed.
  const database = new DatabaseSync('');
  await using between = throughSqlite(database);
  for (const statement of [CREATE_VERSION_TABLE, ...statementsSince(0, 'sqlite', version)])
    database.exec(statement);
  const end = await insertRows(between, rows);
  for (const statement of statementsSince(version, 'sqlite')) database.exec(statement);
  yield* readTables(between);
  return end;
}
