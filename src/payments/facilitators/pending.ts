import type { Hex } from '../evm/encoding.ts';
import { NodeError, type Rpc } from '../evm/rpc.ts';
import type { TransactionReceipt } from '../evm/transfer-events.ts';
import type { Notify } from './facilitator.ts';
import type { ContractCall, Fees } from './transfer-call.ts';

/**
 * `taken`: a node has it. `refused`: none has. `stale`: its nonce is spent or held by another transaction.
 * `lost`: it may be anywhere.
 */
type Broadcast = 'taken' | 'refused' | 'stale' | 'lost';

interface SignedTransaction {
  raw: Hex;
  hash: Hex;
}

/** Hands a signed transaction to the node. What the node says about it is understood here and goes no further. */
export async function broadcast(
  rpc: Rpc,
  { raw, hash }: SignedTransaction,
  notify: Notify,
): Promise<Broadcast> {
  try {
    await rpc.call('eth_sendRawTransaction', [raw]);
    return 'taken';
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    const result = understand(error, notify);
    if (result === 'taken' || result === 'lost' || error.kind === 'unreachable') return result;
    // Behind one address there are often several nodes: one of them may have it although another one complains.
    const found = await rpc.call('eth_getTransactionByHash', [hash]).catch(() => undefined);
    if (found) return 'taken';
    return found === null ? result : 'lost';
  }
}

function understand(failure: NodeError, notify: Notify): Broadcast {
  if (failure.kind === 'unreachable') return 'refused';
  if (failure.kind === 'lost') return 'lost';
  if (failure.says(/already known|already imported/i)) return 'taken';
  if (failure.says(/nonce too low|replacement transaction underpriced/i)) return 'stale';
  if (failure.says(/insufficient funds/i)) {
    notify({ event: 'gas_exhausted' });
    return 'refused';
  }
  if (failure.says(/fee cap|max fee per gas|base ?fee|underpriced/i)) return 'refused';
  return 'lost';
}

/** A call that was sent and is not known to be mined. */
export interface Pending {
  call: ContractCall;
  gas: bigint;
  /** The most that a unit of gas may cost. */
  limit: bigint | undefined;
  nonce: number;
  fees: Fees;
  /** One for each time it was signed anew; at most one of them is ever mined. */
  transactions: [SignedTransaction, ...SignedTransaction[]];
  firstSentAtMs: number;
  sentAtMs: number;
  bumps: number;
  resendings: number;
  /** A later one was sent with its nonce, since this one seemed to be lost: must not be bumped over that. */
  displaced: boolean;
  mined: PromiseWithResolvers<TransactionReceipt>;
}

/** Keeps the calls that one account has under way. */
export function createPendingCalls() {
  const pending = new Set<Pending>();

  return {
    isEmpty: () => pending.size === 0,
    all: (): readonly Pending[] => [...pending],
    lowestNonce: () => Math.min(...[...pending].map(({ nonce }) => nonce)),
    /** Age of the oldest one; 0 while none waits. */
    oldestMs: () =>
      pending.size === 0
        ? 0
        : Date.now() - Math.min(...[...pending].map(({ firstSentAtMs }) => firstSentAtMs)),

    /** Adds one that was just sent. An earlier one with its nonce is found once that is spent, or sent anew. */
    add(
      sent: Pick<Pending, 'call' | 'gas' | 'limit' | 'nonce' | 'fees'>,
      transaction: SignedTransaction,
    ): Pending {
      for (const earlier of pending) if (earlier.nonce === sent.nonce) earlier.displaced = true;
      const nowMs = Date.now();
      const added: Pending = {
        ...sent,
        transactions: [transaction],
        firstSentAtMs: nowMs,
        sentAtMs: nowMs,
        bumps: 0,
        resendings: 0,
        displaced: false,
        mined: Promise.withResolvers(),
      };
      pending.add(added);
      return added;
    },

    markMined(sent: Pending, receipt: TransactionReceipt): void {
      pending.delete(sent);
      sent.mined.resolve(receipt);
    },

    giveUp: (sent: Pending) => pending.delete(sent),
  };
}

/** The transaction that the node was last given for this call. */
export const latestOf = ({ transactions }: Pending): SignedTransaction =>
  transactions.at(-1) ?? transactions[0];

export const hashesOf = ({ transactions }: Pending): Hex[] => transactions.map(({ hash }) => hash);
