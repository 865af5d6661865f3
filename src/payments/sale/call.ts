import { isServiceError } from '../../errors/service-error.ts';
import type { PaymentReading } from '../wire/header.ts';
import type { Offer } from '../wire/requirements.ts';
import type { Outcome } from './outcome.ts';

/** What a product gives: its answer, and whether it is worth money. */
export interface ComputedAnswer {
  body: object;
  charge: boolean;
}

/** What is asked for, once its parameters have been read. */
export interface Request {
  /** What the ledger may show: the path, without any query. */
  resource: string;
  /**
   * Everything that distinguishes this request from another, in one canonical form: two requests are identical when their
   * texts are. Stored as a keyed digest only.
   */
  text: string;
  /** Throws a ServiceError where there is no answer to be had. */
  compute(signal: AbortSignal): Promise<ComputedAnswer>;
}

/** The attempts of one client that may cost us something and bring nothing; each limit is counted by itself. */
export interface Attempts {
  /** Counts one. With the seconds to wait where there were too many. */
  take(): Promise<{ waitSeconds: number }>;
  /** Takes one back: it turned out well. */
  giveBack(): void;
}

/** One call of something paid, as a transport hands it over. */
export interface Call {
  offer: Offer;
  /** What the caller sent as payment, if anything. */
  reading: PaymentReading;
  /** Reads the parameters; throws a ServiceError that names every problem with them. Not called without a payment. */
  readRequest(): Request;
  /** Payments that do not hold good. */
  failed: Attempts;
  /** Aborted when the caller leaves. Aborted with a ServiceError as its reason, that failure is the outcome. */
  signal: AbortSignal;
}

/** What is asked for, or the failure that says what is wrong with it. */
export function readParameters(
  read: Call['readRequest'],
): { request: Request } | (Outcome & { kind: 'failure' }) {
  try {
    return { request: read() };
  } catch (error) {
    if (isServiceError(error)) return { kind: 'failure', failure: error };
    throw error;
  }
}
