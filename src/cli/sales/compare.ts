import type { Channel } from '@x402/evm/batch-settlement/server';
import type { Config } from '../../config/config.ts';
import { receiversOf } from '../../payments/channels/terms.ts';
import { asHex } from '../../payments/evm/encoding.ts';
import { createNodes } from '../../payments/evm/nodes.ts';
import {
  addressTopic,
  amountBack,
  readIncomingOf,
  readIncomingTransfers,
  readTransfers,
} from '../../payments/evm/transfer.ts';
import { type SaleEntry, type SalesRange, voucherOf } from '../../storage/sql/sales.ts';
import type { Storage } from '../../storage/storage.ts';
import type { TimeoutOptions } from '../here.ts';
import { UsageError } from '../tell.ts';
import type { Agreement, Difference } from './print.ts';
import { movedIn } from './range.ts';

const USUAL_TIMEOUT_SECONDS = 20;

/** The chain that the service settles on, and who is paid there. Throws where there is none. */
export function chainOf({ payments }: Config, { timeout = USUAL_TIMEOUT_SECONDS }: TimeoutOptions) {
  if (payments.mode !== 'live')
    throw new UsageError('There is no chain to compare with: set PAY_TO and its facilitator, and RPC_URL.');
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
  storage: Pick<Storage, 'sales' | 'channels'>,
  { rpc, network, payTo }: BooksChain,
  range: SalesRange,
): Promise<Agreement> {
  const place = { network, payTo };
  const refunds = entries.filter((entry) => entry.network === network.id && entry.refundOf !== undefined);
  const isOurs = (entry: SaleEntry) =>
    entry.payTo === payTo && entry.network === network.id && entry.refundOf === undefined;
  const ours = entries.filter(isOurs);
  const moves = (await storage.channels.moves()).filter(
    (move) => move.kind === 'settlement' && move.network === network.id,
  );
  const channels = await storage.channels.all();
  const journal = sumBy([...ours.filter((entry) => !voucherOf(entry)), ...moves.filter(movedIn(range))]);
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
      inJournal = sumBy([...beyond, ...moves]).get(transaction) ?? 0n;
      // A claim goes to who was paid when its channel was opened.
      const to = moves.some((move) => move.transaction === transaction)
        ? receiversOf(channels, payTo)
        : [payTo];
      onChain = 0n;
      for (const payTo of to) onChain += await readIncomingOf(rpc, transaction, { network, payTo });
    }
    if (inJournal !== onChain) differences.push({ transaction, inJournal, onChain });
  }
  for (const refund of refunds) {
    const { transaction, amount: inJournal } = refund;
    const onChain = -(await readAmountBack(refund, storage, { rpc, network }));
    if (inJournal !== onChain) differences.push({ transaction, inJournal, onChain });
  }
  return {
    transactions: transactions.size + refunds.length + channels.length,
    differences,
    channels: await compareChannels(channels, ours, { rpc, ...place }, differences),
    beingSettled: (await storage.sales.listOpen()).length,
    notCompared: entries.length - ours.length - refunds.length,
  };
}

/** Adds what differs; gives what the contract holds. */
async function compareChannels(
  channels: readonly Channel[],
  sales: readonly SaleEntry[],
  { rpc, ...place }: BooksChain,
  differences: Difference[],
) {
  // The module that reads them takes a while to load.
  if (channels.length === 0) return undefined;
  const { readChannels, readLeft } = await import('../../payments/channels/contract.ts');
  const sold = sales.flatMap((entry) => voucherOf(entry) ?? []);
  const vouchers = Map.groupBy(sold, ({ channel }) => channel);
  for await (const [{ channelId, ...kept }, onChain] of readChannels(rpc, channels)) {
    const charged = kept.chargedCumulativeAmount;
    const differ = (inJournal: string | bigint, onChain: string | bigint) =>
      differences.push({ transaction: channelId, inJournal: BigInt(inJournal), onChain: BigInt(onChain) });
    if (onChain.totalClaimed !== kept.totalClaimed) differ(kept.totalClaimed, onChain.totalClaimed);
    // Sums that cannot be claimed any more, and sales for more than was noted.
    if (BigInt(charged) > BigInt(onChain.balance)) differ(charged, onChain.balance);
    for (const { sum } of vouchers.get(channelId) ?? []) if (sum > BigInt(charged)) differ(sum, charged);
  }
  return (await readLeft(rpc, channels, place)).inWords;
}

/** Sums what came in by each transaction: several sales can share one. */
function sumBy(entries: readonly Pick<SaleEntry, 'transaction' | 'amount'>[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { transaction, amount } of entries)
    sums.set(transaction, (sums.get(transaction) ?? 0n) + amount);
  return sums;
}

/** The transfers that have paid for a sale; a voucher stands for one by whoever has opened its channel. */
export async function readPaid(
  sale: Pick<SaleEntry, 'transaction' | 'payTo'>,
  amount: bigint | undefined,
  { channels }: Pick<Storage, 'channels'>,
  { rpc, network }: Pick<BooksChain, 'rpc' | 'network'>,
): ReturnType<typeof readTransfers> {
  const voucher = voucherOf(sale);
  if (!voucher) return readTransfers(rpc, sale.transaction, network);
  const channel = await channels.get(voucher.channel);
  if (!channel || amount === undefined) return undefined;
  const from = addressTopic(channel.channelConfig.payer);
  return { block: 0, transfers: [{ from, to: addressTopic(asHex(sale.payTo)), amount }] };
}

async function readAmountBack(
  { transaction, refundOf = '', payTo, requestId }: SaleEntry,
  storage: Pick<Storage, 'sales' | 'channels'>,
  { rpc, network }: Pick<BooksChain, 'rpc' | 'network'>,
): Promise<bigint> {
  // Entries before a day can have been deleted.
  const sale = (await storage.sales.find(refundOf)).find(
    (entry) => entry.transaction === refundOf && entry.requestId === requestId && entry.amount > 0n,
  );
  const [paid, back] = [
    await readPaid({ transaction: refundOf, payTo }, sale?.amount, storage, { rpc, network }),
    await readTransfers(rpc, transaction, network),
  ];
  return paid && back ? amountBack({ ...paid, payTo: asHex(payTo), amount: sale?.amount }, back) : 0n;
}
