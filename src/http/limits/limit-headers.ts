import type { Policy } from '../../limits/limit-table.ts';
import type { RateDecision } from '../../limits/limits.ts';
import type { ReplyHeaders } from '../reply.ts';

/** The IETF draft's fields: how much is left, and the policy it is counted by. */
export function limitHeaders(
  { limit, remaining, resetSeconds }: Omit<RateDecision, 'allowed'>,
  counted: Pick<Policy, 'by' | 'windowSeconds'> = { by: 'client', windowSeconds: 60 },
): ReplyHeaders {
  return {
    RateLimit: `"${counted.by}";r=${remaining};t=${resetSeconds}`,
    'RateLimit-Policy': `"${counted.by}";q=${limit};w=${counted.windowSeconds}`,
  };
}
