import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Rhode Island', () => {
  const bill = billsOf('US', 'RI');

  it('takes 7 % of a private sale of 25,000', () => {
    // 2,500,000 * 7 / 100 = 175,000; with title 5,350 and inspection 5,500 known: 185,850.
    // Low 185,850 + 9,250; high 185,850 + 15,000 + electric 20,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': 1750,
      title: 53.5,
      registration: [92.5, 150],
      inspection: 55,
      'ev-fee': [0, 200],
      'phev-fee': [0, 100],
      known: 1858.5,
      range: [1951, 2208.5],
    });
  });

  it('adds the documentation fee of a dealer', () => {
    // 220,850 + 69,900 = 290,750.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'sales-tax': 1750,
      'dealer-documentation': [0, 699],
      known: 1858.5,
      range: [1951, 2907.5],
    });
  });

  it('deducts a trade-in at a dealer, and not in a private sale', () => {
    // 1,700,000 * 7 / 100 = 119,000, + 10,850 = 129,850.
    const trade = { price: '25000', trade_in: '8000' };
    expect(bill({ ...trade, sale_type: 'dealer' })).toMatchObject({ 'sales-tax': 1190, known: 1298.5 });
    expect(bill({ ...trade, sale_type: 'private' })).toMatchObject({ 'sales-tax': 1750, known: 1858.5 });
  });

  it('rounds half a cent up', () => {
    // 1,050 * 7 / 100 = 73.5 -> 74. 1,049 * 7 / 100 = 73.43 -> 73.
    expect(bill({ price: '10.50', sale_type: 'private' })).toMatchObject({ 'sales-tax': 0.74 });
    expect(bill({ price: '10.49', sale_type: 'private' })).toMatchObject({ 'sales-tax': 0.73 });
  });

  it('is not changed by a local rate', () => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '2' })).toMatchObject({
      'sales-tax': 1750,
    });
  });
});
