import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Wyoming', () => {
  const bill = billsOf('US', 'WY');

  it('taxes a private sale of 25,000 within the bounds of the county rates', () => {
    // 4 %: 100,000. 6 %: 150,000. Title 1,500 + state registration 3,000 are known.
    // Lows 100,000 + 4,500 + 6,000; highs 150,000 + 4,500 + 90,000 + electric 20,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [1000, 1500],
      title: 15,
      'registration-state': 30,
      'registration-county': [60, 900],
      'ev-fee': [0, 200],
      known: 45,
      range: [1105, 2645],
    });
  });

  it('is exact with the local rate', () => {
    // 2,500,000 * 5 / 100 = 125,000, + 4,500. 1,234,567 * 5 / 100 = 61,728.35 -> 61,728.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '1' })).toMatchObject({
      'sales-tax': 1250,
      known: 1295,
    });
    expect(bill({ price: '12345.67', sale_type: 'private', local_rate: '1' })).toMatchObject({
      'sales-tax': 617.28,
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 5 / 100 = 100,000, + 4,500 = 104,500.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000', local_rate: '1' })).toMatchObject({
      'sales-tax': 1000,
      known: 1045,
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000', local_rate: '1' })).toMatchObject({
      'sales-tax': 1250,
      known: 1295,
    });
  });

  it('adds the documentation fee of a dealer', () => {
    // 264,500 + 60,000 + 3,600 (6 % of it) = 328,100.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'dealer-documentation': [0, 600],
      'documentation-tax': [0, 36],
      known: 45,
      range: [1105, 3281],
    });
  });
});
