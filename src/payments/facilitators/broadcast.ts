import type { Hex } from '../payment.ts';
import { type Rpc, RpcFailure } from '../rpc.ts';
import type { Notify } from './facilitator-events.ts';

/**
 * `taken`: a node has it. `refused`: none has. `stale`: its nonce is spent or held by another transaction.
 * `lost`: it may be anywhere.
 */
export type Broadcast = 'taken' | 'refused' | 'stale' | 'lost';

/** Hands a signed transaction to the node. What the node says about it is understood here and goes no further. */
export async function broadcast(rpc: Rpc, raw: Hex, notify: Notify): Promise<Broadcast> {
  try {
    await rpc.call('eth_sendRawTransaction', [raw]);
    return 'taken';
  } catch (error) {
    if (!(error instanceof RpcFailure)) throw error;
    if (error.kind === 'unreachable') return 'refused';
    if (error.kind === 'lost') return 'lost';
    if (error.says(/already known|already imported/i)) return 'taken';
    if (error.says(/nonce too low|replacement transaction underpriced/i)) return 'stale';
    if (error.says(/insufficient funds/i)) {
      notify({ event: 'gas_exhausted' });
      return 'refused';
    }
    if (error.says(/fee cap|max fee per gas|base ?fee|underpriced/i)) return 'refused';
    return 'lost';
  }
}
