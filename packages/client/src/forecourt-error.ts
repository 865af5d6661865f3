import type { ServiceErrorCode } from './error-codes.ts';

/** The codes of the service, and those that only a client can find out. */
export type ForecourtErrorCode =
  | ServiceErrorCode
  | 'invalid_options'
  | 'payment_cap_exceeded'
  | 'payment_uncertain'
  | 'signer_missing'
  | 'unacceptable_terms'
  | 'unreachable'
  | 'timed_out'
  | 'unexpected_answer';

/** Facts of an error beside its code and message. */
interface Facts {
  charged?: 'unknown';
  status?: number;
  requestId?: string | undefined;
  details?: Readonly<Record<string, unknown>>;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** Everything that keeps a call from its answer, apart from an abort, which rejects with the reason of its signal. */
export class ForecourtError extends Error {
  override name = 'ForecourtError';
  readonly code: ForecourtErrorCode;
  /** `unknown`: money may have moved; the same call gets the answer or clears it up without a second payment. */
  readonly charged: false | 'unknown';
  readonly status: number | undefined;
  /** By which the service finds the request in its logs. */
  readonly requestId: string | undefined;
  /** The error body as the service sent it. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds until trying again makes sense. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ForecourtErrorCode, message: string, facts: Facts = {}) {
    super(message, 'cause' in facts ? { cause: facts.cause } : undefined);
    this.code = code;
    this.charged = facts.charged ?? false;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.details = facts.details ?? {};
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}
