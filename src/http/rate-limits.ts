import { type MinuteLimit, type Policy, type RateDecision, rateLimited } from '../limits/limits.ts';
import { type ReplyHeaders, replyFailure } from './reply.ts';
import type { Handler } from './routes.ts';

/** Lets a client through as far as the limit allows and says where it stands. */
export function limited(limit: MinuteLimit, handler: Handler): Handler {
  return async (c) => {
    const { exchange } = c.env;
    const decision = await limit.take(exchange.clientKey);
    exchange.standing = limitHeaders(decision);
    return decision.allowed ? handler(c) : replyFailure(exchange, rateLimited(limit.name, decision));
  };
}

/** Writes the IETF draft's fields: the requests left, and the policy they are counted by. */
export function limitHeaders(
  { limit, remaining, resetSeconds }: Omit<RateDecision, 'allowed'>,
  counted: Pick<Policy, 'by' | 'windowSeconds'> = { by: 'client', windowSeconds: 60 },
): ReplyHeaders {
  return {
    RateLimit: `"${counted.by}";r=${remaining};t=${resetSeconds}`,
    'RateLimit-Policy': `"${counted.by}";q=${limit};w=${counted.windowSeconds}`,
  };
}
