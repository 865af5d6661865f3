import { formatUsdc } from '../../payments/evm/usdc.ts';
import type { SaleEntry } from '../../storage/sales-store.ts';
import type { Comparison } from './compare.ts';
import { type SalesSum, sumSales } from './sums.ts';

const describe = ({ soldAtMs, product, amount, network, transaction }: SaleEntry) => ({
  time: new Date(soldAtMs).toISOString(),
  product,
  amount: formatUsdc(amount),
  network,
  transaction,
});
const describeSum = (sum: SalesSum) => ({ ...sum, amount: formatUsdc(sum.amount) });
const totalOf = (entries: readonly SaleEntry[]) => entries.reduce((sum, { amount }) => sum + amount, 0n);

export function salesCsv(entries: readonly SaleEntry[]): string {
  const rows = entries.map((entry) => Object.values(describe(entry)).map(quoteField).join(','));
  return ['time,product,amount_usdc,network,transaction', ...rows].join('\r\n');
}

/** As RFC 4180 says, where a field holds what would end it. */
const quoteField = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

export function salesJson(entries: readonly SaleEntry[], comparison: Comparison | undefined): string {
  const check = comparison && {
    ...comparison,
    differences: comparison.differences.map(({ transaction, inJournal, onChain }) => ({
      transaction,
      inJournal: formatUsdc(inJournal),
      onChain: formatUsdc(onChain),
    })),
  };
  return JSON.stringify(
    {
      sales: entries.map(describe),
      sums: sumSales(entries).map(describeSum),
      total: formatUsdc(totalOf(entries)),
      ...(check && { check }),
    },
    null,
    2,
  );
}

export function salesText(entries: readonly SaleEntry[]): string {
  if (entries.length === 0) return 'No sales.';
  const sums = sumSales(entries).map(describeSum);
  const total = { day: 'total', product: '', sales: sums.reduce((count, { sales }) => count + sales, 0) };
  return [
    table(entries.map((entry) => Object.values(describe(entry)))),
    '',
    table([
      ['day', 'product', 'sales', 'USDC'],
      ...[...sums, { ...total, amount: formatUsdc(totalOf(entries)) }].map(
        ({ day, product, sales, amount }) => [day, product, String(sales), amount],
      ),
    ]),
  ].join('\n');
}

export function comparisonText({ transactions, differences, beingSettled, notCompared }: Comparison): string {
  const lines = differences.map(
    ({ transaction, inJournal, onChain }) =>
      `${transaction}: ${formatUsdc(inJournal)} in the journal, ${formatUsdc(onChain)} on the chain`,
  );
  if (lines.length > 0 && beingSettled > 0)
    lines.push(`${beingSettled} payments are still being settled, which may explain it: look again later`);
  if (notCompared > 0)
    lines.push(`${notCompared} sales went to another address or network and were not compared`);
  return lines.length === 0
    ? `The chain agrees: ${transactions} transactions compared.`
    : [`The chain does not agree, of ${transactions} transactions:`, ...lines].join('\n');
}

/** Columns as wide as their widest field. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (widest, row) => row.map((field, column) => Math.max(widest[column] ?? 0, field.length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((field, column) => field.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
