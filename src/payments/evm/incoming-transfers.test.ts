import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DevChain, startDevChain } from '../dev/dev-chain.ts';
import type { Hex } from './encoding.ts';
import { BASE } from './networks.ts';
import { NodeError, type Rpc } from './rpc.ts';
import { type IncomingTransfer, readIncomingOf, readIncomingTransfers } from './transfer.ts';

const SELLER = { network: BASE, payTo: '0x00000000000000000000000000000000feedbeef' } as const;
const OTHER: Hex = '0x00000000000000000000000000000000deadbeef';
const ALL = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

let chain: DevChain;
/** The time of the block in which each amount came. */
const times: number[] = [];

beforeAll(async () => {
  chain = await startDevChain();
  for (const amount of [1n, 2n, 3n]) {
    await chain.mint(SELLER.payTo, amount);
    await chain.mint(OTHER, 100n);
    const { timestamp } = (await chain.rpc.call('eth_getBlockByNumber', ['latest', false])) as {
      timestamp: string;
    };
    times.push(Number(timestamp) * 1_000);
    // Two and a half hours and 150 blocks go by.
    await chain.rpc.call('anvil_mine', ['0x96', '0x3c']);
  }
});
afterAll(() => chain?.[Symbol.asyncDispose]());

async function read(rpc: Rpc, range = ALL): Promise<IncomingTransfer[]> {
  const transfers: IncomingTransfer[] = [];
  for await (const transfer of readIncomingTransfers(rpc, SELLER, range)) transfers.push(transfer);
  return transfers;
}

const amounts = (transfers: IncomingTransfer[]) => transfers.map(({ amount }) => amount);

it('finds what came to an address, and only that, in the order of the chain', async () => {
  const transfers = await read(chain.rpc);
  expect(amounts(transfers)).toEqual([1n, 2n, 3n]);
  expect(await readIncomingOf(chain.rpc, transfers[1]?.transaction ?? '', SELLER)).toBe(2n);
  expect(await readIncomingOf(chain.rpc, transfers[1]?.transaction ?? '', { ...SELLER, payTo: OTHER })).toBe(
    0n,
  );
  expect(await readIncomingOf(chain.rpc, `0x${'ab'.repeat(32)}`, SELLER)).toBe(0n);
});

it('keeps to the blocks of a time, its begin included and its end not', async () => {
  const [first = 0, second = 0, third = 0] = times;
  expect(amounts(await read(chain.rpc, { fromMs: second - 60_000, toMs: third - 60_000 }))).toEqual([2n]);
  expect(amounts(await read(chain.rpc, { fromMs: first + 60_000, toMs: ALL.toMs }))).toEqual([2n, 3n]);
  expect(await read(chain.rpc, { fromMs: third + 86_400_000, toMs: ALL.toMs })).toEqual([]);
});

it('asks for fewer blocks at a time where the node allows fewer, and gives up where it allows none', async () => {
  const allowing = (blocks: number): Rpc => ({
    call(method, parameters) {
      const [range] = parameters as [{ fromBlock: string; toBlock: string }];
      if (method === 'eth_getLogs' && Number(range.toBlock) - Number(range.fromBlock) >= blocks)
        throw new NodeError('rejected', method, { code: -32_005, message: 'block range is too wide' });
      return chain.rpc.call(method, parameters);
    },
  });
  expect(amounts(await read(allowing(10)))).toEqual([1n, 2n, 3n]);
  await expect(read(allowing(1))).rejects.toThrow(NodeError);
});
