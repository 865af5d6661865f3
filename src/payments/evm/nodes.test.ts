import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { addressOfNobody, type RpcProxy, startRpcProxy } from '../../../test/payments/rpc-proxy.ts';
import { type DevChain, startDevChain } from '../dev/dev-chain.ts';
import { BASE } from './networks.ts';
import { createNodes, type NodeEvent, type Nodes, OtherChainError } from './nodes.ts';

let base: DevChain;
let node: RpcProxy;

beforeAll(async () => {
  base = await startDevChain();
  // The newest blocks that a node has are not indexed yet.
  await base.rpc.call('anvil_mine', ['0x3']);
  node = await startRpcProxy(base.rpcUrl);
});
afterAll(async () => {
  await node[Symbol.asyncDispose]();
  await base[Symbol.asyncDispose]();
});

type Faults = { readonly [Method in string]?: ReturnType<RpcProxy['fault']> };

async function startProxy(faults: Faults): Promise<RpcProxy> {
  const proxy = await startRpcProxy(base.rpcUrl);
  proxy.fault = (method) => faults[method] ?? 'pass';
  return proxy;
}

async function examine(urls: string[]): Promise<{ nodes: Nodes; events: NodeEvent[] }> {
  const events: NodeEvent[] = [];
  const nodes = createNodes({ network: BASE, urls, notify: (event) => events.push(event) });
  await nodes.refresh(0);
  return { nodes, events };
}

const REFUSED = { error: { code: -32_601, message: 'no' } };
const OLD_BLOCK = { result: { number: '0x10', timestamp: '0x1', transactions: [] } };

describe('a node', () => {
  it('of Base that keeps up is believed', async () => {
    const { nodes, events } = await examine([node.url]);
    expect(nodes.areBelieved).toBe(true);
    expect(events).toEqual([]);
  });

  it.each<[string, Faults]>([
    ['is one of chain 84532', { eth_chainId: { result: '0x14a34' } }],
    ['has no USDC at its address', { eth_getCode: { result: '0x' } }],
    ['has a USDC that is not the one of Base', { eth_call: { result: `0x${'1e'.repeat(32)}` } }],
    [`has a newest block that is ${'\\d+'} seconds old`, { eth_getBlockByNumber: OLD_BLOCK }],
    ['lacks receipts of transactions in its own blocks', { eth_getTransactionReceipt: { result: null } }],
    ['does not list events that stand in its own receipts', { eth_getLogs: { result: [] } }],
    ['refuses eth_getLogs', { eth_getLogs: REFUSED }],
    ['answers what no node of Base says', { eth_getBlockByNumber: { result: 'hello' } }],
  ])('that %s is not, and it is said why', async (what, faults) => {
    await using wrong = await startProxy(faults);
    const { nodes, events } = await examine([wrong.url]);
    expect(nodes.areBelieved).toBe(false);
    const left = { event: 'node_left_out', node: `1 (${new URL(wrong.url).host})`, state: 'wrong' };
    expect(events).toEqual([{ ...left, what: expect.stringMatching(new RegExp(`^${what}$`)) }]);
    await expect(nodes.rpc.call('eth_blockNumber', [])).rejects.toThrow(/unreachable/);
  });

  it('that cannot be asked is not believed until it was examined, and after that while it is away', async () => {
    await using away = await startProxy({});
    away.fault = () => ({ status: 503 });
    const { nodes, events } = await examine([away.url]);
    expect(nodes.areBelieved).toBe(false);
    away.fault = () => 'pass';
    await expect.poll(() => nodes.refresh(0).then(() => nodes.areBelieved), { timeout: 10_000 }).toBe(true);
    away.fault = () => ({ status: 503 });
    await nodes.refresh(0);
    expect(nodes.areBelieved).toBe(true);
    expect(events.map(({ event }) => event)).toEqual(['node_left_out', 'node_back', 'node_left_out']);
  });

  it('is believed on while the clock here jumps, and after it was set right again', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const { nodes } = await examine([node.url]);
    const nowMs = Date.now();
    for (const aheadMs of [3_600_000, 0]) {
      vi.setSystemTime(nowMs + aheadMs);
      await nodes.refresh(0);
      expect([aheadMs, nodes.areBelieved]).toEqual([aheadMs, true]);
    }
  });

  it('that comes back as another chain is found out before it is asked anything', async () => {
    await using changing = await startProxy({});
    const { nodes } = await examine([changing.url]);
    changing.fault = () => ({ status: 503 });
    await expect(nodes.rpc.call('eth_blockNumber', [])).rejects.toThrow();
    changing.fault = (method) => (method === 'eth_chainId' ? { result: '0x1' } : 'pass');
    await expect
      .poll(() => nodes.rpc.call('eth_blockNumber', []).catch(() => nodes.areBelieved), { timeout: 10_000 })
      .toBe(false);
  });
});

describe('several nodes', () => {
  it('are one: what is wrong or silent is left out, and another one is asked', async () => {
    await using wrong = await startProxy({ eth_chainId: { result: '0x1' } });
    const { nodes, events } = await examine([await addressOfNobody(), wrong.url, node.url]);
    expect(nodes.areBelieved).toBe(true);
    expect(events.map(({ node: name }) => name[0])).toEqual(expect.arrayContaining(['1', '2']));
    expect(Number(await nodes.rpc.call('eth_chainId', []))).toBe(8453);
  });

  it('take over from each other in the middle of a call', async () => {
    await using first = await startProxy({});
    const { nodes } = await examine([first.url, node.url]);
    for (const fault of [{ status: 503 }, { error: { code: -32_005, message: 'slow down' } }] as const) {
      first.fault = () => fault;
      expect(Number(await nodes.rpc.call('eth_chainId', []))).toBe(8453);
    }
  });

  it('leave open what the first may have acted upon, whatever the second says of it', async () => {
    await using first = await startProxy({});
    await using second = await startProxy({});
    const { nodes } = await examine([first.url, second.url]);
    first.fault = () => 'lose-answer';
    second.fault = () => ({ error: { code: -32_000, message: 'insufficient funds' } });
    await expect(nodes.rpc.call('eth_sendRawTransaction', ['0x'])).rejects.toMatchObject({ kind: 'lost' });
  });
});

describe('a start', () => {
  it('ends where every node that answers is of another chain, with a sentence that names no key', async () => {
    await using other = await startProxy({ eth_chainId: { result: '0x14a34' } });
    const nodes = createNodes({ network: BASE, urls: [other.url, await addressOfNobody()] });
    const error = await nodes.start().catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(OtherChainError);
    expect(String(error)).toContain(
      'of RPC_URL is one of chain 84532. Set RPC_URL to a node of Base, chain 8453',
    );
    expect(String(error)).not.toContain('secret');
  });

  it('goes on where nobody answers', async () => {
    await createNodes({ network: BASE, urls: [await addressOfNobody()] }).start();
  });
});
