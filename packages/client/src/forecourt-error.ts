import type { ServiceErrorCode } from './error-codes.ts';

/** What the service says, and what only a client can find out. */
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

/** Everything that keeps a call from its answer, apart from an abort, which rejects with the reason of its signal. */
export class ForecourtError extends Error {
  override name = 'ForecourtError';
  declare readonly code: ForecourtErrorCode;
  /** `unknown`: money may have moved; the same call gets the answer or clears it up without a second payment. */
  declare readonly charged: false | 'unknown';
  declare readonly status: number | undefined;
  /** By which the service finds the request in its logs. */
  declare readonly requestId: string | undefined;
  /** The error body as the service sent it. */
  declare readonly details: Readonly<Record<string, unknown>>;
  /** When trying again makes sense. */
  declare readonly retryAfterSeconds: number | undefined;

  /** `facts` become members. */
  constructor(code: ForecourtErrorCode, message: string, facts: object = {}) {
    super(message);
    Object.assign(this, { code, charged: false, details: {} }, facts);
  }
}
