import type { Chain } from '../evm/chain.ts';
import { isCounterfactual } from '../evm/signature.ts';
import type { Payment } from '../wire/payment.ts';

export type SignerCheck = 'possible' | 'invalid_signature' | 'unavailable';

/**
 * A signature that is not the payer's own can still be good when the payer is a smart wallet, which only its
 * code knows; the facilitator asks it. Without code at the payer's address there is nobody to ask.
 */
export async function checkSigner(
  payment: Payment,
  chain: Pick<Chain, 'hasCode'> | undefined,
): Promise<SignerCheck> {
  if (payment.signedBy === 'account' || isCounterfactual(payment.signature) || !chain) return 'possible';
  try {
    return (await chain.hasCode(payment.payer)) ? 'possible' : 'invalid_signature';
  } catch {
    return 'unavailable';
  }
}
