import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Maryland', () => {
  const bill = billsOf('US', 'MD');

  it('takes 6.5 % of a private sale of 25,000', () => {
    // 2,500,000 * 6.5 / 100 = 162,500. Title 20,000, surcharge 4,000: known 186,500.
    // Lows 8,050 + 8,000; highs 15,150 + 15,000 + test 3,100 + electric 13,600.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'title-excise': 1625,
      title: 200,
      registration: [80.5, 151.5],
      'ems-surcharge': 40,
      'safety-inspection': [80, 150],
      veip: [0, 31],
      'ev-surcharge': [0, 136],
      'phev-surcharge': [0, 109],
      known: 1865,
      range: [2025.5, 2333.5],
    });
  });

  it('taxes a car of 7 or more model years as if it cost at least 640', () => {
    // 300: 30,000 * 6.5 / 100 = 1,950; old 64,000 * 6.5 / 100 = 4,160. Known without the tax: 24,000.
    expect(bill({ price: '300', sale_type: 'private' })).toMatchObject({
      'title-excise': [19.5, 41.6],
      known: 240,
    });
    // 639: 63,900 * 6.5 / 100 = 4,153.5 -> 4,154; old 4,160.
    expect(bill({ price: '639', sale_type: 'private' })).toMatchObject({ 'title-excise': [41.54, 41.6] });
  });

  it('knows the tax from 640 on, whatever the age', () => {
    // 4,160 + 24,000 = 28,160. 641: 64,100 * 6.5 / 100 = 4,166.5 -> 4,167.
    expect(bill({ price: '640', sale_type: 'private' })).toMatchObject({
      'title-excise': 41.6,
      known: 281.6,
    });
    expect(bill({ price: '641', sale_type: 'private' })).toMatchObject({ 'title-excise': 41.67 });
  });

  it('caps the processing charge of a dealer and asks for no safety inspection', () => {
    // 186,500 + 8,050 = 194,550. 186,500 + 15,150 + 3,100 + 13,600 + 80,000 + 5,200 (6.5 % of it) = 303,550.
    const dealer = bill({ price: '25000', sale_type: 'dealer' });
    expect(dealer).toMatchObject({
      'title-excise': 1625,
      'dealer-documentation': [0, 800],
      'documentation-tax': [0, 52],
      range: [1945.5, 3035.5],
    });
    expect(dealer).not.toHaveProperty('safety-inspection');
  });

  it('deducts a trade-in at a dealer', () => {
    // 1,500,000 * 6.5 / 100 = 97,500, + 24,000 = 121,500.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '10000' })).toMatchObject({
      'title-excise': 975,
      known: 1215,
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '10000' })).toMatchObject({
      'title-excise': 1625,
    });
  });
});
