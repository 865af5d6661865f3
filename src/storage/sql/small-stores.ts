import { randomUUID } from 'node:crypto';
import type { Sql } from './sql.ts';

/** Times are milliseconds since the epoch. A value is kept until `staleUntilMs` and is fresh until `freshUntilMs`. */
export interface CachedValue {
  value: string;
  storedAtMs: number;
  freshUntilMs: number;
  staleUntilMs: number;
}

export type CacheStore = ReturnType<typeof createCacheStore>;
export type CounterStore = ReturnType<typeof createCounterStore>;
export type LeaseStore = ReturnType<typeof createLeaseStore>;
export type SealedReportStore = ReturnType<typeof createSealedReportStore>;

export function createCacheStore(sql: Sql) {
  return {
    /** Gives the value that is not yet past `staleUntilMs`, fresh or not. */
    async get(key: string, nowMs: number): Promise<CachedValue | undefined> {
      const [entry] = await sql.read<CachedValue>(
        `SELECT value, stored_at_ms AS "storedAtMs", fresh_until_ms AS "freshUntilMs", stale_until_ms AS "staleUntilMs"
         FROM cache WHERE key = $1 AND stale_until_ms > $2`,
        [key, nowMs],
      );
      return entry;
    },
    async put(key: string, entry: CachedValue): Promise<void> {
      await sql.write(
        `INSERT INTO cache (key, value, stored_at_ms, fresh_until_ms, stale_until_ms) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, stored_at_ms = excluded.stored_at_ms,
           fresh_until_ms = excluded.fresh_until_ms, stale_until_ms = excluded.stale_until_ms`,
        [key, entry.value, entry.storedAtMs, entry.freshUntilMs, entry.staleUntilMs],
      );
    },
  };
}

/** The counter of backups: its newest window is when the last one was made. */
export const BACKUPS = 'backups';
export const BACKUP_KNOWN_MS = 90 * 86_400_000;

export function createCounterStore(sql: Sql) {
  return {
    /** Adds to the counter of this key and window and gives the new count. */
    async increment(key: string, windowStartMs: number, expiresAtMs: number, by = 1): Promise<number> {
      const [row] = await sql.write<{ count: number }>(
        `INSERT INTO counters (key, window_start_ms, count, expires_at_ms) VALUES ($1, $2, $4, $3)
         ON CONFLICT (key, window_start_ms) DO UPDATE
           SET count = counters.count + excluded.count, expires_at_ms = excluded.expires_at_ms
         RETURNING count`,
        [key, windowStartMs, expiresAtMs, by],
      );
      return row?.count ?? 0;
    },
    async read(key: string, windowStartMs: number): Promise<number> {
      const [row] = await sql.read<{ count: number }>(
        'SELECT count FROM counters WHERE key = $1 AND window_start_ms = $2',
        [key, windowStartMs],
      );
      return row?.count ?? 0;
    },
    /** Adds to many counters in one statement. */
    async add(
      rows: readonly { key: string; startMs: number; by: number }[],
      expiresAtMs: number,
    ): Promise<void> {
      // Always in one order, so that no two instances wait for each other.
      const ordered = rows.toSorted((a, b) =>
        a.key < b.key ? -1 : a.key > b.key ? 1 : a.startMs - b.startMs,
      );
      const values = ordered.map((_, row) => `($${row * 3 + 2}, $${row * 3 + 3}, $${row * 3 + 4}, $1)`);
      await sql.write(
        `INSERT INTO counters (key, window_start_ms, count, expires_at_ms) VALUES ${values.join(', ')}
         ON CONFLICT (key, window_start_ms) DO UPDATE
           SET count = counters.count + excluded.count, expires_at_ms = excluded.expires_at_ms`,
        [expiresAtMs, ...ordered.flatMap(({ key, startMs, by }) => [key, startMs, by])],
      );
    },
    /** Gives the counts of these keys in windows that start from `fromMs` on. */
    async since(
      keys: readonly string[],
      fromMs: number,
    ): Promise<{ key: string; startMs: number; count: number }[]> {
      const places = keys.map((_, at) => `$${at + 2}`);
      return sql.read(
        `SELECT key, window_start_ms AS "startMs", count FROM counters
         WHERE window_start_ms >= $1 AND key IN (${places.join(', ')})`,
        [fromMs, ...keys],
      );
    },
  };
}

export function createLeaseStore(sql: Sql) {
  return {
    /** Gives true where `owner` now holds the lease (or held it already and has extended it). */
    async acquire(name: string, owner: string, nowMs: number, expiresAtMs: number): Promise<boolean> {
      const taken = await sql.write(
        `INSERT INTO leases (name, owner, expires_at_ms) VALUES ($1, $2, $3)
         ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, expires_at_ms = excluded.expires_at_ms
           WHERE leases.owner = excluded.owner OR leases.expires_at_ms <= $4 OR leases.expires_at_ms > $5
         RETURNING name`,
        // One that runs far beyond what is asked for here was taken by a clock that was wrong.
        [name, owner, expiresAtMs, nowMs, expiresAtMs + (expiresAtMs - nowMs)],
      );
      return taken.length > 0;
    },
    async release(name: string, owner: string): Promise<void> {
      await sql.write('DELETE FROM leases WHERE name = $1 AND owner = $2', [name, owner]);
    },
  };
}

/** Reports as their buyers have sealed them: nobody who has the storage can open one. */
export function createSealedReportStore(sql: Sql) {
  return {
    async get(id: string, nowMs: number): Promise<string | undefined> {
      const [found] = await sql.read<{ sealed: string }>(
        'SELECT sealed FROM sealed_reports WHERE id = $1 AND expires_at_ms > $2',
        [id, nowMs],
      );
      return found?.sealed;
    },
    /** Keeps another one, unless there are as many as may be. Gives whether it is there now. */
    async put(id: string, sealed: string, { expiresAtMs, most }: { expiresAtMs: number; most: number }) {
      const kept = await sql.write(
        `INSERT INTO sealed_reports (id, sealed, expires_at_ms)
         SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT)
         WHERE (SELECT COUNT(*) FROM sealed_reports) < $4
         ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed RETURNING 1 AS kept`,
        [id, sealed, expiresAtMs, most],
      );
      return kept.length > 0;
    },
    /** Puts another text in the place of one, for as long as that was kept for. Gives whether there was one. */
    async replace(id: string, sealed: string, nowMs: number): Promise<boolean> {
      const changed = await sql.write(
        'UPDATE sealed_reports SET sealed = $2 WHERE id = $1 AND expires_at_ms > $3 RETURNING 1 AS changed',
        [id, sealed, nowMs],
      );
      return changed.length > 0;
    },
    async remove(id: string): Promise<void> {
      await sql.write('DELETE FROM sealed_reports WHERE id = $1', [id]);
    },
  };
}

/** Time for which a reservation whose claim has expired is kept, in case its caller comes back. */
const ABANDONED_RESERVATION_MS = 3_600_000;
/** Long enough for a complaint. */
const KEEP_FAILURE_MS = 30 * 86_400_000;
/** Rows per statement: requests are served in between. */
const BATCH = 500;
/** Orders over A2A cost nothing until they are paid: of more than these, some 100 MB, the oldest go. */
const MOST_TASKS = 20_000;

/** Each changes at most $2 of the rows that have expired by $1. */
const statements: readonly { text: string; graceMs?: number }[] = [
  {
    text: `DELETE FROM cache WHERE key IN
      (SELECT key FROM cache WHERE stale_until_ms <= $1 LIMIT $2) AND stale_until_ms <= $1 RETURNING 1 AS gone`,
  },
  {
    text: `DELETE FROM sealed_reports WHERE id IN
      (SELECT id FROM sealed_reports WHERE expires_at_ms <= $1 LIMIT $2) AND expires_at_ms <= $1 RETURNING 1 AS gone`,
  },
  {
    text: `DELETE FROM cache WHERE key IN
      (SELECT key FROM cache WHERE key LIKE 'a2a-task-%' AND stale_until_ms > $1
       ORDER BY stored_at_ms DESC LIMIT $2 OFFSET ${MOST_TASKS}) RETURNING 1 AS gone`,
  },
  {
    text: `DELETE FROM counters WHERE (key, window_start_ms) IN
      (SELECT key, window_start_ms FROM counters WHERE expires_at_ms <= $1 LIMIT $2) RETURNING 1 AS gone`,
  },
  {
    text: `DELETE FROM leases WHERE name IN
      (SELECT name FROM leases WHERE expires_at_ms <= $1 LIMIT $2) AND expires_at_ms <= $1 RETURNING 1 AS gone`,
  },
  {
    // With the answer goes what shows which request it answered: shown again, the payment is just a used one.
    text: `UPDATE payments SET answer = NULL, answer_until_ms = NULL, identifier_digest = NULL, request_digest = NULL
      WHERE (payer, nonce) IN
        (SELECT payer, nonce FROM payments WHERE answer_until_ms <= $1 LIMIT $2) RETURNING 1 AS gone`,
  },
  {
    text: `DELETE FROM payments WHERE (payer, nonce) IN
      (SELECT payer, nonce FROM payments WHERE state = 'settled' AND forget_at_ms <= $1 LIMIT $2)
      RETURNING 1 AS gone`,
  },
  {
    text: `DELETE FROM payments WHERE (payer, nonce) IN
      (SELECT payer, nonce FROM payments WHERE state = 'reserved' AND claimed_until_ms <= $1 LIMIT $2)
      AND state = 'reserved' AND claimed_until_ms <= $1 RETURNING 1 AS gone`,
    graceMs: ABANDONED_RESERVATION_MS,
  },
  {
    text: `DELETE FROM failed_settlements WHERE id IN
      (SELECT id FROM failed_settlements WHERE failed_at_ms <= $1 LIMIT $2) RETURNING 1 AS gone`,
    graceMs: KEEP_FAILURE_MS,
  },
];

/** Deletes what has expired or is more than may be kept. Payments whose outcome is open are never among it. */
export async function deleteExpired(sql: Sql, nowMs: number): Promise<number> {
  let total = 0;
  for (const { text, graceMs = 0 } of statements) {
    let gone: number;
    do {
      gone = (await sql.write(text, [nowMs - graceMs, BATCH])).length;
      total += gone;
    } while (gone === BATCH);
  }
  return total;
}

/**
 * Fails where nothing can be written: on a full disk, or on a copy that is only read. What is written is another thing
 * each time, because SQLite skips a page that would stay as it is, and then a full disk goes unnoticed.
 */
export async function proveWritable(sql: Pick<Sql, 'write'>): Promise<void> {
  await Promise.all([
    sql.write(
      `INSERT INTO leases (name, owner, expires_at_ms) VALUES ('proof of writing', $1, $2)
       ON CONFLICT (name) DO UPDATE SET owner = excluded.owner`,
      [randomUUID(), Number.MAX_SAFE_INTEGER],
    ),
    // A sale writes to these: whoever has locked them keeps this waiting too.
    sql.write(`DELETE FROM payments WHERE payer = '' AND nonce = ''`),
    sql.write('DELETE FROM sales WHERE id = 0'),
  ]);
}
