import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Wisconsin', () => {
  const bill = billsOf('US', 'WI');

  it('taxes a private sale of 25,000 within the bounds of the local rates', () => {
    // 5 %: 125,000. 5 + 2.9 = 7.9 %: 197,500. Title 21,450 + registration 8,500 = 29,950 are known.
    // Low 125,000 + 29,950; high 197,500 + 29,950 + 1,200 + 6,000 + electric 17,500.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [1250, 1975],
      title: 214.5,
      registration: 85,
      'plate-issuance': [0, 12],
      'wheel-tax': [0, 60],
      emissions: 0,
      'ev-fee': [0, 175],
      'hybrid-fee': [0, 75],
      known: 299.5,
      range: [1549.5, 2521.5],
    });
  });

  it.each([
    // 5 %, 5.5 % and 7.9 % of 2,500,000; known with 29,950 of fees.
    ['0', 1250, 1549.5],
    ['0.5', 1375, 1674.5],
    ['2.9', 1975, 2274.5],
  ])('is exact with a local rate of %s', (rate, tax, known) => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: rate })).toMatchObject({
      'sales-tax': tax,
      known,
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 5.5 / 100 = 110,000, + 29,950 = 139,950.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000', local_rate: '0.5' })).toMatchObject({
      'sales-tax': 1100,
      known: 1399.5,
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000', local_rate: '0.5' })).toMatchObject(
      { 'sales-tax': 1375 },
    );
  });

  it('adds the service fee of a dealer', () => {
    // 252,150 + 49,900 + 49,900 * 7.9 / 100 (3,942.1 -> 3,942) = 305,992.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'dealer-documentation': [0, 499],
      'documentation-tax': [0, 39.42],
      range: [1549.5, 3059.92],
    });
  });
});
