import { systemClock, withDeadline } from '../../lib/clock.ts';
import type { Chain } from '../evm/chain.ts';
import type { Facilitator, Notify } from './facilitator.ts';
import { authorizedTransferOf } from './transfer-call.ts';

interface Options {
  facilitator: Facilitator;
  chain: Pick<Chain, 'findTransfer'>;
  notify: Notify;
  /** Time for which a transaction may be missing: our node may hear of a block later than the facilitator's. */
  deadlineMs?: number;
  pollMs?: number;
  /** A node that does not answer in this time does not hold up a sale. */
  nodeTimeoutMs?: number;
}

/**
 * A facilitator whose word is compared with a node of ours: what the chain does not show as paid is an open outcome.
 * Where the node cannot be asked, the facilitator's word counts until the audit.
 */
export function proveSettlements({
  facilitator,
  chain,
  notify,
  deadlineMs = 3_000,
  pollMs = 100,
  nodeTimeoutMs = 1_500,
}: Options): Facilitator {
  return {
    verify: (payment) => facilitator.verify(payment),
    support: () => facilitator.support(),

    async settle(payment) {
      const settlement = await facilitator.settle(payment);
      if (settlement.kind !== 'settled') return settlement;
      const untilMs = Date.now() + deadlineMs;
      for (;;) {
        const looking = chain.findTransfer(authorizedTransferOf(payment), settlement.transaction);
        const deadline = { clock: systemClock, ms: nodeTimeoutMs, late: () => undefined };
        const found = await withDeadline(looking, deadline).catch(() => undefined);
        if (found === undefined || found.kind === 'paid') return settlement;
        if (found.kind === 'missing' && Date.now() < untilMs) {
          await systemClock.sleep(pollMs);
          continue;
        }
        notify({ event: 'settlement_doubted', doubt: 'transaction' });
        // One that is missing may come yet.
        return found.kind === 'missing' ? { ...settlement, kind: 'unknown' } : { kind: 'unknown' };
      }
    },
  };
}
