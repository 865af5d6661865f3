import { ServiceError } from '../../../errors/service-error.ts';
import type { MinuteLimit } from '../../limits/limits.ts';
import { replyFailure } from '../reply-failure.ts';
import type { Handler } from '../routes.ts';
import { limitHeaders } from './limit-headers.ts';

/** Lets a client through as far as the limit allows and says where it stands. */
export function limited(limit: MinuteLimit, handler: Handler): Handler {
  return async (c) => {
    const decision = await limit.take(c.env.exchange.clientKey);
    const headers = limitHeaders(decision);
    const details = { limit: limit.name, retryAfterSeconds: decision.resetSeconds };
    if (!decision.allowed)
      return replyFailure(c.env.exchange, new ServiceError('rate_limited', details), headers);
    const response = await handler(c);
    for (const [header, value] of Object.entries(headers)) response.headers.set(header, value);
    return response;
  };
}
