import { type AnyServiceError, ServiceError } from '../../errors/service-error.ts';
import type { BoundPayment } from '../../storage/ledger-store.ts';
import type { Hex } from '../evm/encoding.ts';
import type { MalformedPayment, PaymentReading } from '../wire/header.ts';
import type { AnyPayment, ChannelState, Payment, PaymentRefusal } from '../wire/payment.ts';
import { describeSettlement, type Receipt } from '../wire/receipt.ts';
import type { Offer } from '../wire/requirements.ts';

/** The answer of a product, and whether it is worth money. */
export interface ComputedAnswer {
  body: object;
  charge: boolean;
}

/** A request whose parameters have been read. */
export interface Request {
  /** The path without any query: the ledger may show it. */
  resource: string;
  /**
   * Everything that distinguishes this request from another, in one canonical form: two requests are identical when their
   * texts are. Stored as a keyed digest only.
   */
  text: string;
  /** Throws a ServiceError where there is no answer to be had. */
  compute(signal: AbortSignal): Promise<ComputedAnswer>;
}

/** A payment that was proved as far as we can, for a request that was read. */
export interface PaidRequest<Paid extends AnyPayment = Payment> {
  payment: Paid;
  request: Request;
  /** The two as the ledger has them. */
  bound: BoundPayment;
}

/** The attempts of one client that may cost us something and bring nothing; each limit is counted by itself. */
export interface Attempts {
  /** Counts one. With the seconds to wait where there were too many. */
  take(): { waitSeconds: number };
  /** Takes one back: it turned out well. */
  giveBack(): void;
}

/** One call of something paid, as a transport hands it over. */
export interface Call {
  /** Names this call, to its caller and in the books. */
  requestId: string;
  offer: Offer;
  /** The payment that the caller sent, if any. */
  reading: PaymentReading;
  /** Reads the parameters; throws a ServiceError that names every problem with them. Not called without a payment. */
  readRequest(): Request;
  /** Payments that do not hold good. */
  failed: Attempts;
  /** Aborted when the caller leaves. Aborted with a ServiceError as its reason, that failure is the outcome. */
  signal: AbortSignal;
}

/**
 * The end of a call of something paid. It is made once, and every transport writes its reply from it. `requestId`:
 * where it may be in the books, that of the call which they know it by, the first that showed the payment.
 */
export type Outcome = { requestId?: string } & End;

type End =
  /** Only where `charged` is true was this payment taken. */
  | SoldAnswer
  /** Pay, or why this payment was not taken. With a receipt where its settlement was tried and took nothing. */
  | { kind: 'challenge'; reason: PaymentRefusal; receipt?: Receipt; state?: ChannelState }
  /** Something was sent that is no payment. */
  | { kind: 'malformed'; malformed: MalformedPayment }
  /** No answer. With a receipt where money may have moved. */
  | { kind: 'failure'; failure: AnyServiceError; receipt?: Receipt }
  /** The caller has left before anything was settled. The payment can be used again. */
  | { kind: 'gone' };

export interface SoldAnswer {
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

/** It was paid for, and another instance may open the answer. Never answer this with a challenge either. */
export function unreadable(events: Pick<PaymentEvents, 'unavailable'>, transaction: Hex): Outcome {
  events.unavailable('answer');
  return {
    kind: 'failure',
    failure: new ServiceError('answer_unreadable', {
      retryAfterSeconds: PENDING_RETRY_SECONDS,
      payment: { state: 'settled', transaction },
    }),
  };
}

/** A challenge that says why a payment was not taken. */
export function refuse(events: Pick<PaymentEvents, 'challenged'>, reason: PaymentRefusal): Outcome {
  events.challenged(reason);
  return { kind: 'challenge', reason };
}

/** The settlements of this payer keep failing. */
export function slowDown(events: Pick<PaymentEvents, 'slowed'>, waitSeconds: number): Outcome {
  events.slowed();
  const details = { limit: 'failed_settlements', retryAfterSeconds: waitSeconds } as const;
  return { kind: 'failure', failure: new ServiceError('rate_limited', details) };
}

/** The settlement was tried and took nothing. */
export const notSettled = (payer: Hex, reason: PaymentRefusal): Outcome => ({
  kind: 'challenge',
  reason,
  receipt: describeSettlement(payer, { kind: 'not_settled', reason }),
});

/**
 * The source by which we know that the money is ours: the settling call itself, the chain's events afterwards, or a
 * voucher that we can claim.
 */
export type SettledBy = 'facilitator' | 'evidence' | 'voucher';

/** Events of payments, for counters and logs: one method per event. None of them may throw. */
export interface PaymentEvents {
  challenged(reason: PaymentRefusal): void;
  malformed(reason: MalformedPayment['reason']): void;
  /** A request waited for the computation and settlement of another one. */
  joined(): void;
  /** A kept answer was given again to its payment, or to its payer in place of taking another payment. */
  replayed(how: 'same_payment' | 'paid_before'): void;
  uncharged(): void;
  settled(settled: {
    by: SettledBy;
    amountAtomic: bigint;
    durationMs: number;
    /** By which a customer and the chain name the sale. */
    requestId: string | undefined;
    transaction: Hex;
  }): void;
  settlementFailed(reason: PaymentRefusal): void;
  settlementUnknown(): void;
  /** A payment whose outcome was open has been cleared up. */
  resolved(resolution: 'settled' | 'void', ageMs: number): void;
  /** Payments whose outcome is still open after a round of the reconciler. */
  unresolved(count: number): void;
  /**
   * A settled payment was compared with the chain. `final`: deep enough. `dropped`: its transfer is not there any more,
   * or never was. `restored`: there again. `lost`: it can never be, and the answer was given for nothing.
   */
  audited(result: 'final' | 'dropped' | 'restored' | 'lost', amountAtomic: bigint): void;
  /** `answer`: it is kept, and was sealed in another form or under another secret. */
  unavailable(part: 'facilitator' | 'chain' | 'ledger' | 'answer'): void;
  /** A payer whose settlements keep failing was asked to wait. */
  slowed(): void;
}

/** The work on one payment, which all identical requests of this process share. */
export interface Flight {
  /** Aborted when every caller has left before settling. */
  readonly signal: AbortSignal;
  /** `computing`: nothing was sent, it can be given up. `settling`: money may move, it runs to its end. */
  phase: 'computing' | 'following' | 'settling';
}
