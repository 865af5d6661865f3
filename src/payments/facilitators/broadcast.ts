import type { Hex } from '../evm/hex.ts';
import { NodeError, type Rpc } from '../evm/rpc.ts';
import type { Notify } from './facilitator-events.ts';

/**
 * `taken`: a node has it. `refused`: none has. `stale`: its nonce is spent or held by another transaction.
 * `lost`: it may be anywhere.
 */
export type Broadcast = 'taken' | 'refused' | 'stale' | 'lost';

export interface SignedTransaction {
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
