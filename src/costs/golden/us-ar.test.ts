import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Arkansas', () => {
  const bill = billsOf('US', 'AR');

  it('taxes a private sale of 25,000 with the local tax on the first 2,500', () => {
    // 2,500,000 * 6.5 / 100 = 162,500. Local on 250,000: 0 to * 6.125 / 100 = 15,312.5, together 177,812.5 -> 177,813.
    // Low 162,500 + 1,000 + 1,700 + 250; high 177,813 + 1,000 + 3,000 + 250 + electric 20,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [1625, 1778.13],
      title: 10,
      registration: [17, 30],
      decal: 2.5,
      lien: 1,
      'ev-fee': [0, 200],
      'phev-fee': [0, 100],
      'hybrid-fee': [0, 50],
      known: 12.5,
      range: [1654.5, 2020.63],
    });
  });

  it('is exact with the local rate', () => {
    // 162,500 + 250,000 * 3 / 100 = 7,500 -> 170,000. With title and decal 171,250.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '3' })).toMatchObject({
      'sales-tax': 1700,
      known: 1712.5,
    });
  });

  it('takes nothing below 4,000 and 3.5 % from there', () => {
    expect(bill({ price: '3999.99', sale_type: 'private', local_rate: '3' })).toMatchObject({
      'sales-tax': 0,
      known: 12.5,
    });
    expect(bill({ price: '3999.99', sale_type: 'private' })).toMatchObject({ 'sales-tax': 0, known: 12.5 });
    // 400,000 * 3.5 / 100 = 14,000, + 7,500 = 21,500.
    expect(bill({ price: '4000', sale_type: 'private', local_rate: '3' })).toMatchObject({
      'sales-tax': 215,
    });
  });

  it('takes 6.5 % from 10,000', () => {
    // 999,999 * 3.5 / 100 = 34,999.965, + 7,500 = 42,499.965 -> 42,500. 1,000,000 * 6.5 / 100 = 65,000, + 7,500 = 72,500.
    expect(bill({ price: '9999.99', sale_type: 'private', local_rate: '3' })).toMatchObject({
      'sales-tax': 425,
    });
    expect(bill({ price: '10000', sale_type: 'private', local_rate: '3' })).toMatchObject({
      'sales-tax': 725,
    });
  });

  it('deducts a trade-in while the whole price decides the rate', () => {
    // 12,000 bears 6.5 %: 900,000 * 6.5 / 100 = 58,500, + 7,500 = 66,000.
    expect(bill({ price: '12000', sale_type: 'dealer', trade_in: '3000', local_rate: '3' })).toMatchObject({
      'sales-tax': 660,
      'dealer-documentation': [0, 129],
      known: 672.5,
    });
    // 10,500 less 8,500: 200,000 * 6.5 / 100 = 13,000, + 200,000 * 3 / 100 = 6,000.
    expect(bill({ price: '10500', sale_type: 'dealer', trade_in: '8500', local_rate: '3' })).toMatchObject({
      'sales-tax': 190,
    });
  });
});
