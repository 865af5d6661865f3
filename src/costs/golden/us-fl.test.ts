import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Florida', () => {
  const bill = billsOf('US', 'FL');

  it('taxes a private sale of 25,000 within the bounds of the county surtax', () => {
    // 2,500,000 * 6 / 100 = 150,000. Surtax on the first 500,000: 0 to * 2 / 100 = 10,000.
    // Lows 7,525 + 0 + 410 + 2,760; highs 8,775 + 22,500 + 2,800 + 4,560. The lien line is optional.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [1500, 1600],
      title: [75.25, 87.75],
      lien: 2,
      'initial-registration': [0, 225],
      plate: [4.1, 28],
      registration: [27.6, 45.6],
      known: 0,
      range: [1606.95, 1986.35],
    });
  });

  it('is exact with the local rate', () => {
    // 150,000 + 500,000 * 1.5 / 100 = 7,500.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '1.5' })).toMatchObject({
      'sales-tax': 1575,
      known: 1575,
    });
  });

  it('stops the surtax at 5,000', () => {
    // 4,999: 499,900 * 7.5 / 100 = 37,492.5 -> 37,493. 5,000: 30,000 + 7,500. 6,000: 36,000 + 7,500.
    expect(bill({ price: '4999', sale_type: 'private', local_rate: '1.5' })).toMatchObject({
      'sales-tax': 374.93,
    });
    expect(bill({ price: '5000', sale_type: 'private', local_rate: '1.5' })).toMatchObject({
      'sales-tax': 375,
    });
    expect(bill({ price: '6000', sale_type: 'private', local_rate: '1.5' })).toMatchObject({
      'sales-tax': 435,
    });
  });

  it('deducts a trade-in before both taxes of a dealer sale', () => {
    // 300,000 * 6 / 100 = 18,000 + 300,000 * 1 / 100 = 3,000.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '22000', local_rate: '1' })).toMatchObject({
      'sales-tax': 210,
      'dealer-documentation': [0, 1299],
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '22000' })).toMatchObject({
      'sales-tax': [1500, 1600],
    });
  });
});
