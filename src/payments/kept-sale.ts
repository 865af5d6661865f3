import type { PaymentRow } from '../storage/ledger-store.ts';
import type { Digests } from './digests.ts';
import type { Payment } from './payment.ts';

/** What is kept of a sale from before its settlement until the answer has had its time. */
export interface KeptSale {
  answer: object;
  /** To settle it once more for a payer who comes back without it. */
  payment: Payment;
}

/** Seals a sale under its own request. */
export function sealSale({ answer, payment }: KeptSale, request: string, digests: Digests): string {
  const text = JSON.stringify({ answer, payment: { ...payment, amount: String(payment.amount) } });
  return digests.seal(text, request, payment);
}

/** Opens what sealSale made for the identical request; undefined once it was deleted. */
export function openSale(row: PaymentRow, request: string, digests: Digests): KeptSale | undefined {
  if (row.answer === undefined) return undefined;
  // A seal that opens is our own and unaltered, so its content has the shape it was sealed with.
  const { answer, payment } = JSON.parse(digests.open(row.answer, request, row)) as KeptSale;
  return { answer, payment: { ...payment, amount: BigInt(payment.amount) } };
}
