import type { Sql } from './sql.ts';

/** How long a reservation whose claim has expired is kept for the case that its caller comes back. */
const ABANDONED_RESERVATION_MS = 3_600_000;

const statements: readonly { text: string; expiredBefore: (nowMs: number) => number }[] = [
  {
    text: 'DELETE FROM cache WHERE stale_until_ms <= $1 RETURNING 1 AS gone',
    expiredBefore: (nowMs) => nowMs,
  },
  {
    text: 'DELETE FROM counters WHERE expires_at_ms <= $1 RETURNING 1 AS gone',
    expiredBefore: (nowMs) => nowMs,
  },
  {
    text: 'DELETE FROM leases WHERE expires_at_ms <= $1 RETURNING 1 AS gone',
    expiredBefore: (nowMs) => nowMs,
  },
  {
    text: `UPDATE payments SET answer = NULL, answer_until_ms = NULL, identifier_digest = NULL
      WHERE answer_until_ms <= $1 RETURNING 1 AS gone`,
    expiredBefore: (nowMs) => nowMs,
  },
  {
    text: `DELETE FROM payments WHERE state = 'settled' AND forget_at_ms <= $1 RETURNING 1 AS gone`,
    expiredBefore: (nowMs) => nowMs,
  },
  {
    text: `DELETE FROM payments WHERE state = 'reserved' AND claimed_until_ms <= $1 RETURNING 1 AS gone`,
    expiredBefore: (nowMs) => nowMs - ABANDONED_RESERVATION_MS,
  },
];

/** Deletes what has expired. Payments whose outcome is open are never among it. */
export async function deleteExpired(sql: Sql, nowMs: number): Promise<number> {
  let gone = 0;
  for (const { text, expiredBefore } of statements)
    gone += (await sql.write(text, [expiredBefore(nowMs)])).length;
  return gone;
}
