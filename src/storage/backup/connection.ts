import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type StorageConfig, sqliteFileOf } from '../open-storage.ts';
import { connect } from '../postgres/servers.ts';
import type { SqlValue } from '../sql/sql.ts';

export type Row = Record<string, SqlValue>;

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
