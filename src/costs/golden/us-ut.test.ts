import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Utah', () => {
  const bill = billsOf('US', 'UT');

  it('taxes a private sale of 25,000 within the bounds of the local rates', () => {
    // 4.85 + 1.25 = 6.1 %: 152,500. 4.85 + 4.2 = 9.05 %: 226,250. Title 600 is known.
    // Lows 152,500 + 600 + 5,000 + 1,000.
    // Highs 226,250 + 600 + 6,200 + 15,000 + 1,000 + 4,000 + electric 18,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [1525, 2262.5],
      title: 6,
      registration: [50, 62],
      'uniform-fee': [10, 150],
      'corridor-fee': [0, 10],
      emissions: [0, 40],
      'ev-fee': [0, 180],
      'phev-fee': [0, 64],
      'hybrid-fee': [0, 25],
      known: 6,
      range: [1591, 2710.5],
    });
  });

  it('is exact with the local rate', () => {
    // 2,500,000 * 7.45 / 100 = 186,250. 1,234,567 * 7.45 / 100 = 91,975.24 -> 91,975.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '2.6' })).toMatchObject({
      'sales-tax': 1862.5,
      known: 1868.5,
    });
    expect(bill({ price: '12345.67', sale_type: 'private', local_rate: '2.6' })).toMatchObject({
      'sales-tax': 919.75,
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 1,900,000 * 7.45 / 100 = 141,550, + 600 = 142,150.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '6000', local_rate: '2.6' })).toMatchObject({
      'sales-tax': 1415.5,
      known: 1421.5,
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '6000', local_rate: '2.6' })).toMatchObject(
      { 'sales-tax': 1862.5 },
    );
  });

  it('adds the documentation fee of a dealer', () => {
    // 271,050 + 69,900 + 69,900 * 9.05 / 100 (6,325.95 -> 6,326) = 347,276.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'dealer-documentation': [0, 699],
      'documentation-tax': [0, 63.26],
      known: 6,
      range: [1591, 3472.76],
    });
  });
});
