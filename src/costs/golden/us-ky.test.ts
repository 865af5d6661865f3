import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Kentucky', () => {
  const bill = billsOf('US', 'KY');

  it('takes 6 % usage tax of a private sale of 25,000', () => {
    // 2,500,000 * 6 / 100 = 150,000. Title 1,700, registration 2,100: 153,800. High + 600 + 3,000 + 12,600.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'usage-tax': 1500,
      title: 17,
      'clerk-application': [0, 6],
      registration: 21,
      'out-of-state-inspection': [0, 30],
      'ev-ownership': [0, 126],
      'phev-ownership': [0, 126],
      known: 1538,
      range: [1538, 1700],
    });
  });

  it('taxes a dealer sale at the same rate', () => {
    // 170,000 high of a private sale + documentation 70,000.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'usage-tax': 1500,
      'dealer-documentation': [0, 700],
      known: 1538,
      range: [1538, 2400],
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,100,000 * 6 / 100 = 126,000, + 3,800 = 129,800. High + 600 + 3,000 + 12,600 + 70,000.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '4000' })).toMatchObject({
      'usage-tax': 1260,
      known: 1298,
      range: [1298, 2160],
    });
  });

  it('has no local tax and no trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '4000', local_rate: '2' })).toMatchObject({
      'usage-tax': 1500,
      known: 1538,
    });
  });

  it('rounds half a cent up', () => {
    // 1,025 * 6 / 100 = 61.5 -> 62. 1,024 * 6 / 100 = 61.44 -> 61.
    expect(bill({ price: '10.25', sale_type: 'private' })).toMatchObject({ 'usage-tax': 0.62 });
    expect(bill({ price: '10.24', sale_type: 'private' })).toMatchObject({ 'usage-tax': 0.61 });
  });
});
