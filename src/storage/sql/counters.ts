import type { CounterStore } from '../storage.ts';
import type { Sql } from './sql.ts';

export function createCounterStore(sql: Sql): CounterStore {
  return {
    async increment(key, windowStartMs, expiresAtMs, by = 1) {
      const [row] = await sql.write<{ count: number }>(
        `INSERT INTO counters (key, window_start_ms, count, expires_at_ms) VALUES ($1, $2, $4, $3)
         ON CONFLICT (key, window_start_ms) DO UPDATE
           SET count = counters.count + excluded.count, expires_at_ms = excluded.expires_at_ms
         RETURNING count`,
        [key, windowStartMs, expiresAtMs, by],
      );
      return row?.count ?? 0;
    },
    async read(key, windowStartMs) {
      const [row] = await sql.read<{ count: number }>(
        'SELECT count FROM counters WHERE key = $1 AND window_start_ms = $2',
        [key, windowStartMs],
      );
      return row?.count ?? 0;
    },
    async between(key, fromMs, toMs) {
      const rows = await sql.read<{ window_start_ms: number; count: number }>(
        `SELECT window_start_ms, count FROM counters
         WHERE key = $1 AND window_start_ms >= $2 AND window_start_ms < $3 ORDER BY window_start_ms`,
        [key, fromMs, toMs],
      );
      return rows.map((row) => ({ startMs: row.window_start_ms, count: row.count }));
    },
  };
}
