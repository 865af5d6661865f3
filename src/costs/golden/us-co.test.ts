import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Colorado', () => {
  const bill = billsOf('US', 'CO');

  it('taxes a private sale of 25,000 within the bounds of the local rates', () => {
    // 2.9 %: 72,500. 2.9 + 8.3 = 11.2 %: 280,000. Ownership tax 0.3 % 7,500 to 1.8 % 45,000.
    // Low 72,500 + 720 + 5,000 + 7,500; high 280,000 + 720 + 25,000 + 45,000 + 2,500 + electric 12,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [725, 2800],
      title: 7.2,
      'license-fees': [50, 250],
      'specific-ownership-tax': [75, 450],
      'wild-pass': 29,
      emissions: [0, 25],
      'ev-fee': [0, 120],
      'phev-fee': [0, 95],
      known: 7.2,
      range: [857.2, 3652.2],
    });
  });

  it('is exact with the local rate', () => {
    // City 4 + transit 1.1 + county 0.75 = 5.85, with the state 8.75 %: 218,750. With the title 219,470.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '5.85' })).toMatchObject({
      'sales-tax': 2187.5,
      known: 2194.7,
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 1,500,000 * 8.75 / 100 = 131,250. With the title 131,970.
    expect(
      bill({ price: '25000', sale_type: 'dealer', trade_in: '10000', local_rate: '5.85' }),
    ).toMatchObject({
      'sales-tax': 1312.5,
      'dealer-documentation': [0, 999],
      known: 1319.7,
    });
  });

  it('keeps the bounds of the local rate with a trade-in', () => {
    // 1,500,000 * 2.9 / 100 = 43,500; * 11.2 / 100 = 168,000.
    // Low 43,500 + 720 + 5,000 + 7,500; high 168,000 + 720 + 25,000 + 45,000 + 2,500 + 12,000 + 99,900.
    // The tax on the handling fee: 99,900 * 11.2 / 100 = 11,188.8 -> 11,189.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '10000' })).toMatchObject({
      'sales-tax': [435, 1680],
      known: 7.2,
      'documentation-tax': [0, 111.89],
      range: [567.2, 3643.09],
    });
  });

  it('does not deduct a trade-in in a private sale and rounds to the cent', () => {
    // 999,995 * 8.75 / 100 = 87,499.5625 -> 87,500.
    expect(
      bill({ price: '9999.95', sale_type: 'private', trade_in: '1000', local_rate: '5.85' }),
    ).toMatchObject({ 'sales-tax': 875 });
  });
});
