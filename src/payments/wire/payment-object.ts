import { decodeEnvelope, MAX_HEADER_CHARACTERS, MAX_NESTING, type PaymentReading, simply } from './header.ts';
import { isNestedDeeperThan } from './payment-schema.ts';

/**
 * Reads a payment that came as JSON inside a message instead of as a header, under the same caps.
 *
 * @NOTE The message it came in must have been read under a cap on nesting of its own.
 */
export function readPaymentObject(payment: unknown): PaymentReading {
  if (payment === undefined) return { kind: 'none' };
  // Receipts name no header here; the kind only decides which headers a receipt would go into.
  const header = 'PAYMENT-SIGNATURE';
  if (typeof payment !== 'object' || payment === null || Array.isArray(payment)) {
    return { kind: 'malformed', malformed: simply('not_json'), header };
  }
  const text = JSON.stringify(payment);
  if (text.length > MAX_HEADER_CHARACTERS)
    return { kind: 'malformed', malformed: simply('too_long'), header };
  if (isNestedDeeperThan(text, MAX_NESTING))
    return { kind: 'malformed', malformed: simply('too_deep'), header };
  return decodeEnvelope(payment, header);
}
