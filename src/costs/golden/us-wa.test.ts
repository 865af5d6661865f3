import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Washington', () => {
  const bill = billsOf('US', 'WA');

  it('taxes a private sale of 25,000 at 7 % and the local rates', () => {
    // 6.5 + 0.5 + 1 = 8 %: 200,000. 6.5 + 0.5 + 4.2 = 11.2 %: 280,000.
    // Lows 4,200 + 6,800 + 1,000; highs 5,000 + 12,500 + 10,400 + RTA 60,000 + district 10,000 + electric 22,500.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'use-tax': [2000, 2800],
      title: [42, 50],
      registration: [68, 125],
      plates: [10, 104],
      'rta-tax': [0, 600],
      'tbd-fee': [0, 100],
      'ev-fee': [0, 225],
      'hybrid-fee': [0, 75],
      known: 0,
      range: [2120, 4004],
    });
  });

  it('is exact with the local rate', () => {
    // 2,500,000 * 10.1 / 100 = 252,500.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '3.1' })).toMatchObject({
      'use-tax': 2525,
      known: 2525,
    });
  });

  it('adds the luxury tax to the part above 102,000', () => {
    // 102,000: none. 102,001: 100 * 8 / 100 = 8. 150,000: 4,800,000 * 8 / 100 = 384,000.
    expect(bill({ price: '102000', sale_type: 'private' })).not.toHaveProperty('luxury-tax');
    expect(bill({ price: '102001', sale_type: 'private' })).toMatchObject({ 'luxury-tax': 0.08 });
    expect(bill({ price: '150000', sale_type: 'private' })).toMatchObject({
      'luxury-tax': 3840,
      known: 3840,
    });
  });

  it('deducts a trade-in from the sales tax and not from the luxury tax', () => {
    // (15,000,000 - 6,000,000) * 10.1 / 100 = 909,000. Luxury on 4,800,000 as without the trade-in.
    expect(
      bill({ price: '150000', sale_type: 'dealer', trade_in: '60000', local_rate: '3.1' }),
    ).toMatchObject({
      'sales-tax': 9090,
      'luxury-tax': 3840,
      known: 12930,
    });
  });

  it('caps the documentation fee of a dealer', () => {
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'sales-tax': [2000, 2800],
      'dealer-documentation': [0, 200],
      range: [2120, 4204],
    });
  });
});
