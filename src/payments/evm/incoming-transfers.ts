import type { Hex } from './encoding.ts';
import type { Network } from './networks.ts';
import { firstBlockAt, type Rpc, readBlock, readLogs } from './rpc.ts';
import { addressTopic, TRANSFER, TransactionReceipt } from './transfer-events.ts';

export interface IncomingTransfer {
  transaction: Hex;
  amount: bigint;
}

interface Incoming {
  network: Pick<Network, 'usdc'>;
  payTo: Hex;
}

/** The USDC that came to an address in the blocks of a time, from `fromMs` on and before `toMs`, oldest first. */
export async function* readIncomingTransfers(
  rpc: Rpc,
  { network, payTo }: Incoming,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): AsyncGenerator<IncomingTransfer> {
  const latest = await readBlock(rpc, 'latest');
  const [from, end] = [await firstBlockAt(rpc, fromMs, latest), await firstBlockAt(rpc, toMs, latest)];
  const topics = [TRANSFER, null, addressTopic(payTo)];
  for await (const logs of readLogs(rpc, { address: network.usdc.address, topics, from, to: end - 1 })) {
    for (const { transactionHash, data } of logs)
      yield { transaction: transactionHash, amount: BigInt(data) };
  }
}

interface Transfers {
  block: number;
  transfers: readonly { from: string; to: string; amount: bigint }[];
}

/** Every transfer of USDC that one transaction has made; `undefined` where it is unknown or has failed. */
export async function readTransfers(
  rpc: Rpc,
  transaction: string,
  { usdc }: Pick<Network, 'usdc'>,
): Promise<Transfers | undefined> {
  const receipt = TransactionReceipt.nullable().parse(
    await rpc.call('eth_getTransactionReceipt', [transaction]),
  );
  if (receipt?.status !== '0x1') return undefined;
  const ofUsdc = receipt.logs.filter(
    ({ address, topics }) => address.toLowerCase() === usdc.address && topics[0] === TRANSFER,
  );
  const transfers = ofUsdc.map(({ topics: [, from = '0x', to = '0x'], data }) => ({
    from: from.toLowerCase(),
    to: to.toLowerCase(),
    amount: BigInt(data),
  }));
  return { block: Number(receipt.blockNumber), transfers };
}

/** USDC that one transaction has brought to an address; nothing where it is unknown or has failed. */
export async function readIncomingOf(
  rpc: Rpc,
  transaction: string,
  { network, payTo }: Incoming,
): Promise<bigint> {
  const { transfers = [] } = (await readTransfers(rpc, transaction, network)) ?? {};
  return sumOf(transfers.filter(({ to }) => to === addressTopic(payTo)));
}

/**
 * USDC that came back, by a later transaction, to whoever paid for a sale of this amount, or of any where it is left
 * out: the chain alone knows who that is. Where a batch has settled several sales, any of their payers may be the one.
 */
export function amountBack(
  sale: Transfers & { payTo: Hex; amount?: bigint | undefined },
  refund: Transfers,
): bigint {
  if (refund.block < sale.block) return 0n;
  const paid = sale.transfers.filter(
    ({ to, amount }) => to === addressTopic(sale.payTo) && amount === (sale.amount ?? amount),
  );
  const payers = new Set(paid.map(({ from }) => from));
  return sumOf(refund.transfers.filter(({ from, to }) => payers.has(to) && from !== to));
}

const sumOf = (transfers: Transfers['transfers']) => transfers.reduce((sum, { amount }) => sum + amount, 0n);
