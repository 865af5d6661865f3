import { z } from 'zod';
import { type Hex, toQuantity } from './encoding.ts';
import { NodeError, type Rpc } from './rpc.ts';
import { addressTopic, TRANSFER, TransactionReceipt } from './transfer-events.ts';
import { USDC } from './usdc.ts';

export interface IncomingTransfer {
  transaction: Hex;
  amount: bigint;
}

const hex = z.templateLiteral(['0x', z.string()]);
const Block = z.object({ number: hex, timestamp: hex });
const Logs = z.array(z.object({ transactionHash: hex, data: hex }));

/** Nodes allow different numbers of blocks in one question: begins with many and comes down as far as the last. */
const PAGE_BLOCKS = 10_000;
const SMALLEST_PAGE_BLOCKS = 100;

/** The USDC that came to an address in the blocks of a time, from `fromMs` on and before `toMs`, oldest first. */
export async function* readIncomingTransfers(
  rpc: Rpc,
  payTo: Hex,
  { fromMs, toMs }: { fromMs: number; toMs: number },
): AsyncGenerator<IncomingTransfer> {
  const latest = await readBlock(rpc, 'latest');
  const end = await firstBlockAt(rpc, toMs, latest);
  let pageBlocks = PAGE_BLOCKS;
  for (let from = await firstBlockAt(rpc, fromMs, latest); from < end; ) {
    const to = Math.min(from + pageBlocks, end) - 1;
    let logs: z.output<typeof Logs>;
    try {
      const topics = [TRANSFER, null, addressTopic(payTo)];
      const range = { fromBlock: toQuantity(from), toBlock: toQuantity(to) };
      logs = Logs.parse(await rpc.call('eth_getLogs', [{ address: USDC.address, topics, ...range }]));
    } catch (error) {
      const tooMany = error instanceof NodeError && error.kind === 'rejected';
      if (!tooMany || pageBlocks <= SMALLEST_PAGE_BLOCKS) throw error;
      pageBlocks = Math.max(SMALLEST_PAGE_BLOCKS, Math.floor(pageBlocks / 10));
      continue;
    }
    for (const { transactionHash, data } of logs)
      yield { transaction: transactionHash, amount: BigInt(data) };
    from = to + 1;
  }
}

/** USDC that one transaction has brought to an address; nothing where it is unknown or has failed. */
export async function readIncomingOf(rpc: Rpc, transaction: string, payTo: string): Promise<bigint> {
  const receipt = TransactionReceipt.nullable().parse(
    await rpc.call('eth_getTransactionReceipt', [transaction]),
  );
  if (receipt?.status !== '0x1') return 0n;
  const to = addressTopic(hex.parse(payTo));
  return receipt.logs
    .filter(
      ({ address, topics }) =>
        address.toLowerCase() === USDC.address && topics[0] === TRANSFER && topics[2]?.toLowerCase() === to,
    )
    .reduce((sum, { data }) => sum + BigInt(data), 0n);
}

interface BlockTime {
  number: number;
  timeMs: number;
}

async function readBlock(rpc: Rpc, tag: string): Promise<BlockTime> {
  const { number, timestamp } = Block.parse(await rpc.call('eth_getBlockByNumber', [tag, false]));
  return { number: Number(number), timeMs: Number(timestamp) * 1_000 };
}

/** The number of the first block that is not before this time; one past the newest where all are. */
async function firstBlockAt(rpc: Rpc, timeMs: number, latest: BlockTime): Promise<number> {
  if (latest.timeMs < timeMs) return latest.number + 1;
  let before = -1;
  let reached = latest.number;
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2);
    const { timeMs: middleMs } = await readBlock(rpc, toQuantity(middle));
    if (middleMs < timeMs) before = middle;
    else reached = middle;
  }
  return reached;
}
