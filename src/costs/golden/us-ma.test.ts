import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Massachusetts', () => {
  const bill = billsOf('US', 'MA');

  it('takes 6.25 % of a private sale of 25,000', () => {
    // 2,500,000 * 6.25 / 100 = 156,250. Title 7,500, registration 6,000, inspection 3,500: 173,250, all of it known.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'use-tax': 1562.5,
      title: 75,
      registration: 60,
      inspection: 35,
      known: 1732.5,
      range: [1732.5, 1732.5],
    });
  });

  it('taxes a dealer sale at the same rate and adds the documentation fee to the range', () => {
    // 173,250 + 80,000 = 253,250.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'sales-tax': 1562.5,
      'dealer-documentation': [0, 800],
      known: 1732.5,
      range: [1732.5, 2532.5],
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 6.25 / 100 = 125,000, + 17,000 = 142,000.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'sales-tax': 1250,
      known: 1420,
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000' })).toMatchObject({
      'use-tax': 1562.5,
    });
  });

  it('has no local tax', () => {
    expect(bill({ price: '25000', sale_type: 'dealer', local_rate: '2' })).toMatchObject({
      'sales-tax': 1562.5,
    });
  });

  it('rounds half a cent up', () => {
    // 1,048 * 6.25 / 100 = 65.5 -> 66. 1,047 * 6.25 / 100 = 65.4375 -> 65.
    expect(bill({ price: '10.48', sale_type: 'private' })).toMatchObject({ 'use-tax': 0.66 });
    expect(bill({ price: '10.47', sale_type: 'private' })).toMatchObject({ 'use-tax': 0.65 });
  });
});
