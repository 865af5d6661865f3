import type { SaleEntry } from '../../storage/sales-store.ts';

export interface SalesSum {
  /** A day of UTC. */
  day: string;
  product: string;
  sales: number;
  /** Atomic units. */
  amount: bigint;
}

/** Sums by day and product, in the order of the days. A sale that was taken back counts neither as one nor as money. */
export function sumSales(entries: readonly SaleEntry[]): SalesSum[] {
  const sums = new Map<string, SalesSum>();
  for (const { soldAtMs, product, amount } of entries) {
    const day = new Date(soldAtMs).toISOString().slice(0, 10);
    const key = `${day} ${product}`;
    const sum = sums.get(key) ?? { day, product, sales: 0, amount: 0n };
    sums.set(key, { ...sum, sales: sum.sales + (amount < 0n ? -1 : 1), amount: sum.amount + amount });
  }
  return [...sums.values()].toSorted((a, b) =>
    a.day === b.day ? compare(a.product, b.product) : compare(a.day, b.day),
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
