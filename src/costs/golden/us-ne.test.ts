import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Nebraska', () => {
  const bill = billsOf('US', 'NE');

  it('taxes a private sale of 25,000 at 5.5 % and the local rates', () => {
    // 2,500,000 * 5.5 / 100 = 137,500. 5.5 + 2.5 = 8 %: 200,000. Title 1,000, registration 2,050: known 3,050.
    // Motor vehicle tax 30,000 * 15 / 100 = 4,500 to 90,000 * 90 / 100 = 81,000.
    // Lows 820 + 4,500 + 35 % of 500, 175; highs 850 + 81,000 + 3,000 + wheel tax 9,000 + electric 15,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [1375, 2000],
      title: 10,
      registration: 20.5,
      plates: [8.2, 8.5],
      'motor-vehicle-tax': [45, 810],
      'motor-vehicle-fee': [1.75, 30],
      'wheel-tax': [0, 90],
      'ev-fee': [0, 150],
      'phev-fee': [0, 75],
      known: 30.5,
      range: [1460.45, 3119],
    });
  });

  it('is exact with the local rate', () => {
    // 7 %: 175,000, + 3,050 = 178,050.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '1.5' })).toMatchObject({
      'sales-tax': 1750,
      known: 1780.5,
    });
  });

  it('knows the tax where there is no local rate', () => {
    // 137,500 + 3,050 = 140,550.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '0' })).toMatchObject({
      'sales-tax': 1375,
      known: 1405.5,
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 7 / 100 = 140,000, + 3,050 = 143,050.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000', local_rate: '1.5' })).toMatchObject({
      'sales-tax': 1400,
      'dealer-documentation': [0, 600],
      known: 1430.5,
    });
  });

  it('deducts a trade-in from both ends of the range', () => {
    // 2,000,000 * 5.5 / 100 = 110,000. 2,000,000 * 8 / 100 = 160,000.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'sales-tax': [1100, 1600],
      known: 30.5,
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000' })).toMatchObject({
      'sales-tax': [1375, 2000],
    });
  });
});
