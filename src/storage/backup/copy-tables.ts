import { READ_VERSION } from '../sql/migrations.ts';
import type { SqlValue } from '../sql/sql.ts';
import type { BackupConnection, Row } from './connection.ts';

/** Data that cannot be had again: the ledger of payments, the journal of sales, and failures. Caches fill themselves. */
export const copiedTables = ['payments', 'sales', 'failed_settlements'] as const;

type CopiedTable = (typeof copiedTables)[number];

/** In the order in which they came; the database that they go to numbers them anew. */
const queries: Record<CopiedTable, string> = {
  payments: 'SELECT * FROM payments ORDER BY created_at_ms, payer, nonce',
  sales: 'SELECT * FROM sales ORDER BY id',
  failed_settlements: 'SELECT * FROM failed_settlements ORDER BY id',
};

export interface CopiedRow {
  table: CopiedTable;
  row: Row;
}

export async function schemaVersionOf(connection: BackupConnection): Promise<number> {
  const [found] = await connection.run(READ_VERSION);
  return Number(found?.version);
}

export async function* readTables(connection: BackupConnection): AsyncGenerator<CopiedRow> {
  for (const table of copiedTables) {
    for await (const { id: _numberedAnew, ...row } of connection.iterate(queries[table]))
      yield { table, row };
  }
}

/** Looks for a single row: where there is one, nothing is restored, for two ledgers in one would settle payments twice. */
export async function isEmpty(connection: BackupConnection): Promise<boolean> {
  for (const table of copiedTables) {
    const [found] = await connection.run(`SELECT 1 AS found FROM ${table} LIMIT 1`);
    if (found !== undefined) return false;
  }
  return true;
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
