import { counted } from '../../lib/wording.ts';
import { networkByName } from '../../payments/evm/networks.ts';
import { formatEth, formatUsdc } from '../../payments/evm/usdc.ts';
import type { ChannelMove } from '../../storage/sql/channels.ts';
import {
  type FailedSettlement,
  type OpenSettlement,
  type SaleEntry,
  voucherOf,
} from '../../storage/sql/sales.ts';
import { columnLines } from '../../view/text.ts';

/** The lists to print; those that were not asked for are left out. */
export interface Books {
  sales?: readonly SaleEntry[];
  open?: readonly OpenSettlement[];
  failed?: readonly FailedSettlement[];
  /** Transactions for channels; none is a sale. */
  moves?: readonly ChannelMove[];
}

/** The figures of an entry, or of several together: USDC in atomic units, the fee in millionths of a dollar, gas in wei. */
interface Figures {
  sales: number;
  /** Sales, less those that turned out not to have been paid. */
  gross: bigint;
  /** Refunds, negative. */
  refund: bigint;
  /** The facilitator's fees for settlements that the own key did not make. */
  fee: bigint;
  /** Gas that the settlements have cost the own key, where that is known. */
  gas: bigint | undefined;
}

const NOTHING: Figures = { sales: 0, gross: 0n, refund: 0n, fee: 0n, gas: undefined };

const kindOf = ({ refundOf, amount }: SaleEntry) =>
  refundOf !== undefined ? 'refund' : amount < 0n ? 'reversal' : 'sale';

/** `fee` is that of one settlement. A sale that was taken back counts neither as one nor as money, nor for its fee. */
function figuresOf(entry: SaleEntry, fee: bigint): Figures {
  const { amount, gas } = entry;
  const kind = kindOf(entry);
  if (kind === 'refund') return { ...NOTHING, refund: amount };
  const sales = kind === 'sale' ? 1 : -1;
  return {
    sales,
    gross: amount,
    refund: 0n,
    fee: gas === undefined && !voucherOf(entry) ? BigInt(sales) * fee : 0n,
    gas,
  };
}

const addFigures = (sum: Figures, { sales, gross, refund, fee, gas }: Figures): Figures => ({
  sales: sum.sales + sales,
  gross: sum.gross + gross,
  refund: sum.refund + refund,
  fee: sum.fee + fee,
  gas: gas === undefined ? sum.gas : (sum.gas ?? 0n) + gas,
});

const describeFigures = ({ gross, refund, fee, gas }: Figures) => ({
  grossUsdc: formatUsdc(gross),
  refundUsdc: formatUsdc(refund),
  feeUsd: formatUsdc(fee),
  netUsdc: formatUsdc(gross + refund - fee),
  gasEth: gas === undefined ? undefined : formatEth(gas),
});

/** Sums by day of UTC and product, in the order of the days, and in all. */
function sumSales(entries: readonly SaleEntry[], fee: bigint) {
  const byDay = new Map<string, { day: string; product: string; figures: Figures }>();
  let total = NOTHING;
  for (const entry of entries) {
    const day = isoTime(entry.soldAtMs).slice(0, 10);
    const key = `${day} ${entry.product}`;
    const figures = figuresOf(entry, fee);
    const before = byDay.get(key)?.figures ?? NOTHING;
    byDay.set(key, { day, product: entry.product, figures: addFigures(before, figures) });
    total = addFigures(total, figures);
  }
  const sums = [...byDay].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    sums: sums.map(([, { figures, ...sum }]) => ({
      ...sum,
      sales: figures.sales,
      ...describeFigures(figures),
    })),
    total: { sales: total.sales, ...describeFigures(total) },
  };
}

const isoTime = (timeMs: number) => new Date(timeMs).toISOString();

/** A list as its values by their names in JSON, with the columns of a spreadsheet and those that fit on a terminal. */
interface List {
  records: readonly Readonly<Record<string, string | undefined>>[];
  columns: readonly string[];
  shownColumns?: readonly string[];
  ifEmpty: string;
}

const FIGURES = ['grossUsdc', 'refundUsdc', 'feeUsd', 'netUsdc', 'gasEth'];
const PLACE = ['network', 'transaction'];
const SETTLEMENT = ['product', 'amountUsdc', ...PLACE, 'requestId'];

const describeSettlement = ({
  amount,
  product,
  network,
  transaction,
  requestId,
}: OpenSettlement | FailedSettlement) => ({
  product,
  amountUsdc: formatUsdc(amount),
  network,
  transaction,
  requestId,
});

/** Those of the lists that were asked for. */
function listsOf({ sales, open, failed, moves = [] }: Books, fee: bigint): Readonly<Record<string, List>> {
  return {
    ...(sales && {
      sales: {
        records: sales.map((entry) => ({
          time: isoTime(entry.soldAtMs),
          kind: kindOf(entry),
          product: entry.product,
          ...describeFigures(figuresOf(entry, fee)),
          network: entry.network,
          transaction: entry.transaction,
          refundOf: entry.refundOf,
          requestId: entry.requestId,
        })),
        columns: ['time', 'kind', 'product', ...FIGURES, ...PLACE, 'refundOf', 'requestId'],
        shownColumns: ['time', 'kind', 'product', 'netUsdc', ...PLACE],
        ifEmpty: 'No sales.',
      },
    }),
    ...(open && {
      open: {
        records: open.map((each) => ({
          since: isoTime(each.sinceMs),
          state: each.state,
          nextLook: isoTime(each.nextLookMs),
          ...describeSettlement(each),
        })),
        columns: ['since', 'state', 'nextLook', ...SETTLEMENT],
        ifEmpty: 'No open settlements.',
      },
    }),
    ...(failed && {
      failed: {
        records: failed.map((each) => ({
          time: isoTime(each.failedAtMs),
          reason: each.reason,
          ...describeSettlement(each),
        })),
        columns: ['time', 'reason', ...SETTLEMENT],
        ifEmpty: 'No failed settlements.',
      },
    }),
    ...(moves.length > 0 && {
      channels: {
        records: moves.map(({ movedAtMs, kind, amount, gas, ...place }) => ({
          time: isoTime(movedAtMs),
          kind,
          amountUsdc: formatUsdc(amount),
          gasEth: gas === undefined ? undefined : formatEth(gas),
          ...place,
        })),
        columns: ['time', 'kind', 'amountUsdc', 'gasEth', ...PLACE],
        ifEmpty: '',
      },
    }),
  };
}

/** Said beside sums of money that is worth nothing: a storage has sales of one network. */
const noticeOf = ({ sales: [any] = [] }: Books) => any && networkByName.get(any.network)?.notice;

const fieldsOf = (records: List['records'], columns: readonly string[]) =>
  records.map((record) => columns.map((name) => record[name] ?? ''));

export function asJson(books: Books, fee: bigint, comparison?: Agreement): string {
  const { sales } = books;
  const check = comparison && {
    ...comparison,
    differences: comparison.differences.map(({ transaction, inJournal, onChain }) => ({
      transaction,
      inJournal: formatUsdc(inJournal),
      onChain: formatUsdc(onChain),
    })),
  };
  const lists = Object.entries(listsOf(books, fee)).map(([name, { records }]) => [name, records]);
  return JSON.stringify(
    {
      ...Object.fromEntries(lists),
      ...(sales && sumSales(sales, fee)),
      notice: noticeOf(books),
      ...(check && { check }),
    },
    null,
    2,
  );
}

/** By RFC 4180. A spreadsheet takes one list. */
export function asCsv(books: Books, fee: bigint): string {
  const lines = Object.values(listsOf(books, fee)).flatMap(({ records, columns }) => [
    columns.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    ...fieldsOf(records, columns),
  ]);
  return lines.map((fields) => fields.map(quoteField).join(',')).join('\r\n');
}

/** Quotes where a field holds what would end it. */
const quoteField = (field: string) => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

/** `netUsdc` as `net USDC`. */
const heading = (name: string) =>
  name
    .replace(/Usdc?$|Eth$/, (unit) => ` ${unit.toUpperCase()}`)
    .replace(/([a-z])([A-Z])/g, (_, end: string, begin: string) => `${end} ${begin.toLowerCase()}`);

const tableText = (records: List['records'], columns: readonly string[]) =>
  columnLines([columns.map(heading), ...fieldsOf(records, columns)]).join('\n');

export function asText(books: Books, fee: bigint): string {
  const texts = Object.values(listsOf(books, fee)).map(({ records, columns, shownColumns, ifEmpty }) =>
    records.length === 0 ? ifEmpty : tableText(records, shownColumns ?? columns),
  );
  if (books.sales && books.sales.length > 0) {
    const { sums, total } = sumSales(books.sales, fee);
    const rows = [...sums, { day: 'total', product: '', ...total }];
    const records = rows.map((row) => ({ ...row, sales: String(row.sales) }));
    texts.push(tableText(records, ['day', 'product', 'sales', ...FIGURES]));
  }
  const notice = noticeOf(books);
  if (notice !== undefined) texts.push(notice);
  return texts.join('\n\n');
}

/** A transaction about which the journal and the chain do not agree; amounts in atomic units. */
export interface Difference {
  transaction: string;
  inJournal: bigint;
  onChain: bigint;
}

export interface Agreement {
  /** Number of transactions that were looked at. */
  transactions: number;
  differences: Difference[];
  /** Payments whose sale will be entered when their settlement is known: they may explain what only the chain has. */
  beingSettled: number;
  /** Entries about another address or network, which this node and address say nothing about. */
  notCompared: number;
  /** The sums in the contract of channels, where there are any: ours, and their payers'. */
  channels?: string | undefined;
}

export function agreementText({ transactions, differences, channels, ...others }: Agreement): string {
  const { beingSettled, notCompared } = others;
  const lines = differences.map(
    ({ transaction, inJournal, onChain }) =>
      `${transaction}: ${formatUsdc(inJournal)} in the journal, ${formatUsdc(onChain)} on the chain`,
  );
  if (lines.length > 0 && beingSettled > 0)
    lines.push(`${counted(beingSettled, 'payment')} still being settled may explain it: look again later`);
  if (notCompared > 0)
    lines.push(`${counted(notCompared, 'entry', 'entries')} of another address or network not compared`);
  const compared = counted(transactions, 'transaction');
  const head =
    lines.length === 0
      ? `The chain agrees: ${compared} compared.`
      : `The chain does not agree, of ${compared}:`;
  return [head, ...lines, ...(channels === undefined ? [] : [`Channels hold ${channels}.`])].join('\n');
}
