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
  };
}
