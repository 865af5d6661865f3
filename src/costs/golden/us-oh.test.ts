import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Ohio', () => {
  const bill = billsOf('US', 'OH');

  it('taxes a private sale of 25,000 within the bounds of the county rates', () => {
    // 5.75 + 0.75 = 6.5 %: 162,500. 5.75 + 2.25 = 8 %: 200,000. Registration 3,600 + service 800 are known.
    // Lows 162,500 + 1,800 + 4,400; highs 200,000 + 2,300 + 4,400 + 3,000 + electric 20,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [1625, 2000],
      title: [18, 23],
      registration: 36,
      'deputy-registrar': 8,
      'permissive-tax': [0, 30],
      'ev-fee': [0, 200],
      'phev-fee': [0, 150],
      'hybrid-fee': [0, 100],
      'e-check': 0,
      known: 44,
      range: [1687, 2297],
    });
  });

  it('is exact with the local rate', () => {
    // 2,500,000 * 7.5 / 100 = 187,500, + 4,400 = 191,900. 99,999 * 7.5 / 100 = 7,499.925 -> 7,500.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '1.75' })).toMatchObject({
      'sales-tax': 1875,
      known: 1919,
    });
    expect(bill({ price: '999.99', sale_type: 'private', local_rate: '1.75' })).toMatchObject({
      'sales-tax': 75,
    });
  });

  it('gives no credit for a trade-in on a used car', () => {
    expect(
      bill({ price: '25000', sale_type: 'dealer', trade_in: '10000', local_rate: '1.75' }),
    ).toMatchObject({ 'sales-tax': 1875, known: 1919 });
  });

  it('adds the documentation fee of a dealer', () => {
    // 229,700 + 39,800 = 269,500.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'sales-tax': [1625, 2000],
      'dealer-documentation': [0, 398],
      range: [1687, 2695],
    });
  });

  it('caps the documentation fee at 10 % of a low price', () => {
    // 10 % of 3,980 is 398, of 3,979 it is 397.90, of 3,000 it is 300.
    expect(bill({ price: '3980', sale_type: 'dealer' })).toMatchObject({ 'dealer-documentation': [0, 398] });
    expect(bill({ price: '3979', sale_type: 'dealer' })).toMatchObject({
      'dealer-documentation': [0, 397.9],
    });
    expect(bill({ price: '3000', sale_type: 'dealer' })).toMatchObject({ 'dealer-documentation': [0, 300] });
  });
});
