import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Texas', () => {
  const bill = billsOf('US', 'TX');

  it('takes 6.25 % of a private sale of 25,000', () => {
    // 2,500,000 * 6.25 / 100 = 156,250. Known fees 5,075 + 100 + 475 + 750 = 6,400, together 162,650.
    // Low 162,650 + 2,800; high 162,650 + 3,300 + 3,150 + 1,850 + electric 20,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': 1562.5,
      title: [28, 33],
      registration: 50.75,
      'insurance-verification': 1,
      'processing-handling': 4.75,
      'county-fees': [0, 31.5],
      'inspection-replacement': 7.5,
      'emissions-test': [0, 18.5],
      'ev-fee': [0, 200],
      known: 1626.5,
      range: [1654.5, 1909.5],
    });
  });

  it('adds the documentation fee of a dealer', () => {
    // 190,950 + 50,000 = 240,950.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'sales-tax': 1562.5,
      'dealer-documentation': [0, 500],
      known: 1626.5,
      range: [1654.5, 2409.5],
    });
  });

  it('deducts a trade-in at a dealer, and not in a private sale', () => {
    // 1,600,000 * 6.25 / 100 = 100,000, + 6,400 = 106,400.
    const trade = { price: '25000', trade_in: '9000' };
    expect(bill({ ...trade, sale_type: 'dealer' })).toMatchObject({ 'sales-tax': 1000, known: 1064 });
    expect(bill({ ...trade, sale_type: 'private' })).toMatchObject({ 'sales-tax': 1562.5, known: 1626.5 });
  });

  it('rounds half a cent up', () => {
    // 1,000 * 6.25 / 100 = 62.5 -> 63. 999 * 6.25 / 100 = 62.4375 -> 62.
    expect(bill({ price: '10', sale_type: 'private' })).toMatchObject({ 'sales-tax': 0.63 });
    expect(bill({ price: '9.99', sale_type: 'private' })).toMatchObject({ 'sales-tax': 0.62 });
  });

  it('is not changed by a local rate', () => {
    expect(bill({ price: '25000', sale_type: 'dealer', local_rate: '2' })).toMatchObject({
      'sales-tax': 1562.5,
    });
  });
});
