import { firstBlockAt, readBlock, readLogs } from './blocks.ts';
import type { Hex } from './encoding.ts';
import type { Network } from './networks.ts';
import type { Rpc } from './rpc.ts';
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

/** USDC that one transaction has brought to an address; nothing where it is unknown or has failed. */
export async function readIncomingOf(
  rpc: Rpc,
  transaction: string,
  { network, payTo }: Incoming,
): Promise<bigint> {
  const receipt = TransactionReceipt.nullable().parse(
    await rpc.call('eth_getTransactionReceipt', [transaction]),
  );
  if (receipt?.status !== '0x1') return 0n;
  const to = addressTopic(payTo);
  return receipt.logs
    .filter(
      ({ address, topics }) =>
        address.toLowerCase() === network.usdc.address &&
        topics[0] === TRANSFER &&
        topics[2]?.toLowerCase() === to,
    )
    .reduce((sum, { data }) => sum + BigInt(data), 0n);
}
