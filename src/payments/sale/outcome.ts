import { type AnyServiceError, ServiceError } from '../../errors/service-error.ts';
import type { Hex } from '../evm/hex.ts';
import type { MalformedPayment } from '../wire/header.ts';
import type { PaymentRefusal } from '../wire/payment.ts';
import { describeSettlement, type Receipt } from '../wire/receipt.ts';

/** How a call of something paid ended. It is made once, and every transport writes its reply from it. */
export type Outcome =
  /** Only where `charged` is true was this payment taken. */
  | Answer
  /** Pay, or why this payment was not taken. With a receipt where its settlement was tried and took nothing. */
  | { kind: 'challenge'; reason: PaymentRefusal; receipt?: Receipt }
  /** What was sent is no payment. */
  | { kind: 'malformed'; malformed: MalformedPayment }
  /** No answer. With a receipt where money may have moved. */
  | { kind: 'failure'; failure: AnyServiceError; receipt?: Receipt }
  /** The caller has left before anything was settled. The payment can be used again. */
  | { kind: 'gone' };

export interface Answer {
  kind: 'answer';
  body: object;
  charged: boolean;
  receipt?: Receipt;
  /** The payer had paid for this very request a short time ago: this is that answer. */
  paidBefore?: { transaction: Hex };
  /**
   * To be called once, when the response was sent whole, or when the connection broke before that: then the answer
   * does not count as handed out.
   */
  handedOut?: (whole: boolean) => void;
}

const UNAVAILABLE_RETRY_SECONDS = 5;
const PENDING_RETRY_SECONDS = 2;

/** The facilitator, the chain or the ledger cannot be asked. Nothing was taken. */
export const unavailable = (): Outcome => ({
  kind: 'failure',
  failure: new ServiceError('payment_service_unavailable', { retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS }),
});

/** Money may move. Never answer this with a challenge: it would invite a second payment. */
export function pending(payer: Hex, transaction: Hex | undefined): Outcome {
  const known = transaction === undefined ? {} : { transaction };
  return {
    kind: 'failure',
    failure: new ServiceError('settlement_pending', {
      retryAfterSeconds: PENDING_RETRY_SECONDS,
      payment: { state: 'pending', ...known },
    }),
    receipt: describeSettlement(payer, { kind: 'not_settled', reason: 'settlement_pending', ...known }),
  };
}

/** The settlement was tried and took nothing. */
export const notSettled = (payer: Hex, reason: PaymentRefusal): Outcome => ({
  kind: 'challenge',
  reason,
  receipt: describeSettlement(payer, { kind: 'not_settled', reason }),
});
