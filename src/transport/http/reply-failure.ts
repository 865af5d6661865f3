import { Failure } from '../../failures/failure.ts';
import { Internal } from '../../failures/internal.ts';
import { MethodNotAllowed } from '../../failures/method-not-allowed.ts';
import { failureStatus, isFailureCode } from '../failure-status.ts';
import { type Exchange, NO_STORE, type ReplyHeaders, replyJson } from './reply.ts';

/** The error body of the interface: what was wrong, what to do, and that nothing was charged. */
export function replyFailure(exchange: Exchange, failure: Failure, headers: ReplyHeaders = {}): Response {
  const { retryAfterSeconds } = failure;
  return replyJson(exchange, statusOf(failure), failureBody(failure, exchange.requestId), {
    ...NO_STORE,
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...(failure instanceof MethodNotAllowed && { Allow: failure.allowed.join(', ') }),
    ...headers,
  });
}

export function failureBody(failure: Failure, requestId: string) {
  return {
    error: failure.code,
    message: failure.message,
    charged: false,
    requestId,
    ...(failure.retryAfterSeconds !== undefined && { retryAfterSeconds: failure.retryAfterSeconds }),
    ...failure.details,
  };
}

/** Anything thrown that is not a failure of ours is a fault of ours; its text stays inside. */
export function asFailure(thrown: unknown): Failure {
  return thrown instanceof Failure ? thrown : new Internal({ cause: thrown });
}

function statusOf(failure: Failure): number {
  return isFailureCode(failure.code) ? failureStatus[failure.code] : failureStatus.internal;
}
