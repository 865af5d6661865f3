import { decodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentRequirements } from '../../../src/payments/wire/payment.ts';

/** What a server asks for, in its own spelling: the stock one compares it to the letter. */
export async function askRequirements(at: number | string, path: string): Promise<PaymentRequirements> {
  const response = await fetch(`${typeof at === 'number' ? `http://127.0.0.1:${at}` : at}${path}`);
  const { accepts } = decodePaymentRequiredHeader(response.headers.get('PAYMENT-REQUIRED') ?? '');
  const [first] = accepts;
  if (!first) throw new Error('The challenge asks for nothing');
  // Both servers are ours to start and ask for the same thing in the same shape.
  return first as PaymentRequirements;
}
