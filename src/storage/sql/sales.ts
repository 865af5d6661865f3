import type { Sql, SqlValue } from './sql.ts';

/** One entry of the journal of sales. It says what was sold and by which transfer, not to whom or about which vehicle. */
export interface SaleEntry {
  soldAtMs: number;
  /** The path of what was sold. */
  product: string;
  /** Atomic units; negative where a sale turned out not to have been paid after all. */
  amount: bigint;
  network: string;
  /** The seller's own address. */
  payTo: string;
  transaction: string;
}

/** From `fromMs` on and before `toMs`. */
export interface SalesRange {
  fromMs: number;
  toMs: number;
}

const PAGE = 1_000;

interface StoredSale {
  id: number;
  sold_at_ms: number;
  product: string;
  amount: number;
  network: string;
  pay_to: string;
  tx: string;
}

export type SalesStore = ReturnType<typeof createSalesStore>;

/**
 * The journal of sales. The ledger writes it: marking a payment as settled enters the sale in the same atomic change.
 * It is kept until the operator deletes it. `vacate` makes sure that what was deleted can be read nowhere any more.
 */
export function createSalesStore(sql: Sql, vacate: () => Promise<void>) {
  const find = (where: string, parameters: readonly SqlValue[]) =>
    sql.read<StoredSale>(`SELECT * FROM sales WHERE ${where}`, parameters);

  return {
    /** Oldest first. Entries made meanwhile may or may not be among them. */
    async *list({ fromMs, toMs }: SalesRange): AsyncGenerator<SaleEntry> {
      let last = { sold_at_ms: fromMs, id: 0 };
      for (;;) {
        const page = await find(
          '(sold_at_ms, id) > ($1, $2) AND sold_at_ms < $3 ORDER BY sold_at_ms, id LIMIT $4',
          [last.sold_at_ms, last.id, toMs, PAGE],
        );
        for (const stored of page) yield saleEntry(stored);
        const end = page.at(-1);
        if (!end || page.length < PAGE) return;
        last = end;
      }
    },

    /** Everything that one transaction has paid for, at any time. */
    async findByTransaction(transaction: string): Promise<SaleEntry[]> {
      return (await find('tx = $1 ORDER BY sold_at_ms, id', [transaction])).map(saleEntry);
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

function saleEntry(stored: StoredSale): SaleEntry {
  return {
    soldAtMs: stored.sold_at_ms,
    product: stored.product,
    amount: BigInt(stored.amount),
    network: stored.network,
    payTo: stored.pay_to,
    transaction: stored.tx,
  };
}
