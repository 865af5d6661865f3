import { expect, it } from 'vitest';
import { anOffer } from '../../test/payments/offer.ts';
import { ServiceError } from '../errors/service-error.ts';
import { createLimits } from '../limits/limits.ts';
import { pending } from '../payments/sale/call.ts';
import { replyTo } from '../sell/sell.ts';
import { replyPaid } from './paid-routes.ts';

it('says to a payer who has to wait by what they are counted, like every 429', async () => {
  const exchange = { requestId: 'one', clientKey: '', route: '/v1/decode', whenSent() {} };
  const failure = new ServiceError('rate_limited', { limit: 'failed_settlements', retryAfterSeconds: 42 });
  const response = replyPaid(exchange, { kind: 'failure', failure }, { kind: 'none' }, createLimits());
  expect(response.status).toBe(429);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'retry-after': '42',
    ratelimit: '"payer";r=0;t=42',
    'ratelimit-policy': '"payer";q=3;w=600',
  });
  expect(await response.json()).toMatchObject({
    error: 'rate_limited',
    limit: 'failed_settlements',
    retryAfterSeconds: 42,
    charged: false,
  });
});

it('never says that nothing was charged while money may be gone', async () => {
  const exchange = { requestId: 'one', clientKey: '', route: '/v1/decode', whenSent() {} };
  const transaction = `0x${'1f'.repeat(32)}` as const;
  const reply = replyTo(pending('0x00000000000000000000000000000000000000aa', transaction), anOffer(), 2);
  const response = replyPaid(exchange, reply, { kind: 'none' }, createLimits());
  expect(response.status).toBe(503);
  expect(response.headers.get('PAYMENT-REQUIRED')).toBeNull();
  expect(await response.json()).toMatchObject({
    error: 'settlement_pending',
    charged: null,
    payment: { state: 'pending', transaction },
  });
});
