import { expect, it } from 'vitest';
import { anOffer } from '../../../test/payments/offer.ts';
import { replyOutcome } from './reply-outcome.ts';

it('tells a payer who has to wait by what he is counted, like every 429', async () => {
  const exchange = { requestId: 'one', clientKey: '', route: '/v1/decode' };
  const response = replyOutcome(exchange, { kind: 'slowed', retryAfterSeconds: 42 }, anOffer(), 2);
  expect(response.status).toBe(429);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'retry-after': '42',
    ratelimit: '"payer";r=0;t=42',
    'ratelimit-policy': '"payer";q=3;w=600',
  });
  expect(await response.json()).toMatchObject({
    error: 'rate_limited',
    retryAfterSeconds: 42,
    charged: false,
  });
});
