import { describe, expect, it } from 'vitest';
import { isServiceError, ServiceError } from './service-error.ts';

describe('an error of the table', () => {
  it('has in its body what was given, in its order, and nothing that only the message needs', () => {
    const notAllowed = new ServiceError('method_not_allowed', { allowed: 'GET, HEAD' });
    expect(Object.entries(notAllowed.body('one'))).toEqual([
      ['error', 'method_not_allowed'],
      ['message', 'This path answers only GET, HEAD.'],
      ['charged', false],
      ['requestId', 'one'],
    ]);
    const limited = new ServiceError('rate_limited', { limit: 'failed_payments', retryAfterSeconds: 7 });
    expect(Object.entries(limited.body('two'))).toEqual([
      ['error', 'rate_limited'],
      ['message', 'Too many requests (failed_payments); try again in 7 seconds.'],
      ['charged', false],
      ['requestId', 'two'],
      ['retryAfterSeconds', 7],
      ['limit', 'failed_payments'],
    ]);
  });

  it('says that it is open whether money was taken while a payment is on its way', () => {
    const payment = { state: 'pending', transaction: '0x12' } as const;
    const pending = new ServiceError('settlement_pending', { payment, retryAfterSeconds: 2 });
    expect(pending.body('one')).toMatchObject({ charged: null, payment });
  });

  it('takes how long to wait from its row unless it is given', () => {
    const waits = (given: { retryAfterSeconds?: number }) =>
      new ServiceError('upstream_unavailable', { source: 'NHTSA', ...given }).retryAfterSeconds;
    expect(waits({})).toBe(30);
    expect(waits({ retryAfterSeconds: 4 })).toBe(4);
  });

  it('is known by its code, which gives its details their type', () => {
    const thrown: unknown = new ServiceError('invalid_vin', { vin: '1', reason: 'length', didYouMean: [] });
    expect(isServiceError(thrown, 'not_found')).toBe(false);
    expect(isServiceError(new Error('other'))).toBe(false);
    if (!isServiceError(thrown) || thrown.code !== 'invalid_vin') throw new Error('not recognised');
    const reason: 'length' | 'characters' = thrown.details.reason;
    expect(reason).toBe('length');
  });

  it('does not compile with a code or details that its table does not have', () => {
    // @ts-expect-error: there is no such row
    expect(() => new ServiceError('no_such_code')).toThrow();
    // @ts-expect-error: its row needs to know the limit
    expect(new ServiceError('rate_limited', { retryAfterSeconds: 1 }).code).toBe('rate_limited');
    // @ts-expect-error: a refused payment is replied to with a challenge and not thrown
    expect(new ServiceError('wrong_amount', {}).code).toBe('wrong_amount');
  });
});
