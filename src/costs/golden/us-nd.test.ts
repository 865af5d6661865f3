import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('North Dakota', () => {
  const bill = billsOf('US', 'ND');

  it('takes 5 % of a private sale of 25,000', () => {
    // 2,500,000 * 5 / 100 = 125,000. Title 500: known 125,500. Registration 4,900 to 27,400, electric 12,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'excise-tax': 1250,
      title: 5,
      registration: [49, 274],
      'ev-road-use': [0, 120],
      'phev-road-use': [0, 50],
      known: 1255,
      range: [1304, 1649],
    });
  });

  it('adds the documentation fee of a dealer', () => {
    // 164,900 + 50,000 + its tax of 2,500 = 217,400.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'excise-tax': 1250,
      'dealer-documentation': [0, 500],
      'documentation-tax': [0, 25],
      range: [1304, 2174],
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 5 / 100 = 100,000, + 500 = 100,500.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'excise-tax': 1000,
      known: 1005,
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000' })).toMatchObject({
      'excise-tax': 1250,
    });
  });

  it('has no local tax', () => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '2' })).toMatchObject({
      'excise-tax': 1250,
    });
  });

  it('rounds half a cent up', () => {
    // 1,010 * 5 / 100 = 50.5 -> 51. 1,009 * 5 / 100 = 50.45 -> 50.
    expect(bill({ price: '10.10', sale_type: 'private' })).toMatchObject({ 'excise-tax': 0.51 });
    expect(bill({ price: '10.09', sale_type: 'private' })).toMatchObject({ 'excise-tax': 0.5 });
  });
});
