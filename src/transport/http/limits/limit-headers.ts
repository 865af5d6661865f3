import type { ReplyHeaders } from '../reply.ts';
import type { RateDecision } from './rate-limiter.ts';

/** The IETF draft's fields: how much is left, and the policy it is counted by. */
export function limitHeaders(decision: RateDecision): ReplyHeaders {
  return {
    RateLimit: `"client";r=${decision.remaining};t=${decision.resetSeconds}`,
    'RateLimit-Policy': `"client";q=${decision.limit};w=60`,
  };
}
