import type { Sql } from './sql.ts';

/** How long a reservation whose claim has expired is kept for the case that its caller comes back. */
const ABANDONED_RESERVATION_MS = 3_600_000;
/** Rows per statement: requests are served in between. */
const BATCH = 500;

/** Each changes at most $2 of the rows that have expired by $1. */
const statements: readonly { text: string; graceMs?: number }[] = [
  {
    text: `DELETE FROM cache WHERE key IN
      (SELECT key FROM cache WHERE stale_until_ms <= $1 LIMIT $2) AND stale_until_ms <= $1 RETURNING 1 AS gone`,
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
];

/** Deletes what has expired. Payments whose outcome is open are never among it. */
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
