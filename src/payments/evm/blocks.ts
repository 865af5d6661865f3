import { z } from 'zod';
import { type Hex, hex, toQuantity } from './encoding.ts';
import { BLOCK_MS, NodeError, type Rpc } from './rpc.ts';

const Block = z.object({ number: hex, timestamp: hex });
const Logs = z.array(z.object({ transactionHash: hex, data: hex }));

export interface BlockTime {
  number: number;
  timeMs: number;
}

export async function readBlock(rpc: Rpc, tag: Hex | 'latest'): Promise<BlockTime> {
  const { number, timestamp } = Block.parse(await rpc.call('eth_getBlockByNumber', [tag, false]));
  return { number: Number(number), timeMs: Number(timestamp) * 1_000 };
}

/**
 * The number of the first block that is not before this time; one past the newest where all are. Guesses by the pace of
 * Base, so that a few questions do; where the chain keeps another pace, halves what is left.
 */
export async function firstBlockAt(rpc: Rpc, timeMs: number, latest: BlockTime): Promise<number> {
  if (latest.timeMs < timeMs) return latest.number + 1;
  let before = -1;
  let reached = latest;
  for (let step = 0; reached.number - before > 1; step++) {
    const guess = reached.number - Math.max(1, Math.floor((reached.timeMs - timeMs) / BLOCK_MS));
    const middle = Math.floor((before + reached.number) / 2);
    const number = step % 3 < 2 && guess > before ? guess : middle;
    const { timeMs: itsMs } = await readBlock(rpc, toQuantity(number));
    if (itsMs < timeMs) before = number;
    else reached = { number, timeMs: itsMs };
  }
  return reached.number;
}

/** Numbers of blocks for one question about events, the most first. Nodes allow from ten to ten thousand. */
export const LOG_RANGES = [10_000, 1_000, 100, 10] as const;

/** The events of one kind in a range of blocks, oldest first; asks for fewer blocks at once where the node wants that. */
export async function* readLogs(
  rpc: Rpc,
  {
    from,
    to,
    ...filter
  }: { address: Hex; topics: readonly (Hex | readonly Hex[] | null)[]; from: number; to: number },
): AsyncGenerator<z.output<typeof Logs>> {
  let [range, ...fewer]: readonly number[] = LOG_RANGES;
  for (let first = from; first <= to && range !== undefined; ) {
    const last = Math.min(first + range - 1, to);
    try {
      const asked = { ...filter, fromBlock: toQuantity(first), toBlock: toQuantity(last) };
      yield Logs.parse(await rpc.call('eth_getLogs', [asked]));
      first = last + 1;
    } catch (error) {
      const isRefused = error instanceof NodeError && error.kind === 'rejected';
      if (!isRefused || fewer.length === 0) throw error;
      [range, ...fewer] = fewer;
    }
  }
}
