import type {
  BoundPayment,
  Claim,
  Due,
  LedgerBegin,
  PaymentKey,
  PaymentRow,
  PaymentState,
  SettledMark,
  SettlementTransaction,
} from '../ledger-store.ts';
import { BOUND_PAYMENT } from './migrations.ts';
import type { LayeredSql, Sql, SqlValue } from './sql.ts';

export type LedgerStore = ReturnType<typeof createLedgerStore>;

const IS_DUE = '(check_at_ms <= $1 OR check_at_ms > $2)';

/**
 * Each step is one atomic change that reports whether it took place, and is on disk when its promise resolves.
 *
 * @NOTE SQLite uses a partial index only where its condition stands in the query word for word, so some conditions
 * here are said twice. Without them a payer's thousandth payment costs a thousand times their first.
 *
 * A power cut may take a reservation, for which nothing was sent yet; the count of hand-outs, for an answer too many
 * costs nobody anything; and the note of the last moment that a payment is settled, which the chain then repeats.
 */
export function createLedgerStore({ durable, prompt, relaxed }: LayeredSql) {
  const changed = async (text: string, parameters: readonly SqlValue[], by = durable) =>
    (await by.write(`${text} RETURNING 1 AS changed`, parameters)).length > 0;

  async function find(where: string, parameters: readonly SqlValue[]) {
    const rows = await durable.read<StoredPayment>(
      `SELECT ${COLUMNS} FROM payments WHERE ${where}`,
      parameters,
    );
    return rows.map(paymentRow);
  }

  return {
    /**
     * Takes the authorization for this claim unless a row holds it, or another row of this payer holds its identifier
     * or stands for the same request: nobody is sold the same twice while the answer is kept. A row that was abandoned
     * before anything was sent, or whose answer has had its time, gives way.
     */
    ...createReserve(relaxed),

    async find({ payer, nonce }: PaymentKey) {
      return (await find('payer = $1 AND nonce = $2', [payer, nonce]))[0];
    },

    /** `requestDigests`: of one request, under each of the secrets. */
    async findByRequest(payer: string, requestDigests: readonly string[]) {
      const anyOf = places(2, requestDigests);
      return (await find(`payer = $1 AND request_digest IN (${anyOf})`, [payer, ...requestDigests]))[0];
    },

    /** A payment of this payer for this product, under way or with its answer kept, of none of these forms. */
    async findOfOtherForm(payer: string, resource: string, forms: readonly string[]) {
      const known = places(3, forms);
      const where = `payer = $1 AND resource = $2 AND request_digest IS NOT NULL AND state <> 'reserved'
        AND form NOT IN (${known}) LIMIT 1`;
      return (await find(where, [payer, resource, ...forms]))[0];
    },

    /**
     * Sums what this payer has under way up to this payment, leaving out what was reserved after it. Unknown outcomes do
     * not count: their money may have left the payer already.
     */
    async amountUnderWay({ payer, nonce }: PaymentKey, nowMs: number) {
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

    /** reserved -> settling; the sealed answer is kept from here on, and the sealed payment where it is to be audited. */
    beginSettlement: (
      { payer, nonce }: PaymentKey,
      claim: Claim,
      answer: string,
      nowMs: number,
      payment?: string,
    ) =>
      changed(
        `UPDATE payments SET state = 'settling', answer = $4, claimed_until_ms = $5, settle_attempts = 1,
           updated_at_ms = $6, payment = $7
         WHERE payer = $1 AND nonce = $2 AND claim = $3 AND state = 'reserved'`,
        [payer, nonce, claim.claim, answer, claim.claimedUntilMs, nowMs, payment ?? null],
      ),

    /** A new claim on a settlement that nobody is working on: unknown, or settling with an expired claim. */
    claimSettlement: ({ payer, nonce }: PaymentKey, previousClaim: string, claim: Claim, nowMs: number) =>
      changed(
        `UPDATE payments SET state = 'settling', claim = $4, claimed_until_ms = $5,
           settle_attempts = settle_attempts + 1, updated_at_ms = $6
         WHERE payer = $1 AND nonce = $2 AND claim = $3
           AND (state = 'unknown' OR (state = 'settling' AND claimed_until_ms <= $6))`,
        [payer, nonce, previousClaim, claim.claim, claim.claimedUntilMs, nowMs],
      ),

    /** settling -> unknown, to be looked at again from `checkAtMs` on. */
    markUnknown: (
      { payer, nonce }: PaymentKey,
      claim: string,
      transaction: string | undefined,
      nowMs: number,
      checkAtMs: number,
    ) =>
      changed(
        `UPDATE payments SET state = 'unknown', tx = COALESCE($4, tx), updated_at_ms = $5, check_at_ms = $6
         WHERE payer = $1 AND nonce = $2 AND claim = $3 AND state = 'settling'`,
        [payer, nonce, claim, transaction ?? null, nowMs, checkAtMs],
      ),

    /** settling or unknown -> settled, whoever finds out. Enters the sale in the journal in the same change. */
    markSettled: ({ payer, nonce }: PaymentKey, settled: SettledMark, nowMs: number) =>
      changed(
        `UPDATE payments SET state = 'settled', tx = $3, answer_until_ms = $4, forget_at_ms = $5, updated_at_ms = $6,
           check_at_ms = $7, gas = $8, dropped = 0
         WHERE payer = $1 AND nonce = $2 AND state IN ('settling', 'unknown')`,
        [
          payer,
          nonce,
          settled.transaction,
          settled.answerUntilMs,
          settled.forgetAtMs,
          nowMs,
          settled.auditAtMs ?? nowMs,
          settled.gas?.toString() ?? null,
        ],
        prompt,
      ),

    /** Forgets a payment that took no money, so that it can be used again. Never a settled one. */
    release: ({ payer, nonce }: PaymentKey, claim: string) =>
      changed(`DELETE FROM payments WHERE payer = $1 AND nonce = $2 AND claim = $3 AND state <> 'settled'`, [
        payer,
        nonce,
        claim,
      ]),

    /**
     * Forgets a payment whose settlement took no money, like release, and enters that in the list of failures in the same
     * change.
     */
    fail: (
      { payer, nonce }: PaymentKey,
      claim: string,
      { reason, transaction }: { reason: string; transaction?: string | undefined },
      nowMs: number,
    ) =>
      changed(
        `UPDATE payments SET failure = $4, tx = COALESCE($5, tx), updated_at_ms = $6
         WHERE payer = $1 AND nonce = $2 AND claim = $3 AND state <> 'settled'`,
        [payer, nonce, claim, reason, transaction ?? null, nowMs],
      ),

    /** Counts one more hand-out of a settled answer, up to `maxHandOuts`. */
    countHandOut: ({ payer, nonce }: PaymentKey, maxHandOuts: number) =>
      changed(
        `UPDATE payments SET hand_outs = hand_outs + 1
         WHERE payer = $1 AND nonce = $2 AND state = 'settled' AND hand_outs < $3`,
        [payer, nonce, maxHandOuts],
        relaxed,
      ),

    /** A hand-out that was counted did not arrive. */
    async takeBackHandOut({ payer, nonce }: PaymentKey) {
      await relaxed.write(
        'UPDATE payments SET hand_outs = hand_outs - 1 WHERE payer = $1 AND nonce = $2 AND hand_outs > 0',
        [payer, nonce],
      );
    },

    /** Keeps the claims of work that takes long alive. */
    async renew(claims: readonly string[], claimedUntilMs: number) {
      const renewed = claims.map((claim) =>
        durable.write(
          `UPDATE payments SET claimed_until_ms = $2 WHERE claim = $1 AND state IN ('reserved', 'settling')`,
          [claim, claimedUntilMs],
        ),
      );
      await Promise.all(renewed);
    },

    /** Payments whose outcome nobody is working on and that are due to be looked at. */
    findUnresolved: ({ nowMs, latestMs }: Due, limit: number) =>
      find(
        `(state = 'unknown' OR (state = 'settling' AND claimed_until_ms <= $1)) AND ${IS_DUE}
         ORDER BY check_at_ms LIMIT $3`,
        [nowMs, latestMs, limit],
      ),

    /** Settled payments whose settlement is not final yet and that are due to be looked at. */
    findUnaudited: ({ nowMs, latestMs }: Due, limit: number) =>
      find(`state = 'settled' AND payment IS NOT NULL AND ${IS_DUE} ORDER BY check_at_ms LIMIT $3`, [
        nowMs,
        latestMs,
        limit,
      ]),

    /** The settlement is final, in this transaction: the sealed payment is deleted. */
    markFinal: ({ payer, nonce }: PaymentKey, { transaction, gas }: SettlementTransaction) =>
      changed(
        `UPDATE payments SET payment = NULL, tx = $3, gas = $4 WHERE payer = $1 AND nonce = $2 AND state = 'settled'`,
        [payer, nonce, transaction, gas?.toString() ?? null],
      ),

    /** settled -> unknown, as `dropped`: its transaction has vanished from the chain. */
    markDropped: ({ payer, nonce }: PaymentKey, transaction: string, nowMs: number) =>
      changed(
        `UPDATE payments SET state = 'unknown', dropped = 1, updated_at_ms = $4, check_at_ms = $4
         WHERE payer = $1 AND nonce = $2 AND state = 'settled' AND tx = $3 AND payment IS NOT NULL`,
        [payer, nonce, transaction, nowMs],
      ),

    /** Not to be looked at again before `checkAtMs`. */
    async postpone({ payer, nonce }: PaymentKey, checkAtMs: number) {
      await durable.write('UPDATE payments SET check_at_ms = $3 WHERE payer = $1 AND nonce = $2', [
        payer,
        nonce,
        checkAtMs,
      ]);
    },

    /**
     * The time and the block after which this ledger has every payment that it took: those kept already or, the first
     * time, these. A backup does not carry them, so a restored ledger begins anew.
     */
    async begin({ atMs, block }: LedgerBegin): Promise<LedgerBegin> {
      await durable.write(
        'INSERT INTO ledger_begin (id, at_ms, block) VALUES (1, $1, $2) ON CONFLICT (id) DO NOTHING',
        [atMs, block],
      );
      const [kept] = await durable.read<LedgerBegin>(
        'SELECT at_ms AS "atMs", block FROM ledger_begin WHERE id = 1',
      );
      return kept ?? { atMs, block };
    },

    /** The network of what was paid here; `undefined` where nothing was. */
    async network(): Promise<string | undefined> {
      const [paid] = await durable.read<{ network: string }>(
        'SELECT network FROM payments UNION ALL SELECT network FROM sales LIMIT 1',
      );
      return paid?.network;
    },

    /** Rows in each state, for metrics. */
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

/** Places for all of these values in a statement. */
const places = (first: number, values: readonly unknown[]) =>
  values.map((_, index) => `$${first + index}`).join(', ');

/** In the order of BOUND_PAYMENT. */
export const boundValues = (bound: BoundPayment) => [
  ...[bound.payer, bound.nonce, bound.form ?? null, bound.signatureDigest, bound.requestDigest ?? null],
  ...[bound.identifierDigest ?? null, bound.requestId ?? null, bound.resource, bound.asset, bound.network],
  ...[bound.payTo, Number(bound.amount), bound.validBeforeSeconds],
];

/** By their names: a statement that is prepared with * fails once a newer instance has added a column. */
const COLUMNS = `${BOUND_PAYMENT}, claim, claimed_until_ms, created_at_ms, updated_at_ms, state, answer, answer_until_ms, tx,
  hand_outs, settle_attempts, payment, dropped`;

/** `taken`: this row stands in the way. `again`: what stood in the way is gone, so another try may succeed. */
type Reserved = { kind: 'reserved' } | { kind: 'taken'; row: PaymentRow } | { kind: 'again' };

function createReserve(sql: Sql) {
  const insert = (bound: BoundPayment, claim: Claim, nowMs: number) =>
    sql.write(
      `INSERT INTO payments (${BOUND_PAYMENT}, claim, claimed_until_ms, created_at_ms, updated_at_ms, state)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, 'reserved')
       ON CONFLICT DO NOTHING RETURNING 1 AS taken`,
      [...boundValues(bound), claim.claim, claim.claimedUntilMs, nowMs],
    );

  /** `former`: the digests of the same under former secrets. */
  type Former = readonly Pick<BoundPayment, 'requestDigest' | 'identifierDigest'>[];

  /** The row that stands in the way of a payment, once `take` did not take it. */
  async function meetHolder(
    bound: BoundPayment,
    nowMs: number,
    former: Former,
    take: () => Promise<boolean>,
  ): Promise<Reserved> {
    const { payer, nonce } = bound;
    const identifiers = [bound, ...former].map(({ identifierDigest }) => identifierDigest ?? null);
    const requests = [bound, ...former].map(({ requestDigest }) => requestDigest ?? null);
    // Each by an index of its own, however many payments the payer has made.
    const holding = [
      'nonce = $2',
      `identifier_digest IN (${places(3, identifiers)})`,
      `request_digest IN (${places(3 + identifiers.length, requests)})`,
    ].map((holds) => `SELECT ${COLUMNS} FROM payments WHERE payer = $1 AND ${holds}`);
    const findHolders = () =>
      sql.read<StoredPayment>(holding.join(' UNION ALL '), [payer, nonce, ...identifiers, ...requests]);
    // The indexes stand against the digests of the present secret alone.
    let holders = former.length > 0 ? await findHolders() : [];
    if (holders.length === 0) {
      if (await take()) return { kind: 'reserved' };
      holders = await findHolders();
    }
    // The payment's own row speaks for it, before one that has its identifier, before one for the same request.
    const holder =
      holders.find((row) => row.nonce === nonce) ??
      holders.find((row) => row.identifier_digest !== null && identifiers.includes(row.identifier_digest)) ??
      holders[0];
    if (!holder || (await giveWay(sql, holder, nonce, nowMs))) return { kind: 'again' };
    return { kind: 'taken', row: paymentRow(holder) };
  }

  return {
    reserve: (bound: BoundPayment, claim: Claim, nowMs: number, former: Former = []) =>
      meetHolder(bound, nowMs, former, async () => (await insert(bound, claim, nowMs)).length > 0),

    /** The same for a payment that is taken in one step: nothing is kept yet. `again`: nothing stands in its way. */
    findHolder: (bound: BoundPayment, nowMs: number, former: Former = []) =>
      meetHolder(bound, nowMs, former, async () => false),
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
  form: string | null;
  signature_digest: string;
  request_digest: string | null;
  identifier_digest: string | null;
  request_id: string | null;
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
    form: stored.form ?? undefined,
    signatureDigest: stored.signature_digest,
    requestDigest: stored.request_digest ?? undefined,
    identifierDigest: stored.identifier_digest ?? undefined,
    requestId: stored.request_id ?? undefined,
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
