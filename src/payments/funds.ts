import type { Payment } from './payment.ts';
import type { SettlementParts } from './settle.ts';

const POLL_MS = 50;
const MAX_WAIT_MS = 3_000;

/**
 * A payer may have several payments under way, each of them covered on its own and all together not: computes for no
 * more than he holds. Waits a little for those before this one, whose money may have left his wallet already.
 */
export async function isFunded(
  { ledger, chain, clock, events }: Pick<SettlementParts, 'ledger' | 'chain' | 'clock' | 'events'>,
  payment: Payment,
  signal: AbortSignal,
): Promise<'funded' | 'short' | 'unavailable'> {
  const startedMs = clock.nowMs();
  let underWay = await ledger.amountUnderWay(payment);
  // Alone, the payment was covered by the facilitator's check.
  let waited = false;
  while (waited || underWay > payment.amount) {
    let balance: bigint;
    try {
      balance = await chain.balanceOf(payment.payer);
    } catch {
      events.unavailable('chain');
      return 'unavailable';
    }
    if (balance >= underWay) return 'funded';
    if (underWay <= payment.amount || clock.nowMs() - startedMs > MAX_WAIT_MS) return 'short';
    await clock.sleep(POLL_MS);
    signal.throwIfAborted();
    underWay = await ledger.amountUnderWay(payment);
    waited = true;
  }
  return 'funded';
}
