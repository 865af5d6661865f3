import { z } from 'zod';
import { readBytes } from '../../lib/bodies.ts';
import { steadyNow, systemClock } from '../../lib/clock.ts';
import { encodeCall, type Hex, hex, toQuantity } from './encoding.ts';
import type { Network } from './networks.ts';
import { type BlockTime, LOG_RANGES, NodeError, type Rpc, readBlock, wasNeverSent } from './rpc.ts';
import { AUTHORIZATION_USED } from './transfer.ts';

/** A node that began to be left out, or that is used again. Named by its place in RPC_URL and its host alone. */
export type NodeEvent = { node: string } & (
  | { event: 'node_left_out'; state: 'away' | 'wrong'; what: string }
  | { event: 'node_back' }
);

/** None of the nodes can be used, and one of them is of another chain: waiting does not help. */
export class OtherChainError extends Error {
  override readonly name = 'OtherChainError';
}

export type Nodes = ReturnType<typeof createNodes>;

interface NodesOptions {
  urls: readonly string[];
  network: Network;
  timeoutMs?: number;
  notify?: (event: NodeEvent) => void;
}

interface Node {
  name: string;
  rpc: Rpc;
  state: NodeState | undefined;
  /** Whether it was found good when it was last examined to the end. */
  wasGood: boolean;
  lookedAtMs: number;
  examinedAtMs: number;
  looking: Promise<void> | undefined;
}

/** A wrong or absent node is looked at again after this time; a good one when somebody wants to know. */
const LOOK_AGAIN_MS = 1_000;
const EXAMINE_AGAIN_MS = 10 * 60_000;
/** Answers of nodes to a caller who asks too much or too often: another one may answer. */
const LIMIT_EXCEEDED = -32_005;

/**
 * The nodes of RPC_URL as one: the first that was found good is asked, and the next where it does not answer. One that
 * was never examined, or has been away since, is examined before anything that it says is believed.
 */
export function createNodes({ urls, network, timeoutMs, notify = () => {} }: NodesOptions) {
  const nodes = urls.map((url, index): Node => {
    const name = `${index + 1} (${new URL(url).host})`;
    const rpc = createRpc(url, timeoutMs === undefined ? {} : { timeoutMs });
    const unexamined = {
      state: undefined,
      wasGood: false,
      lookedAtMs: 0,
      examinedAtMs: 0,
      looking: undefined,
    };
    return { name, rpc, ...unexamined };
  });

  function enter(node: Node, state: NodeState): void {
    const before = node.state;
    node.state = state;
    if (state.kind !== 'away') node.wasGood = state.kind === 'good';
    if (state.kind === before?.kind) return;
    if (state.kind === 'good') {
      if (before) notify({ event: 'node_back', node: node.name });
      return;
    }
    const what = state.kind === 'away' ? `gives ${state.why}` : state.what;
    notify({ event: 'node_left_out', node: node.name, state: state.kind, what });
  }

  async function look(node: Node): Promise<void> {
    const isKnown = node.state?.kind === 'good' && steadyNow() - node.examinedAtMs < EXAMINE_AGAIN_MS;
    const changed = isKnown ? await glance(node.rpc, network) : await examineNode(node.rpc, network);
    node.lookedAtMs = steadyNow();
    if (!isKnown) node.examinedAtMs = node.lookedAtMs;
    if (changed) enter(node, changed);
  }

  /** Looks at it, unless that was done a moment ago. */
  async function refresh(node: Node, freshMs: number): Promise<void> {
    const staleAfterMs = node.state?.kind === 'good' ? freshMs : LOOK_AGAIN_MS;
    if (!node.looking && steadyNow() - node.lookedAtMs < staleAfterMs) return;
    node.looking ??= look(node).finally(() => {
      node.looking = undefined;
    });
    await node.looking;
  }

  const refreshAll = async (freshMs: number) => {
    await Promise.all(nodes.map((node) => refresh(node, freshMs)));
  };
  const good = () => nodes.filter(({ state }) => state?.kind === 'good');

  async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
    if (good().length === 0) await refreshAll(LOOK_AGAIN_MS);
    let failure: NodeError | undefined;
    for (const node of good()) {
      try {
        return await node.rpc.call(method, params);
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        // A call that one of them may have acted upon stays open, whatever the next one says of itself.
        if (failure?.kind !== 'lost') failure = error;
        if (error.kind === 'rejected' && error.code !== LIMIT_EXCEEDED) break;
        if (error.kind === 'rejected') continue;
        enter(node, { kind: 'away', why: error.kind === 'unreachable' ? 'no connection' : 'no answer' });
      }
    }
    throw failure ?? new NodeError('unreachable', method);
  }

  return {
    rpc: { call: ask } satisfies Rpc,
    /** Looks at all of them now. Rejects with OtherChainError where only another RPC_URL helps. */
    async start(): Promise<void> {
      await refreshAll(LOOK_AGAIN_MS);
      if (good().length > 0) return;
      const other = nodes.find(({ state }) => state?.kind === 'wrong' && state.isOtherChain);
      if (other?.state?.kind !== 'wrong') return;
      throw new OtherChainError(`Node ${other.name} of RPC_URL ${other.state.what}. ${other.state.fix}`);
    },
    /** Whether payments may be taken, by what is known: a node is good, or one was and cannot be asked just now. */
    get areBelieved(): boolean {
      return nodes.some(
        ({ state, wasGood }) => state?.kind === 'good' || (state?.kind === 'away' && wasGood),
      );
    },
    /** Brings what is known up to date; a look at a good one counts for `freshMs`. */
    refresh: refreshAll,
  };
}

/**
 * `good`: what it says may be believed. `away`: it cannot be asked. `wrong`: it answers, and must not be believed;
 * `what` goes on a sentence that begins with "the node", `fix` says what to do.
 */
export type NodeState =
  | { kind: 'good'; logBlocks: number }
  | { kind: 'away'; why: 'no connection' | 'no answer' }
  | WrongNode;
type WrongNode = { kind: 'wrong'; what: string; fix: string; isOtherChain?: true };

const BlockOfTransactions = z.object({ number: hex, transactions: z.array(hex) });
const Receipt = z.object({ logs: z.array(z.object({ address: hex })) }).nullable();

const OLDEST_BLOCK_MS = 60_000;
/** Blocks that are looked through for one with an event. On Base every block has some. */
const BLOCKS_TO_LOOK_THROUGH = 5;
const TRANSACTIONS_TO_LOOK_AT = 3;
/** Behind the head, where every node has indexed what is in it. */
const INDEXED_BLOCKS_BEHIND = 3;

const anotherOf = ({ title }: Network) => `Use another node of ${title}.`;
const wrong = (what: string, fix: string): WrongNode => ({ kind: 'wrong', what, fix });

/** Looks whether a node may be believed: its chain, USDC on it, its newest block, its receipts and its events. */
export async function examineNode(rpc: Rpc, network: Network): Promise<NodeState> {
  const { title, usdc } = network;
  const anotherNode = anotherOf(network);
  try {
    const { head, fault } = await seeHead(rpc, network);
    if (fault) return fault;
    const [code, domain] = await Promise.all([
      rpc.call('eth_getCode', [usdc.address, 'latest']),
      rpc.call('eth_call', [{ to: usdc.address, data: encodeCall('DOMAIN_SEPARATOR()') }, 'latest']),
    ]);
    if (code === '0x')
      return wrong('has no USDC at its address', `Use a node of ${title} that holds all of its state.`);
    if (domain !== `0x${Buffer.from(network.domain).toString('hex')}`)
      return wrong(`has a USDC that is not the one of ${title}`, anotherNode);
    const lists = await listsEvents(rpc, head);
    if (lists === 'no_receipt') return wrong('lacks receipts of transactions in its own blocks', anotherNode);
    if (lists === 'no') return wrong('does not list events that stand in its own receipts', anotherNode);
    const logBlocks = await findLogRange(rpc, usdc.address, head);
    return logBlocks === undefined
      ? wrong('lists no events, not even of ten blocks', `Use a node of ${title} that answers eth_getLogs.`)
      : { kind: 'good', logBlocks };
  } catch (error) {
    return describeFailure(error, network);
  }
}

/** Looks at what may change from one moment to the next, by two questions; `undefined` where that is as it should be. */
async function glance(rpc: Rpc, network: Network): Promise<NodeState | undefined> {
  try {
    return (await seeHead(rpc, network)).fault;
  } catch (error) {
    return describeFailure(error, network);
  }
}

async function seeHead(
  rpc: Rpc,
  { title, chainId: wanted }: Network,
): Promise<{ head: BlockTime; fault?: WrongNode }> {
  const [chainId, head] = await Promise.all([rpc.call('eth_chainId', []), readBlock(rpc, 'latest')]);
  if (Number(chainId) !== wanted) {
    const fix = `Set RPC_URL to a node of ${title}, chain ${wanted}.`;
    return { head, fault: { ...wrong(`is one of chain ${Number(chainId)}`, fix), isOtherChain: true } };
  }
  const ageMs = systemClock.now() - head.timeMs;
  if (ageMs <= OLDEST_BLOCK_MS) return { head };
  const seconds = Math.round(ageMs / 1_000);
  const fix = 'Wait until it has caught up, or use another one; and see that the clock here is right.';
  return { head, fault: wrong(`has a newest block that is ${seconds} seconds old`, fix) };
}

function describeFailure(error: unknown, network: Network): NodeState {
  if (!(error instanceof NodeError))
    return wrong(`answers what no node of ${network.title} says`, anotherOf(network));
  if (error.kind === 'rejected') return wrong(`refuses ${error.method}`, anotherOf(network));
  return { kind: 'away', why: error.kind === 'unreachable' ? 'no connection' : 'no answer' };
}

/** Whether it lists an event of which it has the receipt; `unknown` where the newest blocks hold none to compare. */
export async function listsEvents(
  rpc: Rpc,
  head: BlockTime,
): Promise<'yes' | 'no' | 'no_receipt' | 'unknown'> {
  const newest = Math.max(0, head.number - INDEXED_BLOCKS_BEHIND);
  for (let number = newest; number >= 0 && number > newest - BLOCKS_TO_LOOK_THROUGH; number--) {
    const block = toQuantity(number);
    const { transactions } = BlockOfTransactions.parse(
      await rpc.call('eth_getBlockByNumber', [block, false]),
    );
    for (const transaction of transactions.slice(-TRANSACTIONS_TO_LOOK_AT)) {
      const receipt = Receipt.parse(await rpc.call('eth_getTransactionReceipt', [transaction]));
      if (!receipt) return 'no_receipt';
      const [event] = receipt.logs;
      if (!event) continue;
      const ofBlock = { address: event.address, fromBlock: block, toBlock: block };
      const listed = await rpc.call('eth_getLogs', [ofBlock]);
      return Array.isArray(listed) && listed.length > 0 ? 'yes' : 'no';
    }
  }
  return 'unknown';
}

/** Blocks for which it lists events in one question, of a payer that has none. */
async function findLogRange(rpc: Rpc, address: Hex, { number }: BlockTime): Promise<number | undefined> {
  const topics = [AUTHORIZATION_USED, NOBODY];
  for (const blocks of LOG_RANGES) {
    const fromBlock = toQuantity(Math.max(0, number - blocks + 1));
    const asked = { address, topics, fromBlock, toBlock: toQuantity(number) };
    try {
      await rpc.call('eth_getLogs', [asked]);
      return blocks;
    } catch (error) {
      if (!(error instanceof NodeError) || error.kind !== 'rejected') throw error;
    }
  }
  return undefined;
}

const NOBODY: Hex = `0x${'0'.repeat(64)}`;

/** More than a thousand blocks of transfers. */
const MAX_ANSWER_BYTES = 64 * 2 ** 20;

function readAnswer(method: string, status: number, text: string): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new NodeError('lost', method, { code: status });
  }
  if (typeof answer !== 'object' || answer === null) throw new NodeError('lost', method);
  if ('error' in answer && typeof answer.error === 'object' && answer.error !== null) {
    const { code, message, data } = answer.error as { code?: unknown; message?: unknown; data?: unknown };
    throw new NodeError('rejected', method, {
      ...(typeof code === 'number' && { code }),
      ...(typeof message === 'string' && { message }),
      data,
    });
  }
  if (!('result' in answer)) throw new NodeError('lost', method);
  return answer.result;
}

/** JSON-RPC over HTTP. Retries nothing: what may be repeated is for the caller to know. */
export function createRpc(url: string, options: { timeoutMs?: number } = {}): Rpc {
  const timeoutMs = options.timeoutMs ?? 5_000;
  let id = 0;
  return {
    async call(method, params) {
      let response: Response;
      let text: string;
      try {
        response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        });
        text = new TextDecoder().decode(await readBytes(response, MAX_ANSWER_BYTES));
      } catch (error) {
        throw new NodeError(wasNeverSent(error) ? 'unreachable' : 'lost', method);
      }
      return readAnswer(method, response.status, text);
    },
  };
}
