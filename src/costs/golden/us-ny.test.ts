import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('New York', () => {
  const bill = billsOf('US', 'NY');

  it('taxes a private sale of 25,000 within the bounds of the local rates', () => {
    // 4 + 3 = 7 %: 175,000. 4 + 4.875 = 8.875 %: 221,875. Title 5,000 + plates 2,500 are known.
    // Lows 175,000 + 7,500 + 2,600 + 1,000; highs 221,875 + 7,500 + 14,000 + 6,000 + 5,000 + 3,700.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [1750, 2218.75],
      title: 50,
      plates: 25,
      registration: [26, 140],
      'county-use-tax': [0, 60],
      'mctd-supplement': [0, 50],
      inspection: [10, 37],
      known: 75,
      range: [1861, 2580.75],
    });
  });

  it('is exact with the local rate', () => {
    // 2,500,000 * 8 / 100 = 200,000. Known with title and plates 207,500.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '4' })).toMatchObject({
      'sales-tax': 2000,
      known: 2075,
    });
    // 1,234,567 * 8.875 / 100 = 109,567.82 -> 109,568.
    expect(bill({ price: '12345.67', sale_type: 'private', local_rate: '4.875' })).toMatchObject({
      'sales-tax': 1095.68,
    });
  });

  it('adds the documentation fee of a dealer and no inspection', () => {
    // Lows 175,000 + 7,500 + 2,600; highs 221,875 + 7,500 + 14,000 + 6,000 + 5,000 + 17,500.
    const dealer = bill({ price: '25000', sale_type: 'dealer' });
    expect(dealer).toMatchObject({
      'sales-tax': [1750, 2218.75],
      'dealer-documentation': [0, 175],
      known: 75,
      range: [1851, 2718.75],
    });
    expect(dealer).not.toHaveProperty('inspection');
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 8.875 / 100 = 177,500, + 7,500 = 185,000.
    expect(
      bill({ price: '25000', sale_type: 'dealer', trade_in: '5000', local_rate: '4.875' }),
    ).toMatchObject({ 'sales-tax': 1775, known: 1850 });
  });

  it('does not deduct a trade-in in a private sale', () => {
    // 2,500,000 * 8.875 / 100 = 221,875, + 7,500 = 229,375.
    expect(
      bill({ price: '25000', sale_type: 'private', trade_in: '5000', local_rate: '4.875' }),
    ).toMatchObject({ 'sales-tax': 2218.75, known: 2293.75 });
  });
});
