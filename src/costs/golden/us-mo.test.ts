import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Missouri', () => {
  const bill = billsOf('US', 'MO');

  it('taxes a private sale of 25,000 at 4.225 % and the local rates', () => {
    // 2,500,000 * 4.225 / 100 = 105,625. 4.225 + 6.875 = 11.1 %: 277,500. Title 850.
    // Lows 600 + 1,825 + 600; highs 900 + 5,125 + 900 + 1,200 + 2,400 + electric 18,200.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [1056.25, 2775],
      title: 8.5,
      'title-processing': [6, 9],
      registration: [18.25, 51.25],
      'registration-processing': [6, 9],
      'safety-inspection': [0, 12],
      emissions: [0, 24],
      'ev-decal': [0, 182],
      'phev-decal': [0, 91],
      known: 8.5,
      range: [1095, 3070.75],
    });
  });

  it('is exact with the local rate', () => {
    // 4.225 + 4.2 = 8.425 %: 210,625, + 850 = 211,475.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '4.2' })).toMatchObject({
      'sales-tax': 2106.25,
      known: 2114.75,
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 1,500,000 * 8.425 / 100 = 126,375, + 850 = 127,225.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '10000', local_rate: '4.2' })).toMatchObject(
      {
        'sales-tax': 1263.75,
        'dealer-documentation': [0, 622],
        known: 1272.25,
      },
    );
  });

  it('deducts a trade-in from both ends of the range', () => {
    // 1,500,000 * 4.225 / 100 = 63,375. 1,500,000 * 11.1 / 100 = 166,500.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '10000' })).toMatchObject({
      'sales-tax': [633.75, 1665],
      known: 8.5,
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(
      bill({ price: '25000', sale_type: 'private', trade_in: '10000', local_rate: '4.2' }),
    ).toMatchObject({ 'sales-tax': 2106.25 });
  });

  it('rounds half a cent up', () => {
    // 2,000 * 4.225 / 100 = 84.5 -> 85. 1,999 * 4.225 / 100 = 84.458 -> 84.
    expect(bill({ price: '20', sale_type: 'private', local_rate: '0' })).toMatchObject({ 'sales-tax': 0.85 });
    expect(bill({ price: '19.99', sale_type: 'private', local_rate: '0' })).toMatchObject({
      'sales-tax': 0.84,
    });
  });
});
