import { ServiceError } from '../../errors/service-error.ts';
import { goOn } from '../../lib/go-on.ts';
import type { MinuteLimit } from '../../limits/limits.ts';
import { replyFailure } from '../reply-failure.ts';
import type { Handler } from '../routes.ts';
import { limitHeaders } from './limit-headers.ts';

/** Lets a client through as far as the limit allows and says where it stands. */
export function limited(limit: MinuteLimit, handler: Handler): Handler {
  return (c) => {
    const { exchange } = c.env;
    return goOn(limit.take(exchange.clientKey), (decision) => {
      exchange.standing = limitHeaders(decision);
      if (decision.allowed) return handler(c);
      const details = { limit: limit.name, retryAfterSeconds: decision.resetSeconds };
      return replyFailure(exchange, new ServiceError('rate_limited', details));
    });
  };
}
