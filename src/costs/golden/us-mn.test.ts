import { describe, expect, it } from 'vitest';
import { alternativesOf } from './alternatives.ts';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Minnesota', () => {
  const bill = billsOf('US', 'MN');
  const alternatives = alternativesOf('MN');

  it('takes 6.875 % of a private sale of 25,000', () => {
    // 2,500,000 * 6.875 / 100 = 171,875. 825 + 225 + 1,000 + 350 + 1,200 = 3,600: known 175,475.
    // Registration at most 1,000 + 5,000,000 * 1.575 / 100 * 95 / 100 = 75,812.5, in dollars 758.
    // Highs 1,550 + 75,800 + 2,000 + electric 30,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': 1718.75,
      title: 8.25,
      'title-technology': 2.25,
      'transfer-tax': 10,
      'public-safety-vehicle': 3.5,
      'filing-fee': 12,
      plates: [0, 15.5],
      'registration-tax': [0, 758],
      wheelage: [0, 20],
      'ev-surcharge': [0, 300],
      'phev-surcharge': [0, 150],
      known: 1754.75,
      range: [1754.75, 2848.25],
    });
  });

  it('adds the local excise tax and the documentation fee of a dealer sale', () => {
    // 284,825 + 2,000 + 35,000 = 321,825.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'sales-tax': 1718.75,
      'local-vehicle-excise': [0, 20],
      'dealer-documentation': [0, 350],
      known: 1754.75,
      range: [1754.75, 3218.25],
    });
  });

  it('deducts a trade-in at a dealer, and not in a private sale', () => {
    // 2,000,000 * 6.875 / 100 = 137,500, + 3,600 = 141,100.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'sales-tax': 1375,
      known: 1411,
    });
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000' })).toMatchObject({
      'sales-tax': 1718.75,
    });
  });

  it('states the flat 10 for an old car below 3,000 only', () => {
    // 299,999 * 6.875 / 100 = 20,624.93 -> 20,625. 300,000 * 6.875 / 100 = 20,625.
    expect(bill({ price: '2999.99', sale_type: 'private' })).toMatchObject({ 'sales-tax': 206.25 });
    expect(alternatives({ price: '2999.99', sale_type: 'private' })).toEqual({ 'sales-tax': 10 });
    expect(bill({ price: '3000', sale_type: 'private' })).toMatchObject({ 'sales-tax': 206.25 });
    expect(alternatives({ price: '3000', sale_type: 'private' })).toEqual({});
  });

  it('limits the documentation fee to 10 % of the price, and to 350 from 3,500 on', () => {
    // 340,000 * 10 / 100 = 34,000. 350,000 * 10 / 100 = 35,000. 350,100 * 10 / 100 = 35,010, above the limit.
    const documentation = (price: string) => bill({ price, sale_type: 'dealer' })['dealer-documentation'];
    expect(documentation('3400')).toEqual([0, 340]);
    expect(documentation('3500')).toEqual([0, 350]);
    expect(documentation('3501')).toEqual([0, 350]);
  });

  it('rounds half a cent up', () => {
    // 880 * 6.875 / 100 = 60.5 -> 61. 879 * 6.875 / 100 = 60.43 -> 60.
    expect(bill({ price: '8.80', sale_type: 'private' })).toMatchObject({ 'sales-tax': 0.61 });
    expect(bill({ price: '8.79', sale_type: 'private' })).toMatchObject({ 'sales-tax': 0.6 });
  });
});
