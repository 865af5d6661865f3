import { randomUUID } from 'node:crypto';
import type { Sql } from './sql.ts';

/**
 * Fails where nothing can be written: on a full disk, or on a copy that is only read. What is written is another thing
 * each time, because SQLite skips a page that would stay as it is, and then a full disk goes unnoticed.
 */
export async function proveWritable(sql: Pick<Sql, 'write'>): Promise<void> {
  await sql.write(
    `INSERT INTO leases (name, owner, expires_at_ms) VALUES ('proof of writing', $1, $2)
     ON CONFLICT (name) DO UPDATE SET owner = excluded.owner`,
    [randomUUID(), Number.MAX_SAFE_INTEGER],
  );
}
