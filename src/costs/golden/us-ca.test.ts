import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('California', () => {
  const bill = billsOf('US', 'CA');

  it('taxes a private sale of 25,000 at 7.25 % and the district rates', () => {
    // 2,500,000 * 7.25 / 100 = 181,250 to * 11.25 / 100 = 281,250.
    // Known: transfer 1,500, licence fee 2,500,000 * 0.65 / 100 = 16,250; together 17,750.
    // Lows 7,400 + 3,200 + 12,900 + 100; highs 7,700 + 3,500 + 13,400 + 3,200 + the dearer smog line 9,000 + electric 12,500.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'use-tax': [1812.5, 2812.5],
      transfer: 15,
      registration: [74, 77],
      chp: [32, 35],
      tif: [129, 134],
      vlf: 162.5,
      'county-fees': [1, 32],
      'smog-transfer': [0, 8],
      'smog-check': [0, 90],
      'ev-road-fee': [0, 125],
      known: 177.5,
      range: [2226, 3483],
    });
  });

  it('is exact with the local rate', () => {
    // 2,500,000 * 9.5 / 100 = 237,500, + 17,750.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '2.25' })).toMatchObject({
      'use-tax': 2375,
      known: 2552.5,
    });
  });

  // The amounts of 2025; those of 2026 are indexed, by 3.5 % at most, to whole dollars.
  it.each([
    ['4999.99', [32, 34]],
    ['5000', [65, 68]],
    ['24999.99', [65, 68]],
    ['34999.99', [129, 134]],
    ['35000', [194, 201]],
    ['59999.99', [194, 201]],
    ['60000', [227, 235]],
  ])('reads the improvement fee table at %s', (price, tif) => {
    expect(bill({ price, sale_type: 'private' })).toMatchObject({ tif });
  });

  it('taxes the whole price although a car is traded in', () => {
    expect(
      bill({ price: '25000', sale_type: 'dealer', trade_in: '10000', local_rate: '2.25' }),
    ).toMatchObject({
      'sales-tax': 2375,
    });
  });

  it('adds filing and documentation of a dealer', () => {
    // 348,300 + 4,000 + 8,500.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      efile: [0, 40],
      'dealer-documentation': [0, 85],
      range: [2226, 3608],
    });
  });
});
