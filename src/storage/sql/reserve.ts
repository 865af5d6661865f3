import type { LedgerStore } from '../ledger-store.ts';
import { paymentRow, type StoredPayment } from './ledger-rows.ts';
import type { Sql } from './sql.ts';

const COLUMNS = `payer, nonce, signature_digest, request_digest, identifier_digest, resource, asset, pay_to, amount,
  valid_before_seconds, claim, claimed_until_ms, created_at_ms, updated_at_ms, state`;

export function createReserve(sql: Sql): LedgerStore['reserve'] {
  return async (binding, claim, nowMs) => {
    const { payer, nonce, identifierDigest } = binding;
    if (identifierDigest !== undefined) await freeIdentifier(sql, payer, identifierDigest, nowMs);

    const parameters = [
      payer,
      nonce,
      binding.signatureDigest,
      binding.requestDigest,
      identifierDigest ?? null,
      binding.resource,
      binding.asset,
      binding.payTo,
      Number(binding.amount),
      binding.validBeforeSeconds,
      claim.claim,
      claim.claimedUntilMs,
      nowMs,
    ];
    const inserted = await sql.write(
      `INSERT INTO payments (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, 'reserved')
       ON CONFLICT DO NOTHING RETURNING 1 AS taken`,
      parameters,
    );
    if (inserted.length > 0) return { reserved: true };

    const holders = await sql.read<StoredPayment>(
      `SELECT * FROM payments WHERE payer = $1 AND (nonce = $2 OR identifier_digest = $3)`,
      [payer, nonce, identifierDigest ?? null],
    );
    const holder = holders.find((row) => row.nonce === nonce) ?? holders[0];
    if (holder?.state !== 'reserved' || holder.claimed_until_ms > nowMs) {
      return { reserved: false, row: holder && paymentRow(holder) };
    }
    // Its owner died before anything was sent: the row is worth nothing, and the next turn of the caller takes its place.
    await sql.write(
      `DELETE FROM payments WHERE payer = $1 AND nonce = $2 AND claim = $3 AND state = 'reserved'`,
      [payer, holder.nonce, holder.claim],
    );
    return { reserved: false, row: undefined };
  };
}

/** An identifier stands for its answer as long as that is kept; then it can name another payment. */
async function freeIdentifier(
  sql: Sql,
  payer: string,
  identifierDigest: string,
  nowMs: number,
): Promise<void> {
  await sql.write(
    `UPDATE payments SET identifier_digest = NULL
     WHERE payer = $1 AND identifier_digest = $2 AND state = 'settled' AND answer_until_ms <= $3`,
    [payer, identifierDigest, nowMs],
  );
}
