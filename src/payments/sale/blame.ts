import type { Clock } from '../../lib/clock.ts';
import type { Chain, Evidence } from '../evm/chain.ts';
import type { Payment, PaymentRefusal } from '../wire/payment.ts';

/** Facilitators refuse what is good for a few seconds only, and by clocks of their own. */
const CLOCK_MARGIN_MS = 15_000;

/**
 * Whether a settlement failed by what the payer did after the check: spent or cancelled the authorization, emptied the
 * wallet, let it expire, or changed the mind of a smart wallet. The facilitator's word alone is no reason to slow a
 * payer down: it may be in trouble itself.
 */
export async function isPayersDoing(
  { chain, clock }: { chain: Pick<Chain, 'balanceOf'>; clock: Clock },
  payment: Payment,
  reason: PaymentRefusal,
  evidence: Evidence['kind'],
): Promise<boolean> {
  const isExpired =
    reason === 'payment_expired' && clock.now() + CLOCK_MARGIN_MS >= payment.validBeforeSeconds * 1_000;
  if (evidence === 'void' || isExpired) return true;
  if (reason === 'invalid_signature') return payment.signedBy === 'contract';
  if (reason !== 'insufficient_funds' && reason !== 'settlement_failed') return false;
  const balance = await chain.balanceOf(payment.payer).catch(() => undefined);
  return balance !== undefined && balance < payment.amount;
}
