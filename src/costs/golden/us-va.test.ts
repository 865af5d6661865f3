import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Virginia', () => {
  const bill = billsOf('US', 'VA');

  it('takes 4.15 % of a private sale of 25,000', () => {
    // 2,500,000 * 4.15 / 100 = 103,750; with title 1,500 and inspection 2,000 known: 107,250.
    // Low 107,250 + 3,075; high 107,250 + 4,575 + 3,000 + 14,000, as only one highway use fee can be due.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': 1037.5,
      title: 15,
      registration: [30.75, 45.75],
      'safety-inspection': 20,
      emissions: [0, 30],
      'ev-huf': [0, 140],
      'hybrid-huf': [0, 60],
      known: 1072.5,
      range: [1103.25, 1288.25],
    });
  });

  it('takes at least 75', () => {
    // 180,700 * 4.15 / 100 = 7,499.05 -> 7,500 as the least. 180,800 * 4.15 / 100 = 7,503.2 -> 7,503.
    expect(bill({ price: '100', sale_type: 'private' })).toMatchObject({ 'sales-tax': 75, known: 110 });
    expect(bill({ price: '1807', sale_type: 'private' })).toMatchObject({ 'sales-tax': 75 });
    expect(bill({ price: '1808', sale_type: 'private' })).toMatchObject({ 'sales-tax': 75.03 });
  });

  it('gives no credit for a trade-in', () => {
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '10000' })).toMatchObject({
      'sales-tax': 1037.5,
      known: 1072.5,
    });
  });

  it('adds the processing fee of a dealer', () => {
    // 128,825 + 99,900 + 99,900 * 4.15 / 100 (4,145.85 -> 4,146) = 232,871.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'dealer-documentation': [0, 999],
      'documentation-tax': [0, 41.46],
      range: [1103.25, 2328.71],
    });
  });

  it('rounds to the cent and is not changed by a local rate', () => {
    // 1,234,567 * 4.15 / 100 = 51,234.53 -> 51,235.
    expect(bill({ price: '12345.67', sale_type: 'private', local_rate: '2' })).toMatchObject({
      'sales-tax': 512.35,
    });
  });
});
