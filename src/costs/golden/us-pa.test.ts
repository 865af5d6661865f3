import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Pennsylvania', () => {
  const bill = billsOf('US', 'PA');

  it('taxes a private sale of 25,000 within the bounds of the local rates', () => {
    // 6 %: 150,000. 8 %: 200,000. Title 7,200 + registration 4,800 are known.
    // Lows 150,000 + 12,000; highs 200,000 + 12,000 + 500 + 8,000 + 5,000 + electric 25,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [1500, 2000],
      title: 72,
      registration: 48,
      'county-fee': [0, 5],
      'safety-inspection': [0, 80],
      emissions: [0, 50],
      'ev-ruc': [0, 250],
      'phev-ruc': [0, 63],
      known: 120,
      range: [1620, 2505],
    });
  });

  it.each([
    // 6 % elsewhere, 7 % in Allegheny County, 8 % in Philadelphia; known with 12,000 of fees.
    ['0', 1500, 1620],
    ['1', 1750, 1870],
    ['2', 2000, 2120],
  ])('is exact with a local rate of %s', (rate, tax, known) => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: rate })).toMatchObject({
      'sales-tax': tax,
      known,
    });
  });

  it('deducts a trade-in at a dealer, and not in a private sale', () => {
    // 2,000,000 * 7 / 100 = 140,000, + 12,000 = 152,000. Private 2,500,000 * 7 / 100 = 175,000.
    const trade = { price: '25000', trade_in: '5000', local_rate: '1' };
    expect(bill({ ...trade, sale_type: 'dealer' })).toMatchObject({ 'sales-tax': 1400, known: 1520 });
    expect(bill({ ...trade, sale_type: 'private' })).toMatchObject({ 'sales-tax': 1750, known: 1870 });
  });

  it('adds the documentation fee of a dealer', () => {
    // 250,500 + 49,000 = 299,500.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'sales-tax': [1500, 2000],
      'dealer-documentation': [0, 490],
      known: 120,
      range: [1620, 2995],
    });
  });

  it('rounds to the cent', () => {
    // 1,234,567 * 6 / 100 = 74,074.02 -> 74,074.
    expect(bill({ price: '12345.67', sale_type: 'private', local_rate: '0' })).toMatchObject({
      'sales-tax': 740.74,
    });
  });
});
