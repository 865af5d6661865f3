import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('North Carolina', () => {
  const bill = billsOf('US', 'NC');

  it('takes 3 % highway use tax of a private sale of 25,000', () => {
    // 2,500,000 * 3 / 100 = 75,000. Title 6,675, registration 4,625. Known 86,300.
    // Property tax * 0.6 / 100 = 15,000 to * 1.4 / 100 = 35,000; inspection 1,360 to 3,000; region 0 to 3,000;
    // electric 21,450 is the dearest fuel. Range 86,300 + 16,360 to 86,300 + 35,000 + 3,000 + 3,000 + 21,450.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'excise-tax': 750,
      title: 66.75,
      registration: 46.25,
      'regional-registration-tax': [0, 30],
      'property-tax': [150, 350],
      inspection: [13.6, 30],
      'ev-fee': [0, 214.5],
      'phev-fee': [0, 107.25],
      known: 863,
      range: [1026.6, 1487.5],
    });
  });

  it('has no maximum for a passenger car', () => {
    // 10,000,000 * 3 / 100 = 300,000, above the 200,000 that holds for commercial vehicles.
    expect(bill({ price: '100000', sale_type: 'private' })).toMatchObject({ 'excise-tax': 3000 });
  });

  it('adds the documentation fee of a dealer', () => {
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'excise-tax': 750,
      'dealer-documentation': [0, 999],
      known: 863,
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 1,600,000 * 3 / 100 = 48,000.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '9000' })).toMatchObject({
      'excise-tax': 480,
      known: 593,
    });
  });

  it('rounds half a cent up', () => {
    // 1,050 * 3 / 100 = 31.5 -> 32.
    expect(bill({ price: '10.50', sale_type: 'private' })).toMatchObject({ 'excise-tax': 0.32 });
  });
});
