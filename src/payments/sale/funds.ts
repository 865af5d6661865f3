import { inTime } from '../../lib/in-time.ts';
import type { Payment } from '../wire/payment.ts';
import type { SettlementParts } from './settle.ts';

const POLL_MS = 50;
const MAX_WAIT_MS = 3_000;
const MAX_NODE_MS = 1_500;

/**
 * A payer may have several payments under way, each of them covered on its own and all together not: computes for no
 * more than they hold. Waits a little for those before this one, whose money may have left their wallet already.
 */
export async function isFunded(
  { ledger, chain, clock, events }: Pick<SettlementParts, 'ledger' | 'chain' | 'clock' | 'events'>,
  payment: Payment,
  signal: AbortSignal,
): Promise<'funded' | 'short'> {
  const startedMs = clock.now();
  let underWay = await ledger.amountUnderWay(payment);
  // Alone, the payment was covered by the facilitator's check.
  let waited = false;
  while (waited || underWay > payment.amount) {
    const asking = chain.balanceOf(payment.payer).catch(() => undefined);
    const balance = await inTime(asking, { clock, ms: MAX_NODE_MS, late: () => undefined });
    if (balance === undefined) {
      // The facilitator has found each of them covered; a node that is silent must not stop sales that it can settle.
      events.unavailable('chain');
      return 'funded';
    }
    if (balance >= underWay) return 'funded';
    if (underWay <= payment.amount || clock.now() - startedMs > MAX_WAIT_MS) return 'short';
    await clock.sleep(POLL_MS);
    signal.throwIfAborted();
    underWay = await ledger.amountUnderWay(payment);
    waited = true;
  }
  return 'funded';
}
