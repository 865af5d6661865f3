import type { LedgerStore, PaymentRow, PaymentState } from '../ledger-store.ts';
import type { LayeredSql, Sql, SqlValue } from './sql.ts';

const IS_DUE = '(check_at_ms <= $1 OR check_at_ms > $2)';

/**
 * @NOTE SQLite uses a partial index only where its condition stands in the query word for word, so some conditions
 * here are said twice. Without them a payer's thousandth payment costs a thousand times their first.
 *
 * A power cut may take a reservation, for which nothing was sent yet; the count of hand-outs, for an answer too many
 * costs nobody anything; and the note of the last moment that a payment is settled, which the chain then repeats.
 */
export function createLedgerStore({ durable, prompt, relaxed }: LayeredSql): LedgerStore {
  const changed = async (text: string, parameters: readonly SqlValue[], by = durable) =>
    (await by.write(`${text} RETURNING 1 AS changed`, parameters)).length > 0;

  async function find(where: string, parameters: readonly SqlValue[]) {
    const rows = await durable.read<StoredPayment>(`SELECT * FROM payments WHERE ${where}`, parameters);
    return rows.map(paymentRow);
  }

  return {
    reserve: createReserve(relaxed),

    async find({ payer, nonce }) {
      return (await find('payer = $1 AND nonce = $2', [payer, nonce]))[0];
    },

    async findByRequest(payer, requestDigest) {
      return (await find('payer = $1 AND request_digest = $2', [payer, requestDigest]))[0];
    },

    async amountUnderWay({ payer, nonce }, nowMs) {
      const [row] = await durable.read<{ total: number | null }>(
        `SELECT CAST(SUM(other.amount) AS BIGINT) AS total FROM payments AS mine
         JOIN payments AS other ON other.payer = mine.payer AND other.state <> 'settled'
           AND other.state IN ('reserved', 'settling') AND other.claimed_until_ms > $3
           AND (other.created_at_ms < mine.created_at_ms
             OR (other.created_at_ms = mine.created_at_ms AND other.nonce <= mine.nonce))
         WHERE mine.payer = $1 AND mine.nonce = $2`,
        [payer, nonce, nowMs],
      );
      return BigInt(row?.total ?? 0);
    },

    beginSettlement: ({ payer, nonce }, claim, answer, nowMs, payment) =>
      changed(
        `UPDATE payments SET state = 'settling', answer = $4, claimed_until_ms = $5, settle_attempts = 1,
           updated_at_ms = $6, payment = $7
         WHERE payer = $1 AND nonce = $2 AND claim = $3 AND state = 'reserved'`,
        [payer, nonce, claim.claim, answer, claim.claimedUntilMs, nowMs, payment ?? null],
      ),

    claimSettlement: ({ payer, nonce }, previousClaim, claim, nowMs) =>
      changed(
        `UPDATE payments SET state = 'settling', claim = $4, claimed_until_ms = $5,
           settle_attempts = settle_attempts + 1, updated_at_ms = $6
         WHERE payer = $1 AND nonce = $2 AND claim = $3
           AND (state = 'unknown' OR (state = 'settling' AND claimed_until_ms <= $6))`,
        [payer, nonce, previousClaim, claim.claim, claim.claimedUntilMs, nowMs],
      ),

    markUnknown: ({ payer, nonce }, claim, transaction, nowMs, checkAtMs) =>
      changed(
        `UPDATE payments SET state = 'unknown', tx = COALESCE($4, tx), updated_at_ms = $5, check_at_ms = $6
         WHERE payer = $1 AND nonce = $2 AND claim = $3 AND state = 'settling'`,
        [payer, nonce, claim, transaction ?? null, nowMs, checkAtMs],
      ),

    markSettled: ({ payer, nonce }, settled, nowMs) =>
      changed(
        `UPDATE payments SET state = 'settled', tx = $3, answer_until_ms = $4, forget_at_ms = $5, updated_at_ms = $6,
           check_at_ms = $7, dropped = 0
         WHERE payer = $1 AND nonce = $2 AND state IN ('settling', 'unknown')`,
        [
          payer,
          nonce,
          settled.transaction,
          settled.answerUntilMs,
          settled.forgetAtMs,
          nowMs,
          settled.auditAtMs ?? nowMs,
        ],
        prompt,
      ),

    release: ({ payer, nonce }, claim) =>
      changed(`DELETE FROM payments WHERE payer = $1 AND nonce = $2 AND claim = $3 AND state <> 'settled'`, [
        payer,
        nonce,
        claim,
      ]),

    countHandOut: ({ payer, nonce }, maxHandOuts) =>
      changed(
        `UPDATE payments SET hand_outs = hand_outs + 1
         WHERE payer = $1 AND nonce = $2 AND state = 'settled' AND hand_outs < $3`,
        [payer, nonce, maxHandOuts],
        relaxed,
      ),

    async takeBackHandOut({ payer, nonce }) {
      await relaxed.write(
        'UPDATE payments SET hand_outs = hand_outs - 1 WHERE payer = $1 AND nonce = $2 AND hand_outs > 0',
        [payer, nonce],
      );
    },

    async renew(claims, claimedUntilMs) {
      const renewed = claims.map((claim) =>
        durable.write(
          `UPDATE payments SET claimed_until_ms = $2 WHERE claim = $1 AND state IN ('reserved', 'settling')`,
          [claim, claimedUntilMs],
        ),
      );
      await Promise.all(renewed);
    },

    findUnresolved: ({ nowMs, latestMs }, limit) =>
      find(
        `(state = 'unknown' OR (state = 'settling' AND claimed_until_ms <= $1)) AND ${IS_DUE}
         ORDER BY check_at_ms LIMIT $3`,
        [nowMs, latestMs, limit],
      ),

    findUnaudited: ({ nowMs, latestMs }, limit) =>
      find(`state = 'settled' AND payment IS NOT NULL AND ${IS_DUE} ORDER BY check_at_ms LIMIT $3`, [
        nowMs,
        latestMs,
        limit,
      ]),

    markFinal: ({ payer, nonce }, transaction) =>
      changed(
        `UPDATE payments SET payment = NULL, tx = $3 WHERE payer = $1 AND nonce = $2 AND state = 'settled'`,
        [payer, nonce, transaction],
      ),

    markDropped: ({ payer, nonce }, transaction, nowMs) =>
      changed(
        `UPDATE payments SET state = 'unknown', dropped = 1, updated_at_ms = $4, check_at_ms = $4
         WHERE payer = $1 AND nonce = $2 AND state = 'settled' AND tx = $3 AND payment IS NOT NULL`,
        [payer, nonce, transaction, nowMs],
      ),

    async postpone({ payer, nonce }, checkAtMs) {
      await durable.write('UPDATE payments SET check_at_ms = $3 WHERE payer = $1 AND nonce = $2', [
        payer,
        nonce,
        checkAtMs,
      ]);
    },

    async countByState() {
      const counts: Record<PaymentState, number> = { reserved: 0, settling: 0, unknown: 0, settled: 0 };
      const rows = await durable.read<{ state: PaymentState; count: number }>(
        'SELECT state, COUNT(*) AS count FROM payments GROUP BY state',
      );
      for (const { state, count } of rows) counts[state] = count;
      return counts;
    },
  };
}

const COLUMNS = `payer, nonce, signature_digest, request_digest, identifier_digest, resource, asset, pay_to, amount,
  valid_before_seconds, claim, claimed_until_ms, created_at_ms, updated_at_ms, network, state`;

function createReserve(sql: Sql): LedgerStore['reserve'] {
  return async (bound, claim, nowMs) => {
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

/** A row of the table `payments` as both engines give it. */
export interface StoredPayment {
  payer: string;
  nonce: string;
  signature_digest: string;
  request_digest: string | null;
  identifier_digest: string | null;
  resource: string;
  asset: string;
  network: string;
  pay_to: string;
  amount: number;
  valid_before_seconds: number;
  state: PaymentState;
  claim: string;
  claimed_until_ms: number;
  answer: string | null;
  answer_until_ms: number | null;
  tx: string | null;
  hand_outs: number;
  settle_attempts: number;
  payment: string | null;
  dropped: number;
  created_at_ms: number;
  updated_at_ms: number;
}

export function paymentRow(stored: StoredPayment): PaymentRow {
  return {
    payer: stored.payer,
    nonce: stored.nonce,
    signatureDigest: stored.signature_digest,
    requestDigest: stored.request_digest ?? undefined,
    identifierDigest: stored.identifier_digest ?? undefined,
    resource: stored.resource,
    asset: stored.asset,
    network: stored.network,
    payTo: stored.pay_to,
    amount: BigInt(stored.amount),
    validBeforeSeconds: stored.valid_before_seconds,
    state: stored.state,
    claim: stored.claim,
    claimedUntilMs: stored.claimed_until_ms,
    answer: stored.answer ?? undefined,
    answerUntilMs: stored.answer_until_ms ?? undefined,
    transaction: stored.tx ?? undefined,
    handOuts: stored.hand_outs,
    settleAttempts: stored.settle_attempts,
    payment: stored.payment ?? undefined,
    dropped: stored.dropped !== 0,
    createdAtMs: stored.created_at_ms,
    updatedAtMs: stored.updated_at_ms,
  };
}
