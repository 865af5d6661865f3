import type { Command } from 'commander';
import type { Config } from '../../config/config.ts';
import { formatUsdc } from '../../payments/evm/usdc.ts';
import type { SaleEntry, SalesRange } from '../../storage/sql/sales.ts';
import type { Storage } from '../../storage/storage.ts';
import { columnLines } from '../../view/text.ts';
import { addTimeoutOption, openForecourt, type TimeoutOptions } from '../here.ts';

interface SalesOptions extends TimeoutOptions {
  from?: string;
  to?: string;
  csv?: true;
  json?: true;
  check?: true;
  deleteBefore?: string;
}

const DIFFERENCES = 3;
const CHAIN_TIMEOUT_SECONDS = 20;
const HELP = `
Dates are days of UTC, such as 2026-11-30, or times with their zone. The service may be running.
--check reads the chain at RPC_URL and ends with code 3 where the journal and the transfers to PAY_TO differ.`;

export function addSalesCommand(program: Command): void {
  const command = program
    .command('sales')
    .description('List what was sold, sum it by day and product, and compare it with the chain')
    .option('--from <date>', 'from this day or time on')
    .option('--to <date>', 'up to the end of this day, or before this time')
    .option('--csv', 'one line a sale, for a spreadsheet')
    .option('--json', 'one object with sales, sums and total')
    .option('--check', 'compare with the transfers of USDC to PAY_TO')
    .option('--delete-before <date>', 'delete the sales before this day or time for good, and list nothing')
    .addHelpText('after', HELP);
  addTimeoutOption(command, 'for each answer of the chain').action(runSales);
}

async function runSales(options: SalesOptions, command: Command): Promise<void> {
  const range = readRange(options.from, options.to);
  if (!range)
    command.error('error: a date is a day such as 2026-11-30, or a time with its zone', { exitCode: 2 });
  if (options.csv && options.json) command.error('error: use --csv or --json, not both', { exitCode: 2 });

  if (options.deleteBefore !== undefined) {
    const timeMs = readTime(options.deleteBefore);
    if (timeMs === undefined || Object.keys(options).length > 1)
      command.error('error: --delete-before takes a date and no other option', { exitCode: 2 });
    await using forecourt = await openForecourt();
    const { sales } = await forecourt.storage();
    process.stdout.write(`Deleted ${await sales.deleteBefore(timeMs)} sales.\n`);
    return;
  }
  await using forecourt = await openForecourt();
  await list(await forecourt.storage(), forecourt.config, range, options);
}

async function list(storage: Storage, config: Config, range: SalesRange, options: SalesOptions) {
  const entries: SaleEntry[] = [];
  for await (const entry of storage.sales.list(range)) entries.push(entry);
  const comparison = options.check && (await check(entries, storage, config, range, options));

  if (options.json) process.stdout.write(`${salesJson(entries, comparison)}\n`);
  else process.stdout.write(`${options.csv ? salesCsv(entries) : salesText(entries)}\n`);
  // A spreadsheet takes the rows only.
  if (comparison && !options.json) {
    const stream = options.csv ? process.stderr : process.stdout;
    stream.write(`${options.csv ? '' : '\n'}${checkText(comparison)}\n`);
  }
  if (comparison && (comparison.differences.length > 0 || comparison.notCompared > 0))
    process.exitCode = DIFFERENCES;
}

/**
 * Compares sales with the transfers of USDC to the seller, transaction by transaction. A sale is entered when it is
 * known, which may be another day than that of its block: what is missing on one side of the range is looked for
 * beyond its ends before it is called a difference.
 */
async function check(
  entries: readonly SaleEntry[],
  storage: Storage,
  { payments }: Config,
  range: SalesRange,
  { timeout = CHAIN_TIMEOUT_SECONDS }: TimeoutOptions,
): Promise<Comparison> {
  if (payments.mode !== 'live')
    throw new Error(
      'There is no chain to compare with: --check needs PAY_TO and its facilitator, and RPC_URL',
    );
  const { createNodes } = await import('../../payments/evm/nodes.ts');
  const { asHex } = await import('../../payments/evm/encoding.ts');
  const { readIncomingOf, readIncomingTransfers } = await import('../../payments/evm/incoming-transfers.ts');
  const { network } = payments;
  const payTo = asHex(payments.payTo.toLowerCase());
  const urls = payments.rpcUrls.reveal();
  const { rpc } = createNodes({ urls, network, timeoutMs: timeout * 1_000 });
  const isOurs = (entry: SaleEntry) =>
    entry.payTo === payTo && entry.network === network.id && entry.refundOf === undefined;
  const ours = entries.filter(isOurs);
  const journal = sumBy(ours);
  const chain = new Map<string, bigint>();
  for await (const { transaction, amount } of readIncomingTransfers(rpc, { network, payTo }, range))
    chain.set(transaction, (chain.get(transaction) ?? 0n) + amount);

  const differences: Difference[] = [];
  const transactions = new Set([...journal.keys(), ...chain.keys()]);
  for (const transaction of transactions) {
    let inJournal = journal.get(transaction) ?? 0n;
    let onChain = chain.get(transaction) ?? 0n;
    if (inJournal !== onChain) {
      const beyond = (await storage.sales.find(transaction)).filter(isOurs);
      inJournal = sumBy(beyond).get(transaction) ?? 0n;
      onChain = await readIncomingOf(rpc, transaction, { network, payTo });
    }
    if (inJournal !== onChain) differences.push({ transaction, inJournal, onChain });
  }
  const { settling, unknown } = await storage.ledger.countByState();
  return {
    transactions: transactions.size,
    differences,
    beingSettled: settling + unknown,
    notCompared: entries.length - ours.length,
  };
}

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Reads a day of UTC, or a time with its zone; undefined for anything else. */
export function readTime(text: string): number | undefined {
  if (!DAY.test(text) && !TIME.test(text)) return undefined;
  const timeMs = Date.parse(text);
  if (Number.isNaN(timeMs)) return undefined;
  // 31 April is taken for 1 May where nobody looks.
  const isSame = !DAY.test(text) || new Date(timeMs).toISOString().startsWith(text);
  return isSame ? timeMs : undefined;
}

/** Reads both ends as they were given: a day counts whole, also the last one. */
export function readRange(from: string | undefined, to: string | undefined): SalesRange | undefined {
  const fromMs = from === undefined ? 0 : readTime(from);
  const toMs = to === undefined ? Number.MAX_SAFE_INTEGER : readTime(to);
  if (fromMs === undefined || toMs === undefined) return undefined;
  return { fromMs, toMs: to !== undefined && DAY.test(to) ? toMs + DAY_MS : toMs };
}

/** A transaction about which the journal and the chain do not agree; amounts in atomic units. */
interface Difference {
  transaction: string;
  inJournal: bigint;
  onChain: bigint;
}

interface Comparison {
  /** Number of transactions that were looked at. */
  transactions: number;
  differences: Difference[];
  /** Payments whose sale will be entered when their settlement is known: they may explain what only the chain has. */
  beingSettled: number;
  /** Sales to another address or on another network, which this node and address say nothing about. */
  notCompared: number;
}

/** Sums what came in by each transaction: several sales can share one. */
function sumBy(entries: readonly SaleEntry[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { transaction, amount } of entries)
    sums.set(transaction, (sums.get(transaction) ?? 0n) + amount);
  return sums;
}

/** Sums by day of UTC and product, in the order of the days. A sale that was taken back counts neither as one nor as money. */
export function sumSales(entries: readonly SaleEntry[]) {
  const sums = new Map<string, { day: string; product: string; sales: number; amount: bigint }>();
  for (const { soldAtMs, product, amount } of entries) {
    const day = new Date(soldAtMs).toISOString().slice(0, 10);
    const key = `${day} ${product}`;
    const sum = sums.get(key) ?? { day, product, sales: 0, amount: 0n };
    sums.set(key, { ...sum, sales: sum.sales + (amount < 0n ? -1 : 1), amount: sum.amount + amount });
  }
  return [...sums.values()].toSorted((a, b) =>
    a.day === b.day ? order(a.product, b.product) : order(a.day, b.day),
  );
}

const order = (a: string, b: string) => (a < b ? -1 : Number(a > b));

const describe = ({ soldAtMs, product, amount, network, transaction }: SaleEntry) => ({
  time: new Date(soldAtMs).toISOString(),
  product,
  amount: formatUsdc(amount),
  network,
  transaction,
});
const describeSums = (entries: readonly SaleEntry[]) =>
  sumSales(entries).map((sum) => ({ ...sum, amount: formatUsdc(sum.amount) }));
const totalOf = (entries: readonly SaleEntry[]) => entries.reduce((sum, { amount }) => sum + amount, 0n);

export function salesCsv(entries: readonly SaleEntry[]): string {
  const rows = entries.map((entry) => Object.values(describe(entry)).map(quoteField).join(','));
  return ['time,product,amount_usdc,network,transaction', ...rows].join('\r\n');
}

/** Quotes as RFC 4180 says, where a field holds what would end it. */
const quoteField = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

function salesJson(entries: readonly SaleEntry[], comparison: Comparison | undefined): string {
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
      sums: describeSums(entries),
      total: formatUsdc(totalOf(entries)),
      ...(check && { check }),
    },
    null,
    2,
  );
}

export function salesText(entries: readonly SaleEntry[]): string {
  if (entries.length === 0) return 'No sales.';
  const sums = describeSums(entries);
  const total = { day: 'total', product: '', sales: sums.reduce((count, { sales }) => count + sales, 0) };
  return [
    ...columnLines(entries.map((entry) => Object.values(describe(entry)))),
    '',
    ...columnLines([
      ['day', 'product', 'sales', 'USDC'],
      ...[...sums, { ...total, amount: formatUsdc(totalOf(entries)) }].map(
        ({ day, product, sales, amount }) => [day, product, String(sales), amount],
      ),
    ]),
  ].join('\n');
}

export function checkText({ transactions, differences, beingSettled, notCompared }: Comparison): string {
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
