import type { Sql, SqlValue } from './sql.ts';

/** One entry of the journal of sales. It says what was sold and by which transfer, not to whom or about which vehicle. */
export interface SaleEntry {
  soldAtMs: number;
  /** The path of what was sold. */
  product: string;
  /** Atomic units; negative where a sale turned out not to have been paid after all, and in a refund. */
  amount: bigint;
  network: string;
  /** The seller's own address. */
  payTo: string;
  /** By which it was paid, or refunded; `channel:sum` where a voucher has paid. */
  transaction: string;
  /** Of the call that paid; unknown of sales before there was such a column. */
  requestId: string | undefined;
  /** The share of the settlement in the gas that its transaction has cost the seller, in wei, where it is known. */
  gas: bigint | undefined;
  /** In a refund, the transaction that had paid for the sale. */
  refundOf: string | undefined;
}

/** From `fromMs` on and before `toMs`. */
export interface SalesRange {
  fromMs: number;
  toMs: number;
}

/** A settlement whose outcome is not certain. */
export interface OpenSettlement {
  state: 'settling' | 'unknown';
  sinceMs: number;
  nextLookMs: number;
  product: string;
  amount: bigint;
  network: string;
  transaction: string | undefined;
  requestId: string | undefined;
}

/** A settlement that took nothing. Whoever had asked for it was given nothing either. */
export interface FailedSettlement extends Omit<OpenSettlement, 'state' | 'sinceMs' | 'nextLookMs'> {
  failedAtMs: number;
  reason: string;
}

/** The channel by whose voucher a sale was paid, and the sum up to which that is good. */
export function voucherOf({ transaction }: Pick<SaleEntry, 'transaction'>) {
  const [channel = '', sum] = transaction.split(':');
  return sum === undefined ? undefined : { channel, sum: BigInt(sum) };
}

const PAGE = 1_000;

interface StoredSettlement {
  product: string;
  amount: number;
  network: string;
  tx: string | null;
  request_id: string | null;
}

interface StoredSale extends StoredSettlement {
  id: number;
  sold_at_ms: number;
  pay_to: string;
  tx: string;
  gas: string | null;
  refund_of: string | null;
}

export type SalesStore = ReturnType<typeof createSalesStore>;

/**
 * The journal of sales. The ledger writes it: marking a payment as settled enters the sale in the same atomic change.
 * Refunds alone are entered here. It is kept until the operator deletes it. `vacate` makes sure that what was deleted
 * can be read nowhere any more.
 */
export function createSalesStore(sql: Sql, vacate: () => Promise<void>) {
  const read = (where: string, parameters: readonly SqlValue[]) =>
    sql.read<StoredSale>(`SELECT * FROM sales WHERE ${where}`, parameters);

  return {
    /** Oldest first. Entries made meanwhile may or may not be among them. */
    async *list({ fromMs, toMs }: SalesRange): AsyncGenerator<SaleEntry> {
      let last = { sold_at_ms: fromMs, id: 0 };
      for (;;) {
        const page = await read(
          '(sold_at_ms, id) > ($1, $2) AND sold_at_ms < $3 ORDER BY sold_at_ms, id LIMIT $4',
          [last.sold_at_ms, last.id, toMs, PAGE],
        );
        for (const stored of page) yield saleEntry(stored);
        const end = page.at(-1);
        if (!end || page.length < PAGE) return;
        last = end;
      }
    },

    /** Everything about the sale of a request, or about what one transaction has paid for or refunded, at any time. */
    async find(requestOrTransaction: string): Promise<SaleEntry[]> {
      const where = '(request_id = $1 OR tx = $1 OR refund_of = $1) ORDER BY sold_at_ms, id';
      return (await read(where, [requestOrTransaction])).map(saleEntry);
    },

    /** Oldest first. */
    async listOpen(): Promise<OpenSettlement[]> {
      const rows = await sql.read<
        StoredSettlement & Pick<OpenSettlement, 'state'> & { since_ms: number; next_look_ms: number }
      >(
        `SELECT state, resource AS product, amount, network, tx, request_id, created_at_ms AS since_ms,
           CASE WHEN state = 'settling' THEN claimed_until_ms ELSE check_at_ms END AS next_look_ms
         FROM payments WHERE state IN ('settling', 'unknown') ORDER BY created_at_ms`,
      );
      return rows.map((row) => ({
        state: row.state,
        sinceMs: row.since_ms,
        nextLookMs: row.next_look_ms,
        ...settlement(row),
      }));
    },

    /** Oldest first. */
    async listFailed(): Promise<FailedSettlement[]> {
      const rows = await sql.read<StoredSettlement & { failed_at_ms: number; reason: string }>(
        'SELECT * FROM failed_settlements ORDER BY failed_at_ms, id',
      );
      return rows.map((row) => ({ failedAtMs: row.failed_at_ms, reason: row.reason, ...settlement(row) }));
    },

    /**
     * Enters a refund of this much, where the sale has so much left and the transaction is not in the journal; false
     * where not.
     */
    async enterRefund(refund: Refund): Promise<boolean> {
      const { soldAtMs, product, amount, network, payTo, transaction, requestId = null, refundOf } = refund;
      const entered = await sql.write(
        `INSERT INTO sales (sold_at_ms, product, amount, network, pay_to, tx, request_id, refund_of)
         SELECT CAST($1 AS BIGINT), $2, -CAST($3 AS BIGINT), $4, $5, $6, $7, $8
         WHERE NOT EXISTS (SELECT 1 FROM sales WHERE tx = $6) AND CAST($3 AS BIGINT) <=
           (SELECT SUM(amount) FROM sales
            WHERE COALESCE(refund_of, tx) = $8 AND request_id IS NOT DISTINCT FROM $7)
         ON CONFLICT DO NOTHING RETURNING 1 AS entered`,
        [soldAtMs, product, Number(amount), network, payTo, transaction, requestId, refundOf],
      );
      return entered.length > 0;
    },

    /** Really deletes the entries before this time and returns how many. */
    async deleteBefore(timeMs: number): Promise<number> {
      let total = 0;
      for (;;) {
        const gone = await sql.write(
          `DELETE FROM sales WHERE id IN (SELECT id FROM sales WHERE sold_at_ms < $1 LIMIT $2) RETURNING 1 AS gone`,
          [timeMs, PAGE],
        );
        total += gone.length;
        if (gone.length < PAGE) break;
      }
      if (total > 0) await vacate();
      return total;
    },
  };
}

/** An entry that is made by hand; the amount is what went back. */
type Refund = Omit<SaleEntry, 'gas' | 'refundOf'> & { refundOf: string };

function saleEntry(stored: StoredSale): SaleEntry {
  return {
    ...settlement(stored),
    soldAtMs: stored.sold_at_ms,
    payTo: stored.pay_to,
    transaction: stored.tx,
    gas: stored.gas === null ? undefined : BigInt(stored.gas),
    refundOf: stored.refund_of ?? undefined,
  };
}

function settlement({ product, amount, network, tx, request_id }: StoredSettlement) {
  return {
    product,
    amount: BigInt(amount),
    network,
    transaction: tx ?? undefined,
    requestId: request_id ?? undefined,
  };
}
