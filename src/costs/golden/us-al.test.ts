import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Alabama', () => {
  const bill = billsOf('US', 'AL');

  it('taxes a private sale of 25,000 within the bounds of the local rates', () => {
    // 2 %: 50,000. 2 + 5 = 7 %: 175,000. Property tax 0.4 % 10,000 to 1.1 % 27,500.
    // Low 50,000 + 1,650 + 2,300 + 125 + 10,000; high 175,000 + 1,800 + 2,300 + 500 + 27,500 + electric 20,300.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [500, 1750],
      title: [16.5, 18],
      registration: 23,
      'issuance-fee': [1.25, 5],
      'ad-valorem': [100, 275],
      'ev-fee': [0, 203],
      'phev-fee': [0, 103],
      known: 23,
      range: [640.75, 2274],
    });
  });

  it('is exact with the local rate', () => {
    // Montgomery, 2 + 1.583 = 3.583 %: 2,500,000 * 3.583 / 100 = 89,575. With the registration 91,875.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '1.583' })).toMatchObject({
      'sales-tax': 895.75,
      known: 918.75,
    });
    // 123,456 * 3.583 / 100 = 4,423.42848 -> 4,423.
    expect(bill({ price: '1234.56', sale_type: 'private', local_rate: '1.583' })).toMatchObject({
      'sales-tax': 44.23,
    });
  });

  it('deducts a trade-in from the dealer price', () => {
    // 2,000,000 * 4 / 100 = 80,000. With the registration 82,300.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000', local_rate: '2' })).toMatchObject({
      'sales-tax': 800,
      'dealer-documentation': [0, 900],
      known: 823,
    });
  });

  it('keeps the bounds of the local rate for a dealer', () => {
    // 2,000,000 * 2 / 100 = 40,000; * 7 / 100 = 140,000; the property tax goes by the whole price.
    // Low 40,000 + 1,650 + 2,300 + 125 + 10,000; high 140,000 + 1,800 + 2,300 + 500 + 27,500 + 20,300 + 90,000.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'sales-tax': [400, 1400],
      'ad-valorem': [100, 275],
      range: [540.75, 2824],
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    // 2,500,000 * 4 / 100 = 100,000.
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000', local_rate: '2' })).toMatchObject({
      'sales-tax': 1000,
    });
  });
});
