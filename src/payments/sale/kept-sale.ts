import type { PaymentRow } from '../../storage/ledger-store.ts';
import type { Payment } from '../wire/payment.ts';
import type { Digests } from './digests.ts';

/** What is kept of a sale from before its settlement until the answer has had its time. */
export interface KeptSale {
  answer: object;
  /** To settle it once more for a payer who comes back without it. */
  payment: Payment;
}

/** Every decode fits in: its length says nothing about the vehicle. */
const SMALLEST_BYTES = 4_096;

/** Seals a sale under its own request. */
export function sealSale({ answer, payment }: KeptSale, request: string, digests: Digests): string {
  // Facilitators list what is settled when it is sold; a settlement that is repeated need not carry it again.
  const { listing: _listed, amount, ...kept } = payment;
  const text = JSON.stringify({ answer, payment: { ...kept, amount: String(amount) } });
  return digests.seal(pad(text), request, payment);
}

/** Spaces up to the next power of two: a seal hides everything but the length of what is in it. */
function pad(text: string): string {
  const bytes = Buffer.byteLength(text);
  let padded = SMALLEST_BYTES;
  while (padded < bytes) padded *= 2;
  return text + ' '.repeat(padded - bytes);
}

/** Opens what sealSale made for the identical request; undefined once it was deleted. */
export function openSale(row: PaymentRow, request: string, digests: Digests): KeptSale | undefined {
  if (row.answer === undefined) return undefined;
  // A seal that opens is our own and unaltered, so its content has the shape it was sealed with.
  const { answer, payment } = JSON.parse(digests.open(row.answer, request, row)) as KeptSale;
  return { answer, payment: { ...payment, amount: BigInt(payment.amount) } };
}
