import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('New Mexico', () => {
  const bill = billsOf('US', 'NM');

  it('takes 4 % of a private sale of 25,000', () => {
    // 2,500,000 * 4 / 100 = 100,000. Title 500: known 100,500.
    // Registration 2,100 + 600 = 2,700 to (5,600 + 600) * 125 / 100 = 7,750, in dollars 78. Test 3,000, electric 7,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'title-excise': 1000,
      title: 5,
      registration: [27, 78],
      emissions: [0, 30],
      'ev-fee': [0, 70],
      'phev-fee': [0, 70],
      known: 1005,
      range: [1032, 1183],
    });
  });

  it('adds the documentation fee of a dealer', () => {
    // 118,300 + 60,000 = 178,300.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'title-excise': 1000,
      'dealer-documentation': [0, 600],
      range: [1032, 1783],
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 4 / 100 = 80,000, + 500 = 80,500.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'title-excise': 800,
      known: 805,
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000' })).toMatchObject({
      'title-excise': 1000,
    });
  });

  it('has no local tax', () => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '2' })).toMatchObject({
      'title-excise': 1000,
    });
  });

  it('rounds to the nearest cent', () => {
    // 1,013 * 4 / 100 = 40.52 -> 41. 1,012 * 4 / 100 = 40.48 -> 40.
    expect(bill({ price: '10.13', sale_type: 'private' })).toMatchObject({ 'title-excise': 0.41 });
    expect(bill({ price: '10.12', sale_type: 'private' })).toMatchObject({ 'title-excise': 0.4 });
  });
});
