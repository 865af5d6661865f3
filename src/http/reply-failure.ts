import { type AnyServiceError, isServiceError, ServiceError } from '../errors/service-error.ts';
import { type Exchange, NO_STORE, type ReplyHeaders, replyJson, replyText } from './reply.ts';

const HTML_TYPE = 'text/html; charset=utf-8';

/** The error body of the interface: what was wrong, what to do, and whether anything was charged. */
export function replyFailure(
  exchange: Exchange,
  failure: AnyServiceError,
  headers: ReplyHeaders = {},
): Response {
  const { status, retryAfterSeconds } = failure;
  const own = {
    ...NO_STORE,
    ...(retryAfterSeconds !== undefined && { 'Retry-After': String(retryAfterSeconds) }),
    ...headers,
  };
  const page = exchange.failurePage?.(failure);
  return page === undefined
    ? replyJson(exchange, status, failure.body(exchange.requestId), own)
    : replyText(exchange, status, page.text, HTML_TYPE, { ...own, ...page.headers, Vary: 'Accept' });
}

/** Anything thrown that is not an error of the table is a fault of ours; its text stays inside. */
export function asFailure(thrown: unknown): AnyServiceError {
  return isServiceError(thrown) ? thrown : new ServiceError('internal', {}, { cause: thrown });
}
