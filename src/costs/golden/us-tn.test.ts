import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Tennessee', () => {
  const bill = billsOf('US', 'TN');

  it('taxes a private sale of 25,000 within the bounds of the local rates', () => {
    // State 2,500,000 * 7 / 100 = 175,000. Local on the first 160,000: * 1.5 / 100 = 2,400 to * 2.75 / 100 = 4,400.
    // Single article on 160,000 to 320,000: 160,000 * 2.75 / 100 = 4,400. Tax 181,800 to 183,800.
    // Title 1,400. Registration 2,650 to 2,900, wheel tax 0 to 12,000, electric 20,000 (the dearest fuel).
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [1818, 1838],
      title: 14,
      registration: [26.5, 29],
      'county-wheel-tax': [0, 120],
      'ev-fee': [0, 200],
      'hybrid-fee': [0, 100],
      known: 14,
      range: [1858.5, 2201],
    });
  });

  it('is exact with the local rate', () => {
    // 175,000 + 160,000 * 2.25 / 100 = 3,600 + 4,400 = 183,000. Known with the title 184,400.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '2.25' })).toMatchObject({
      'sales-tax': 1830,
      known: 1844,
    });
  });

  it('stops the local tax at 1,600 and begins the single article tax there', () => {
    // 1,600: 11,200 + 160,000 * 2.25 / 100 = 3,600 -> 14,800.
    expect(bill({ price: '1600', sale_type: 'private', local_rate: '2.25' })).toMatchObject({
      'sales-tax': 148,
    });
    // 1,700: 11,900 + 3,600 + 10,000 * 2.75 / 100 = 275 -> 15,775.
    expect(bill({ price: '1700', sale_type: 'private', local_rate: '2.25' })).toMatchObject({
      'sales-tax': 157.75,
    });
  });

  it('stops the single article tax at 3,200', () => {
    // 3,200: 22,400 + 3,600 + 4,400 = 30,400. 3,300: 23,100 + 3,600 + 4,400 = 31,100.
    expect(bill({ price: '3200', sale_type: 'private', local_rate: '2.25' })).toMatchObject({
      'sales-tax': 304,
    });
    expect(bill({ price: '3300', sale_type: 'private', local_rate: '2.25' })).toMatchObject({
      'sales-tax': 311,
    });
  });

  it('deducts a trade-in from the dealer price, and not in a private sale', () => {
    // 2,000,000 * 7 / 100 = 140,000, + 3,600 + 4,400 = 148,000. Private as above 183,000.
    const trade = { price: '25000', trade_in: '5000', local_rate: '2.25' };
    expect(bill({ ...trade, sale_type: 'dealer' })).toMatchObject({
      'sales-tax': 1480,
      'dealer-documentation': [0, 899],
    });
    expect(bill({ ...trade, sale_type: 'private' })).toMatchObject({ 'sales-tax': 1830 });
  });
});
