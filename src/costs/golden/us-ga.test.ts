import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Georgia', () => {
  const bill = billsOf('US', 'GA');

  it('takes 7 % title tax of a private sale of 25,000', () => {
    // 2,500,000 * 7 / 100 = 175,000. Title 1,800, registration 2,000. Electric 24,000, emissions 2,500.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'title-ad-valorem-tax': 1750,
      title: 18,
      registration: 20,
      'ev-fee': [0, 240],
      emissions: [0, 25],
      known: 1788,
      range: [1788, 2053],
    });
  });

  it('adds the documentation fee of a dealer', () => {
    // 205,300 + 99,900 and 7 % of it, 6,993 = 312,193.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'title-ad-valorem-tax': 1750,
      'dealer-documentation': [0, 999],
      'documentation-tax': [0, 69.93],
      range: [1788, 3121.93],
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 1,750,000 * 7 / 100 = 122,500.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '7500' })).toMatchObject({
      'title-ad-valorem-tax': 1225,
      known: 1263,
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '7500' })).toMatchObject({
      'title-ad-valorem-tax': 1750,
    });
  });

  it('rounds half a cent up', () => {
    // 1,050 * 7 / 100 = 73.5 -> 74. 1,049 * 7 / 100 = 73.43 -> 73.
    expect(bill({ price: '10.50', sale_type: 'private' })).toMatchObject({ 'title-ad-valorem-tax': 0.74 });
    expect(bill({ price: '10.49', sale_type: 'private' })).toMatchObject({ 'title-ad-valorem-tax': 0.73 });
  });
});
