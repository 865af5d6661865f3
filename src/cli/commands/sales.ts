import type { Command } from 'commander';
import type { Config } from '../../config/config.ts';
import type { SaleEntry, SalesRange } from '../../storage/sales-store.ts';
import type { Storage } from '../../storage/storage.ts';
import { addTimeoutOption, type PatienceOptions } from '../patience.ts';

interface SalesOptions extends PatienceOptions {
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
  const { readRange, readTime } = await import('../sales/range.ts');
  const range = readRange(options.from, options.to);
  if (!range)
    command.error('error: a date is a day such as 2026-11-30, or a time with its zone', { exitCode: 2 });
  if (options.csv && options.json) command.error('error: use --csv or --json, not both', { exitCode: 2 });

  const { openForecourt } = await import('../open-forecourt.ts');
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
  const { comparisonText, salesCsv, salesJson, salesText } = await import('../sales/print.ts');
  const entries: SaleEntry[] = [];
  for await (const entry of storage.sales.list(range)) entries.push(entry);
  const comparison = options.check && (await check(entries, storage, config, range, options));

  if (options.json) process.stdout.write(`${salesJson(entries, comparison)}\n`);
  else process.stdout.write(`${options.csv ? salesCsv(entries) : salesText(entries)}\n`);
  // A spreadsheet takes the rows only.
  if (comparison && !options.json) {
    const stream = options.csv ? process.stderr : process.stdout;
    stream.write(`${options.csv ? '' : '\n'}${comparisonText(comparison)}\n`);
  }
  if (comparison && (comparison.differences.length > 0 || comparison.notCompared > 0))
    process.exitCode = DIFFERENCES;
}

async function check(
  entries: readonly SaleEntry[],
  storage: Storage,
  { payments }: Config,
  range: SalesRange,
  { timeout = CHAIN_TIMEOUT_SECONDS }: PatienceOptions,
) {
  if (payments.mode !== 'live')
    throw new Error(
      'There is no chain to compare with: --check needs PAY_TO and its facilitator, and RPC_URL',
    );
  const { compareWithChain } = await import('../sales/compare.ts');
  const { createRpc } = await import('../../payments/evm/rpc.ts');
  const { PAYMENT_NETWORK } = await import('../../payments/wire/payment.ts');
  const payTo = payments.payTo.toLowerCase();
  const { asHex } = await import('../../payments/evm/hex.ts');
  const rpc = createRpc(payments.rpcUrl.reveal(), { timeoutMs: timeout * 1_000 });
  return compareWithChain(entries, { rpc, payTo: asHex(payTo), network: PAYMENT_NETWORK, storage, range });
}
