import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Forecourt } from '../../app.ts';
import { toAtomicUsdc } from '../../payments/evm/usdc.ts';
import type { FailedSettlement, OpenSettlement, SaleEntry, SalesRange } from '../../storage/sql/sales.ts';
import type { Storage } from '../../storage/storage.ts';
import { addTimeoutOption, openForecourt, type TimeoutOptions } from '../here.ts';
import { type Agreement, agreementText, asCsv, asJson, asText, type Books } from '../sales/print.ts';
import { movedIn, readMonth, readRange, readTime } from '../sales/range.ts';
import { tell } from '../tell.ts';

interface SalesOptions extends TimeoutOptions {
  from?: string;
  to?: string;
  month?: SalesRange;
  find?: string;
  open?: true;
  failed?: true;
  fee?: bigint;
  csv?: true;
  json?: true;
  check?: true;
  deleteBefore?: number;
}

/** Or a month that is not closed. */
const DIFFERENCES = 3;
const HELP = `
Dates are days of UTC, such as 2026-11-30, or times with their zone.
--check reads the chain at RPC_URL and ends with code 3 where it differs.
--month ends with code 3, and lists nothing, while the month is not over, has
open settlements or, with --check, differs from the chain.
The service may be running. forecourt refund enters what you have given back.`;

export function addSalesCommand(program: Command): void {
  const views = ['month', 'find', 'open', 'failed', 'deleteBefore'];
  const view = (flags: string, description: string, ...more: string[]) => {
    const option = new Option(flags, description);
    const others = views.filter((name) => name !== option.attributeName());
    return option.conflicts([...others, 'from', 'to', ...more]);
  };
  const command = program
    .command('sales')
    .description('List what was sold, sum it by day and product, and compare it with the chain')
    .option('--from <date>', 'from this day or time on')
    .option('--to <date>', 'up to the end of this day, or before this time')
    .addOption(view('--month <month>', 'close a month of UTC, such as 2026-11').argParser(parseMonth))
    .addOption(view('--find <id>', 'what belongs to a request id, or to a transaction', 'check'))
    .addOption(view('--open', 'settlements whose outcome is not certain', 'check'))
    .addOption(view('--failed', 'settlements of the last 30 days that took nothing', 'check'))
    .option(
      '--fee <usd>',
      'what the facilitator takes for a settlement that your own key did not make',
      parseFee,
    )
    .addOption(new Option('--csv', 'one line a sale, for a spreadsheet').conflicts('json'))
    .option('--json', 'one object with the lists, sums and total')
    .option('--check', 'compare with the transfers of USDC to PAY_TO, and back')
    .addOption(
      view(
        '--delete-before <date>',
        'delete the sales before this day or time for good, and list nothing',
        ...['check', 'csv', 'json', 'fee'],
      ).argParser(parseTime),
    )
    .addHelpText('after', HELP);
  addTimeoutOption(command, 'for each answer of the chain').action(runSales);
}

const NO_DATE = 'A date is a day such as 2026-11-30, or a time with its zone.';

function parseTime(text: string): number {
  const timeMs = readTime(text);
  if (timeMs === undefined) throw new InvalidArgumentError(NO_DATE);
  return timeMs;
}

function parseMonth(text: string): SalesRange {
  const month = readMonth(text);
  if (month === undefined) throw new InvalidArgumentError('A month is written as 2026-11.');
  return month;
}

function parseFee(text: string): bigint {
  try {
    return toAtomicUsdc(text);
  } catch {
    throw new InvalidArgumentError('It is written as 0.001.');
  }
}

async function runSales(options: SalesOptions, command: Command): Promise<void> {
  const range = options.month ?? readRange(options.from, options.to);
  if (!range) command.error(`error: ${NO_DATE}`, { exitCode: 2 });
  if (options.timeout !== undefined && !options.check) command.error('error: --timeout goes with --check.');
  await using forecourt = await openForecourt();
  const storage = await forecourt.storage();
  if (options.deleteBefore !== undefined) {
    const deleted = await storage.sales.deleteBefore(options.deleteBefore);
    process.stdout.write(`Deleted ${deleted} sales.\n`);
    return;
  }
  if (options.open || options.failed || options.find !== undefined)
    print(await find(storage, options), options);
  else await list(forecourt, storage, range, options);
}

async function find({ sales }: Storage, { open, failed, find: id }: SalesOptions): Promise<Books> {
  if (id === undefined)
    return {
      ...(open && { open: await sales.listOpen() }),
      ...(failed && { failed: await sales.listFailed() }),
    };
  const asked = id.toLowerCase();
  const isAsked = ({ requestId, transaction }: OpenSettlement | FailedSettlement) =>
    requestId === asked || transaction === asked;
  const books = {
    sales: await sales.find(asked),
    open: (await sales.listOpen()).filter(isAsked),
    failed: (await sales.listFailed()).filter(isAsked),
  };
  const known = Object.entries(books).filter(([, found]) => found.length > 0);
  if (known.length === 0)
    throw new Error(
      `Nothing was sold by ${asked}, is open or has failed: it is a request id or a transaction.`,
    );
  return Object.fromEntries(known);
}

async function list(forecourt: Forecourt, storage: Storage, range: SalesRange, options: SalesOptions) {
  const entries: SaleEntry[] = [];
  for await (const entry of storage.sales.list(range)) entries.push(entry);
  const comparison = options.check && (await compareWithChain(entries, forecourt, { ...options, range }));
  const differs = comparison !== undefined && comparison.differences.length + comparison.notCompared > 0;
  const obstacles = options.month ? await findObstacles(storage, range) : [];
  if (differs) obstacles.push(agreementText(comparison));
  if (obstacles.length > 0) process.exitCode = DIFFERENCES;
  if (obstacles.length > 0 && options.month) {
    tell(`The month is not closed.\n${obstacles.join('\n')}`);
    return;
  }
  const moves = (await storage.channels.moves()).filter(movedIn(range));
  // A spreadsheet takes one list.
  print({ sales: entries, ...(!options.csv && { moves }) }, options, comparison);
}

/** Events that may still change the books of a month. */
async function findObstacles({ sales }: Storage, { toMs }: SalesRange): Promise<string[]> {
  const open = (await sales.listOpen()).filter(({ sinceMs }) => sinceMs < toMs).length;
  return [
    ...(Date.now() < toMs ? ['It is not over.'] : []),
    ...(open > 0 ? [`Settlements are open, by number ${open}: forecourt sales --open`] : []),
  ];
}

async function compareWithChain(
  entries: readonly SaleEntry[],
  forecourt: Forecourt,
  options: TimeoutOptions & { range: SalesRange },
) {
  const { chainOf, compare } = await import('../sales/compare.ts');
  const storage = await forecourt.storage();
  return compare(entries, storage, chainOf(forecourt.config, options), options.range);
}

function print(books: Books, { json, csv, fee = 0n }: SalesOptions, comparison?: Agreement): void {
  const text = json ? asJson(books, fee, comparison) : csv ? asCsv(books, fee) : asText(books, fee);
  process.stdout.write(`${text}\n`);
  if (json || !comparison) return;
  // A spreadsheet takes the rows only.
  const stream = csv ? process.stderr : process.stdout;
  stream.write(`${csv ? '' : '\n'}${agreementText(comparison)}\n`);
}
