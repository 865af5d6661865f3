import { describe, expect, it } from 'vitest';
import { alternativesOf } from './alternatives.ts';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('South Dakota', () => {
  const bill = billsOf('US', 'SD');
  const alternatives = alternativesOf('SD');

  it('takes 4 % of a private sale of 25,000', () => {
    // 2,500,000 * 4 / 100 = 100,000, + title 1,000 = 101,000 known.
    // Low + 2,520 for a light old car; high + 14,400 + 2,000 + electric 5,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'excise-tax': 1000,
      title: 10,
      registration: [25.2, 144],
      'wheel-tax': [0, 20],
      'ev-fee': [0, 50],
      known: 1010,
      range: [1035.2, 1224],
    });
  });

  it('adds the documentation fee of a dealer', () => {
    // 122,400 + 50,000 + 2,000 (4 % of it) = 174,400.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'excise-tax': 1000,
      'dealer-documentation': [0, 500],
      'documentation-tax': [0, 20],
      known: 1010,
      range: [1035.2, 1744],
    });
  });

  it('deducts a trade-in at a dealer, and not in a private sale', () => {
    // 2,000,000 * 4 / 100 = 80,000, + 1,000.
    const trade = { price: '25000', trade_in: '5000' };
    expect(bill({ ...trade, sale_type: 'dealer' })).toMatchObject({ 'excise-tax': 800, known: 810 });
    expect(bill({ ...trade, sale_type: 'private' })).toMatchObject({ 'excise-tax': 1000, known: 1010 });
  });

  it.each(['private', 'dealer'])('says to a %s buyer that an old car up to 2,500 is exempt', (sale_type) => {
    // 250,000 * 4 / 100 = 10,000. 250,100 * 4 / 100 = 10,004.
    expect(bill({ price: '2500', sale_type })).toMatchObject({ 'excise-tax': 100 });
    expect(alternatives({ price: '2500', sale_type })).toEqual({ 'excise-tax': 0 });
    expect(bill({ price: '2501', sale_type })).toMatchObject({ 'excise-tax': 100.04 });
    expect(alternatives({ price: '2501', sale_type })).toEqual({});
  });

  it('rounds to the cent and is not changed by a local rate', () => {
    // 99,999 * 4 / 100 = 3,999.96 -> 4,000.
    expect(bill({ price: '999.99', sale_type: 'private', local_rate: '2' })).toMatchObject({
      'excise-tax': 40,
    });
  });
});
