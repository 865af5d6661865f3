import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DevService } from '../payments/dev-service.ts';

const HOUR_MS = 3_600_000;

/** Makes everything of one kind in the cache thirty hours old, and no longer fresh. */
export function age({ folder }: DevService, kind: 'recalls' | 'issues'): void {
  using database = openRows(folder);
  const readAtMs = Date.now() - 30 * HOUR_MS;
  database.rows
    .prepare(
      `UPDATE cache SET stored_at_ms = ?, fresh_until_ms = ? WHERE (key LIKE 'issues/%') = ${kind === 'issues' ? 1 : 0}`,
    )
    .run(readAtMs, readAtMs + 24 * HOUR_MS);
}

/** True once something of this kind was read from its source since then. */
export function hasCached({ folder }: DevService, kind: string, sinceMs: number): boolean {
  using database = openRows(folder);
  const found = database.rows
    .prepare('SELECT 1 FROM cache WHERE key LIKE ? AND stored_at_ms >= ?')
    .all(`${kind}:%`, sinceMs);
  return found.length > 0;
}

function openRows(folder: string): Disposable & { rows: DatabaseSync } {
  const rows = new DatabaseSync(join(folder, 'forecourt.sqlite'), { timeout: 5_000 });
  return { rows, [Symbol.dispose]: () => rows.close() };
}
