import type { Config } from '../../config/config.ts';
import { asHex } from '../../payments/evm/encoding.ts';
import {
  amountBack,
  readIncomingOf,
  readIncomingTransfers,
  readTransfers,
} from '../../payments/evm/incoming-transfers.ts';
import { createNodes } from '../../payments/evm/nodes.ts';
import type { SaleEntry, SalesRange } from '../../storage/sql/sales.ts';
import type { Storage } from '../../storage/storage.ts';
import type { TimeoutOptions } from '../here.ts';
import type { Comparison, Difference } from './print.ts';

const TIMEOUT_SECONDS = 20;

/** The chain that the service settles on, and who is paid there. Throws where there is none. */
export function chainOf({ payments }: Config, { timeout = TIMEOUT_SECONDS }: TimeoutOptions) {
  if (payments.mode !== 'live')
    throw new Error('There is no chain to compare with: set PAY_TO and its facilitator, and RPC_URL.');
  const { network, payTo, rpcUrls } = payments;
  const { rpc } = createNodes({ urls: rpcUrls.reveal(), network, timeoutMs: timeout * 1_000 });
  return { rpc, network, payTo: asHex(payTo.toLowerCase()) };
}

export type BooksChain = ReturnType<typeof chainOf>;

/**
 * Compares sales with the transfers of USDC to the seller, transaction by transaction, and refunds with what came back
 * to the payers. A sale is entered when it is known, which may be another day than that of its block: what is missing
 * on one side of the range is looked for beyond its ends before it is called a difference.
 */
export async function compare(
  entries: readonly SaleEntry[],
  storage: Pick<Storage, 'sales'>,
  { rpc, network, payTo }: BooksChain,
  range: SalesRange,
): Promise<Comparison> {
  const place = { network, payTo };
  const here = entries.filter((entry) => entry.network === network.id);
  const refunds = here.filter(({ refundOf }) => refundOf !== undefined);
  const isOurs = (entry: SaleEntry) =>
    entry.payTo === payTo && entry.network === network.id && entry.refundOf === undefined;
  const ours = here.filter(isOurs);
  const journal = sumBy(ours);
  const chain = new Map<string, bigint>();
  for await (const { transaction, amount } of readIncomingTransfers(rpc, place, range))
    chain.set(transaction, (chain.get(transaction) ?? 0n) + amount);

  const differences: Difference[] = [];
  const transactions = new Set([...journal.keys(), ...chain.keys()]);
  for (const transaction of transactions) {
    let inJournal = journal.get(transaction) ?? 0n;
    let onChain = chain.get(transaction) ?? 0n;
    if (inJournal !== onChain) {
      const beyond = (await storage.sales.find(transaction)).filter(isOurs);
      inJournal = sumBy(beyond).get(transaction) ?? 0n;
      onChain = await readIncomingOf(rpc, transaction, place);
    }
    if (inJournal !== onChain) differences.push({ transaction, inJournal, onChain });
  }
  for (const refund of refunds) {
    const { transaction, amount: inJournal } = refund;
    const onChain = -(await readAmountBack(refund, storage, { rpc, network }));
    if (inJournal !== onChain) differences.push({ transaction, inJournal, onChain });
  }
  return {
    transactions: transactions.size + refunds.length,
    differences,
    beingSettled: (await storage.sales.listOpen()).length,
    notCompared: entries.length - ours.length - refunds.length,
  };
}

/** Sums what came in by each transaction: several sales can share one. */
function sumBy(entries: readonly SaleEntry[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { transaction, amount } of entries)
    sums.set(transaction, (sums.get(transaction) ?? 0n) + amount);
  return sums;
}

async function readAmountBack(
  { transaction, refundOf = '', payTo, requestId }: SaleEntry,
  { sales }: Pick<Storage, 'sales'>,
  { rpc, network }: Pick<BooksChain, 'rpc' | 'network'>,
): Promise<bigint> {
  // Entries before a day can have been deleted.
  const sale = (await sales.find(refundOf)).find(
    (entry) => entry.transaction === refundOf && entry.requestId === requestId && entry.amount > 0n,
  );
  const [paid, back] = [
    await readTransfers(rpc, refundOf, network),
    await readTransfers(rpc, transaction, network),
  ];
  return paid && back ? amountBack({ ...paid, payTo: asHex(payTo), amount: sale?.amount }, back) : 0n;
}
