import type { BoundPayment, Claim, PaymentRow } from '../ledger-store.ts';
import { paymentRow, type StoredPayment } from './ledger-rows.ts';
import type { Sql } from './sql.ts';

const COLUMNS = `payer, nonce, signature_digest, request_digest, identifier_digest, resource, asset, pay_to, amount,
  valid_before_seconds, claim, claimed_until_ms, created_at_ms, updated_at_ms, network, state`;

/** `taken`: this row stands in the way. `again`: what stood in the way is gone, so another try may succeed. */
type Reserved = { kind: 'reserved' } | { kind: 'taken'; row: PaymentRow } | { kind: 'again' };

export function createReserve(sql: Sql) {
  return async (bound: BoundPayment, claim: Claim, nowMs: number): Promise<Reserved> => {
    const { payer, nonce } = bound;
    const requestDigest = bound.requestDigest ?? null;
    const identifierDigest = bound.identifierDigest ?? null;
    const inserted = await sql.write(
      `INSERT INTO payments (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, $14, 'reserved')
       ON CONFLICT DO NOTHING RETURNING 1 AS taken`,
      [
        payer,
        nonce,
        bound.signatureDigest,
        requestDigest,
        identifierDigest,
        bound.resource,
        bound.asset,
        bound.payTo,
        Number(bound.amount),
        bound.validBeforeSeconds,
        claim.claim,
        claim.claimedUntilMs,
        nowMs,
        bound.network,
      ],
    );
    if (inserted.length > 0) return { kind: 'reserved' };

    const holders = await sql.read<StoredPayment>(
      `SELECT * FROM payments WHERE payer = $1 AND (nonce = $2 OR identifier_digest = $3 OR request_digest = $4)`,
      [payer, nonce, identifierDigest, requestDigest],
    );
    // The payment's own row speaks for it, before one that has its identifier, before one for the same request.
    const holder =
      holders.find((row) => row.nonce === nonce) ??
      holders.find((row) => row.identifier_digest !== null && row.identifier_digest === identifierDigest) ??
      holders[0];
    if (!holder || (await giveWay(sql, holder, nonce, nowMs))) return { kind: 'again' };
    return { kind: 'taken', row: paymentRow(holder) };
  };
}

/** True where the row no longer stands in the way of another payment. */
async function giveWay(sql: Sql, row: StoredPayment, nonce: string, nowMs: number): Promise<boolean> {
  // Its owner died before anything was sent: the row is worth nothing.
  if (row.state === 'reserved' && row.claimed_until_ms <= nowMs) {
    await sql.write(
      `DELETE FROM payments WHERE payer = $1 AND nonce = $2 AND claim = $3 AND state = 'reserved'`,
      [row.payer, row.nonce, row.claim],
    );
    return true;
  }
  // An identifier and a request stand for their answer as long as that is kept; then they can name another payment.
  const isOver = row.answer_until_ms !== null && row.answer_until_ms <= nowMs;
  if (row.nonce === nonce || row.state !== 'settled' || !isOver) return false;
  await sql.write(
    `UPDATE payments SET identifier_digest = NULL, request_digest = NULL
     WHERE payer = $1 AND nonce = $2 AND state = 'settled' AND answer_until_ms <= $3`,
    [row.payer, row.nonce, nowMs],
  );
  return true;
}
