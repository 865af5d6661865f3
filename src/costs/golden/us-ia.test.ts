import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Iowa', () => {
  const bill = billsOf('US', 'IA');

  it('takes 5 % and 10 of a private sale of 25,000', () => {
    // 2,500,000 * 5 / 100 = 125,000, + 1,000 + title 3,500 = 129,500.
    // Low + 5,000; high + 70,000 + electric 13,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'new-registration-fee': 1250,
      'new-registration-flat': 10,
      title: 35,
      lien: 20,
      registration: [50, 700],
      'ev-fee': [0, 130],
      'phev-fee': [0, 65],
      known: 1295,
      range: [1345, 2125],
    });
  });

  it('charges a dealer sale in the same way', () => {
    // 212,500 high of a private sale + documentation 18,000.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'new-registration-fee': 1250,
      'dealer-documentation': [0, 180],
      known: 1295,
      range: [1345, 2305],
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 5 / 100 = 100,000, + 4,500 = 104,500. Low + 5,000; high + 70,000 + 13,000 + 18,000.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'new-registration-fee': 1000,
      known: 1045,
      range: [1095, 2055],
    });
  });

  it('has no local tax and no trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000', local_rate: '1' })).toMatchObject({
      'new-registration-fee': 1250,
      known: 1295,
    });
  });

  it('rounds half a cent up', () => {
    // 99,990 * 5 / 100 = 4,999.5 -> 5,000. 99,989 * 5 / 100 = 4,999.45 -> 4,999.
    expect(bill({ price: '999.90', sale_type: 'private' })).toMatchObject({ 'new-registration-fee': 50 });
    expect(bill({ price: '999.89', sale_type: 'private' })).toMatchObject({ 'new-registration-fee': 49.99 });
  });
});
