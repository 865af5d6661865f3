import { examineNode, glance, type NodeState } from './examine-node.ts';
import type { Network } from './networks.ts';
import { createRpc, NodeError, type Rpc } from './rpc.ts';

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
/** What nodes say of a caller who asks too much or too often: another one may answer. */
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
    const isKnown = node.state?.kind === 'good' && Date.now() - node.examinedAtMs < EXAMINE_AGAIN_MS;
    const changed = isKnown ? await glance(node.rpc, network) : await examineNode(node.rpc, network);
    node.lookedAtMs = Date.now();
    if (!isKnown) node.examinedAtMs = node.lookedAtMs;
    if (changed) enter(node, changed);
  }

  /** Looks at it, unless that was done a moment ago. */
  async function refresh(node: Node, freshMs: number): Promise<void> {
    const staleAfterMs = node.state?.kind === 'good' ? freshMs : LOOK_AGAIN_MS;
    if (!node.looking && Date.now() - node.lookedAtMs < staleAfterMs) return;
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
    let failure = new NodeError('unreachable', method);
    for (const node of good()) {
      try {
        return await node.rpc.call(method, params);
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        // What one of them may have acted upon stays open, whatever the next one says of itself.
        if (failure.kind !== 'lost') failure = error;
        if (error.kind === 'rejected' && error.code !== LIMIT_EXCEEDED) break;
        if (error.kind === 'rejected') continue;
        enter(node, { kind: 'away', why: error.kind === 'unreachable' ? 'no connection' : 'no answer' });
      }
    }
    throw failure;
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
