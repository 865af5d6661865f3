import { NodeError } from '../evm/rpc.ts';
import type { PaymentRefusal } from '../wire/payment.ts';

/** What USDC says when it refuses a transfer, and what that means to the payer. */
const REASONS: readonly [RegExp, PaymentRefusal][] = [
  [/used or canceled/i, 'payment_already_used'],
  [/exceeds balance/i, 'insufficient_funds'],
  [/is expired/i, 'payment_expired'],
  [/not yet valid/i, 'payment_not_yet_valid'],
  [/invalid signature|ECRecover/i, 'invalid_signature'],
];

/**
 * What a simulation says against a payment; `undefined` where that is not the payment's fault: the node fails, or the
 * contract refuses everybody, as while it is paused.
 */
export function refusalOf(failure: unknown): PaymentRefusal | undefined {
  if (!(failure instanceof NodeError)) return undefined;
  // Only a wallet's own code can take as much as we allow.
  if (failure.says(/out ?of ?gas|gas required exceeds/i)) return 'payment_invalid';
  if (!failure.reverted || failure.revertMatches(/paused/i)) return undefined;
  return REASONS.find(([pattern]) => failure.revertMatches(pattern))?.[1] ?? 'payment_invalid';
}
