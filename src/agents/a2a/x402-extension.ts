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

/** The difference between the two for who reads the card: the version of the payments that each speaks. */
export const x402Speaks: Readonly<Record<keyof typeof x402Extensions, string>> = {
  current:
    'x402 version 2, which the official clients pay; spoken too where no extension or both are activated',
  earlier: 'x402 version 1, only for clients that know no other: activate this one alone to get it',
};

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
