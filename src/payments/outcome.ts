import type { Failure } from '../failures/failure.ts';
import type { MalformedPayment } from './header.ts';
import type { Hex, Payment, PaymentHeader, PaymentRefusal } from './payment.ts';

/** To whom the receipt of a settlement goes, and by which header. */
export type Payee = Pick<Payment, 'payer' | 'header'>;

/** How a call of something paid ended; each transport says it in its own way. Only `settled` took money. */
export type Outcome =
  /** 402: pay, or why this payment was not taken. */
  | { kind: 'challenge'; reason: PaymentRefusal }
  /** 400: what was sent is no payment. */
  | { kind: 'malformed'; malformed: MalformedPayment; header: PaymentHeader }
  /** 200: an honest answer that is not worth money. The payment can be used again. */
  | { kind: 'uncharged'; body: object }
  /** 200: paid. `replayed` where it is the kept answer of a settlement before. */
  | { kind: 'settled'; body: object; transaction: Hex; payee: Payee; replayed: boolean }
  /** 402 after computing: the settlement took nothing. */
  | { kind: 'failed'; reason: PaymentRefusal; payee: Payee }
  /** 503: money may move. Never answer this with a challenge: it would invite a second payment. */
  | { kind: 'pending'; retryAfterSeconds: number; payee: Payee; transaction?: Hex }
  /** 503: the facilitator, the chain or the ledger cannot be asked. Nothing was taken. */
  | { kind: 'unavailable'; retryAfterSeconds: number }
  /** 429: too many settlements of this payer have failed. */
  | { kind: 'slowed'; retryAfterSeconds: number }
  /** 409: the payment identifier names another request. */
  | { kind: 'conflict' }
  /** The product could not answer. The payment can be used again. */
  | { kind: 'failure'; failure: Failure }
  /** The caller has left before anything was settled. The payment can be used again. */
  | { kind: 'aborted' };

export const UNAVAILABLE_RETRY_SECONDS = 5;
export const PENDING_RETRY_SECONDS = 2;

export const unavailable: Outcome = { kind: 'unavailable', retryAfterSeconds: UNAVAILABLE_RETRY_SECONDS };
