import type { PaymentRefusal } from '../../payments/wire/payment.ts';

/** Addresses of the extension by which tasks are paid for, the one that is preferred first. */
export const x402Extensions = {
  current: 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2',
  earlier: 'https://github.com/google-a2a/a2a-x402/v0.1',
} as const;

export const x402Keys = {
  status: 'x402.payment.status',
  required: 'x402.payment.required',
  payload: 'x402.payment.payload',
  receipts: 'x402.payment.receipts',
  error: 'x402.payment.error',
} as const;

/** Error codes of the extension, where it has one; ours in its spelling where it has none. */
const codes: Partial<Record<PaymentRefusal, string>> = {
  payment_expired: 'EXPIRED_PAYMENT',
  wrong_amount: 'INVALID_AMOUNT',
  wrong_network: 'NETWORK_MISMATCH',
  payment_already_used: 'DUPLICATE_NONCE',
};

export function paymentErrorCode(code: string): string {
  return (codes as Record<string, string | undefined>)[code] ?? code.toUpperCase();
}
