import type { CachedValue, CacheStore } from '../storage.ts';
import type { Sql } from './sql.ts';

export function createCacheStore(sql: Sql): CacheStore {
  return {
    async get(key, nowMs) {
      const [entry] = await sql.read<CachedValue>(
        `SELECT value, stored_at_ms AS "storedAtMs", fresh_until_ms AS "freshUntilMs", stale_until_ms AS "staleUntilMs"
         FROM cache WHERE key = $1 AND stale_until_ms > $2`,
        [key, nowMs],
      );
      return entry;
    },
    async put(key, entry) {
      await sql.write(
        `INSERT INTO cache (key, value, stored_at_ms, fresh_until_ms, stale_until_ms) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, stored_at_ms = excluded.stored_at_ms,
           fresh_until_ms = excluded.fresh_until_ms, stale_until_ms = excluded.stale_until_ms`,
        [key, entry.value, entry.storedAtMs, entry.freshUntilMs, entry.staleUntilMs],
      );
    },
  };
}
