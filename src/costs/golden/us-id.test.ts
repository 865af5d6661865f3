import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Idaho', () => {
  const bill = billsOf('US', 'ID');

  it('taxes a private sale of 25,000 at 6 %', () => {
    // 2,500,000 * 6 / 100 = 150,000. Title 1,400, plates 2 * 375 = 750, services and police 125 + 300 = 425: 152,575.
    // Low + 4,500 for an old car; high + 6,900 + 4,500 + electric 14,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'use-tax': 1500,
      title: 14,
      registration: [45, 69],
      plate: 7.5,
      'ems-isp': 4.25,
      'county-fees': [0, 45],
      'ev-fee': [0, 140],
      'phev-fee': [0, 75],
      known: 1525.75,
      range: [1570.75, 1779.75],
    });
  });

  it('taxes a dealer sale at the same rate', () => {
    // 177,975 high of a private sale + documentation 60,000 and 6 % of it, 3,600.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'sales-tax': 1500,
      'dealer-documentation': [0, 600],
      'documentation-tax': [0, 36],
      known: 1525.75,
      range: [1570.75, 2415.75],
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 1,500,000 * 6 / 100 = 90,000, + 2,575 = 92,575.  High 177,975 + 63,600 - 60,000.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '10000' })).toMatchObject({
      'sales-tax': 900,
      known: 925.75,
      range: [970.75, 1815.75],
    });
  });

  it('has no local tax and no trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '10000', local_rate: '3' })).toMatchObject({
      'use-tax': 1500,
      known: 1525.75,
    });
  });

  it('rounds half a cent up', () => {
    // 1,025 * 6 / 100 = 61.5 -> 62. 1,024 * 6 / 100 = 61.44 -> 61.
    expect(bill({ price: '10.25', sale_type: 'private' })).toMatchObject({ 'use-tax': 0.62 });
    expect(bill({ price: '10.24', sale_type: 'private' })).toMatchObject({ 'use-tax': 0.61 });
  });
});
