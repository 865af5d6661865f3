import type { SaleEntry, SalesStore } from '../sales-store.ts';
import type { Sql, SqlValue } from './sql.ts';

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

/** `vacate` makes sure that what was deleted can be read nowhere any more. */
export function createSalesStore(sql: Sql, vacate: () => Promise<void>): SalesStore {
  const find = (where: string, parameters: readonly SqlValue[]) =>
    sql.read<StoredSale>(`SELECT * FROM sales WHERE ${where}`, parameters);

  return {
    async *list({ fromMs, toMs }) {
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

    async findByTransaction(transaction) {
      return (await find('tx = $1 ORDER BY sold_at_ms, id', [transaction])).map(saleEntry);
    },

    async deleteBefore(timeMs) {
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
