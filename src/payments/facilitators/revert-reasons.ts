import type { NodeError } from '../evm/rpc.ts';
import type { PaymentRefusal } from '../wire/payment.ts';

/** What USDC says when it refuses a transfer, and what that means to the payer. */
const REASONS: readonly [RegExp, PaymentRefusal][] = [
  [/used or canceled/i, 'payment_already_used'],
  [/exceeds balance/i, 'insufficient_funds'],
  [/is expired/i, 'payment_expired'],
  [/not yet valid/i, 'payment_not_yet_valid'],
  [/invalid signature|ECRecover/i, 'invalid_signature'],
];

/** `undefined` when the contract refuses everybody, as while it is paused: not the payment's fault. */
export function refusalOfRevert(failure: NodeError): PaymentRefusal | undefined {
  if (failure.revertMatches(/paused/i)) return undefined;
  return REASONS.find(([pattern]) => failure.revertMatches(pattern))?.[1] ?? 'payment_invalid';
}
