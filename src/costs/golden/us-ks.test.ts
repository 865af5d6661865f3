import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Kansas', () => {
  const bill = billsOf('US', 'KS');

  it('taxes a private sale of 25,000 within the bounds of the local rates', () => {
    // 6.5 %: 162,500. 6.5 + 5.2 = 11.7 %: 292,500. Property tax 1 % 25,000 to 2.8 % 70,000.
    // Registration 3,000 or 4,000 + 1,225. Electric 16,500 - 3,000 = 13,500 or 16,500 - 4,000 = 12,500.
    // Low 162,500 + 1,000 + 50 + 4,225 + 25,000; high 292,500 + 1,050 + 5,225 + 500 + 70,000 + 13,500.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [1625, 2925],
      title: 10,
      registration: [42.25, 52.25],
      plate: 0.5,
      'facility-fee': [0, 5],
      'property-tax': [250, 700],
      'ev-fee': [0, 135],
      'phev-fee': [0, 70],
      'hybrid-fee': [0, 40],
      known: 10.5,
      range: [1927.75, 3827.75],
    });
  });

  it('is exact with the local rate', () => {
    // 6.5 + 1 = 7.5 %: 187,500, with title and plate 188,550.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '1' })).toMatchObject({
      'sales-tax': 1875,
      known: 1885.5,
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 9 / 100 = 180,000, + 1,050 = 181,050.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000', local_rate: '2.5' })).toMatchObject({
      'sales-tax': 1800,
      'dealer-documentation': [0, 700],
      known: 1810.5,
    });
  });

  it('keeps the bounds of the local rate with a trade-in', () => {
    // 2,000,000 * 6.5 / 100 = 130,000; * 11.7 / 100 = 234,000.
    // Low 130,000 + 1,050 + 4,225 + 25,000; high 234,000 + 1,050 + 5,225 + 500 + 70,000 + 13,500 + 70,000.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'sales-tax': [1300, 2340],
      range: [1602.75, 3942.75],
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    // 2,500,000 * 9 / 100 = 225,000.
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000', local_rate: '2.5' })).toMatchObject(
      { 'sales-tax': 2250 },
    );
  });
});
