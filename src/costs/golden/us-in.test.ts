import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Indiana', () => {
  const bill = billsOf('US', 'IN');

  it('taxes a private sale of 25,000 at 7 %', () => {
    // 2,500,000 * 7 / 100 = 175,000. Title 1,500, registration 2,135, infrastructure 1,500: 180,135.
    // Low + excise 1,200; high + 53,200 + surtax 15,000 + electric 34,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': 1750,
      title: 15,
      registration: 21.35,
      tiif: 15,
      excise: [12, 532],
      'county-wheel-tax': [0, 150],
      'ev-fee': [0, 340],
      'hybrid-fee': [0, 170],
      known: 1801.35,
      range: [1813.35, 2823.35],
    });
  });

  it('taxes a dealer sale at the same rate', () => {
    // 282,335 high of a private sale + documentation 26,000.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'sales-tax': 1750,
      'dealer-documentation': [0, 260],
      known: 1801.35,
      range: [1813.35, 3083.35],
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 1,800,000 * 7 / 100 = 126,000, + 5,135 = 131,135.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '7000' })).toMatchObject({
      'sales-tax': 1260,
      known: 1311.35,
      range: [1323.35, 2593.35],
    });
  });

  it('has no local tax and no trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '7000', local_rate: '2' })).toMatchObject({
      'sales-tax': 1750,
      known: 1801.35,
    });
  });

  it('rounds half a cent up', () => {
    // 1,050 * 7 / 100 = 73.5 -> 74. 1,049 * 7 / 100 = 73.43 -> 73.
    expect(bill({ price: '10.50', sale_type: 'private' })).toMatchObject({ 'sales-tax': 0.74 });
    expect(bill({ price: '10.49', sale_type: 'private' })).toMatchObject({ 'sales-tax': 0.73 });
  });
});
