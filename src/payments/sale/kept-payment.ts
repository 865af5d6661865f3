import type { PaymentRow } from '../../storage/ledger-store.ts';
import type { Payment } from '../wire/payment.ts';
import type { Digests } from './digests.ts';

/**
 * Seals a payment under the secret alone, so that its settlement can be sent again without its payer. The identifier
 * that the payer has chosen is not among it.
 */
export function sealPayment({ paymentIdentifier: _, ...payment }: Payment, digests: Digests): string {
  const text = JSON.stringify({ ...payment, amount: String(payment.amount) });
  return digests.sealPayment(text, payment);
}

/** Opens what sealPayment made; undefined once it was deleted. */
export function openPayment(row: PaymentRow, digests: Digests): Payment | undefined {
  if (row.payment === undefined) return undefined;
  // A seal that opens is our own and unaltered, so its content has the shape it was sealed with.
  const payment = JSON.parse(digests.openPayment(row.payment, row)) as Payment;
  return { ...payment, amount: BigInt(payment.amount) };
}
