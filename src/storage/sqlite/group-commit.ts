import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Sql, SqlValue } from '../sql/sql.ts';

interface PendingWrite {
  text: string;
  parameters: readonly SqlValue[];
  /** Called after the commit that holds this write. */
  resolve: (rows: unknown[]) => void;
  reject: (reason: unknown) => void;
}

/**
 * Runs statements on one connection. Writes that arrive in the same turn of the event loop share one transaction,
 * and so one flush to disk; each is acknowledged only after it.
 */
export function createGroupCommitSql(database: DatabaseSync): Sql & { close(): void } {
  const statements = new Map<string, StatementSync>();
  let pending: PendingWrite[] = [];
  let scheduled = false;

  function run(text: string, parameters: readonly SqlValue[]): unknown[] {
    let statement = statements.get(text);
    if (!statement) {
      statement = database.prepare(text);
      statements.set(text, statement);
    }
    return statement.all(named(parameters));
  }

  function flush(): void {
    scheduled = false;
    if (pending.length === 0) return;
    const batch = pending;
    pending = [];
    const acknowledge: (() => void)[] = [];
    try {
      database.exec('BEGIN IMMEDIATE');
      for (const { text, parameters, resolve, reject } of batch) {
        // A statement that fails undoes itself alone; the others of the batch go on.
        try {
          const rows = run(text, parameters);
          acknowledge.push(() => resolve(rows));
        } catch (error) {
          acknowledge.push(() => reject(error));
        }
      }
      database.exec('COMMIT');
    } catch (error) {
      if (database.isOpen && database.isTransaction) database.exec('ROLLBACK');
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const tell of acknowledge) tell();
  }

  return {
    // The engine gives rows as plain objects of the columns that the statement names; each caller states them as Row.
    read: async <Row>(text: string, parameters: readonly SqlValue[] = []) => run(text, parameters) as Row[],
    write: <Row>(text: string, parameters: readonly SqlValue[] = []) =>
      new Promise<Row[]>((resolve, reject) => {
        pending.push({ text, parameters, resolve: (rows) => resolve(rows as Row[]), reject });
        if (scheduled) return;
        scheduled = true;
        setImmediate(flush);
      }),
    close() {
      flush();
      database.close();
    },
  };
}

function named(parameters: readonly SqlValue[]): Record<string, SqlValue> {
  const byName: Record<string, SqlValue> = {};
  for (const [index, value] of parameters.entries()) byName[`$${index + 1}`] = value;
  return byName;
}
