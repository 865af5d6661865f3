import { ServiceError } from '../errors/service-error.ts';
import type { Exchange, ReplyHeaders } from '../http/reply.ts';
import type { MinuteLimit } from '../limits/limits.ts';
import { errorMessage } from './rpc-error.ts';
import { toRpcError } from './to-rpc-error.ts';

export interface Refusal {
  status: number;
  headers: ReplyHeaders;
  body: object;
}

/** Counts one message of this client: the reply to it where it is one too many. */
export async function tooManyMessages(limit: MinuteLimit, exchange: Exchange): Promise<Refusal | undefined> {
  const { allowed, resetSeconds } = await limit.take(exchange.clientKey);
  if (allowed) return undefined;
  const details = { limit: limit.name, retryAfterSeconds: resetSeconds };
  const failure = new ServiceError('rate_limited', details);
  return {
    status: failure.status,
    headers: { 'Retry-After': String(resetSeconds) },
    body: errorMessage(null, toRpcError(failure, exchange.requestId)),
  };
}
