import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Vermont', () => {
  const bill = billsOf('US', 'VT');

  it('takes 6 % of a private sale of 25,000', () => {
    // 2,500,000 * 6 / 100 = 150,000; with title 4,200 and registration 9,100 known: 163,300.
    // Low 163,300 + 5,000; high 163,300 + 7,500 + electric 8,900.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'use-tax': 1500,
      title: 42,
      registration: 91,
      inspection: [50, 75],
      'ev-fee': [0, 89],
      'phev-fee': [0, 44.5],
      known: 1633,
      range: [1683, 1797],
    });
  });

  it('adds the documentation fee of a dealer', () => {
    // 179,700 + 60,000 = 239,700.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'use-tax': 1500,
      'dealer-documentation': [0, 600],
      known: 1633,
      range: [1683, 2397],
    });
  });

  it('deducts a trade-in at a dealer, and not in a private sale', () => {
    // 2,000,000 * 6 / 100 = 120,000, + 13,300 = 133,300.
    const trade = { price: '25000', trade_in: '5000' };
    expect(bill({ ...trade, sale_type: 'dealer' })).toMatchObject({ 'use-tax': 1200, known: 1333 });
    expect(bill({ ...trade, sale_type: 'private' })).toMatchObject({ 'use-tax': 1500, known: 1633 });
  });

  it('rounds half a cent up', () => {
    // 875 * 6 / 100 = 52.5 -> 53. 874 * 6 / 100 = 52.44 -> 52.
    expect(bill({ price: '8.75', sale_type: 'private' })).toMatchObject({ 'use-tax': 0.53 });
    expect(bill({ price: '8.74', sale_type: 'private' })).toMatchObject({ 'use-tax': 0.52 });
  });

  it('is not changed by a local rate', () => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '1' })).toMatchObject({
      'use-tax': 1500,
    });
  });
});
