import { describe, expect, it } from 'vitest';
import { alternativesOf } from './alternatives.ts';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Oklahoma', () => {
  const bill = billsOf('US', 'OK');
  const alternatives = alternativesOf('OK');

  it('takes excise and sales tax of a private sale of 25,000', () => {
    // Excise 2,000 + 2,350,000 * 3.25 / 100 = 76,375 -> 78,375. Sales 2,500,000 * 1.25 / 100 = 31,250.
    // Fees 1,100 + 1,700 + 150 = 2,950, known 112,575. Low + 2,600; high + 9,600 + electric 15,800.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'excise-tax': 783.75,
      'sales-tax': 312.5,
      title: 11,
      'owner-change': 17,
      registration: [26, 96],
      'insurance-verification': 1.5,
      'ev-registration': [0, 158],
      'phev-registration': [0, 118],
      known: 1125.75,
      range: [1151.75, 1379.75],
    });
  });

  it('takes 20 on the first 1,500 and 3.25 % above', () => {
    // 1,500: 2,000; sales 1,875. 1,501: 2,000 + 3.25 -> 2,003; sales 150,100 * 1.25 / 100 = 1,876.25 -> 1,876.
    expect(bill({ price: '100', sale_type: 'private' })).toMatchObject({
      'excise-tax': 20,
      'sales-tax': 1.25,
    });
    expect(bill({ price: '1500', sale_type: 'private' })).toMatchObject({
      'excise-tax': 20,
      'sales-tax': 18.75,
    });
    expect(bill({ price: '1501', sale_type: 'private' })).toMatchObject({
      'excise-tax': 20.03,
      'sales-tax': 18.76,
    });
  });

  it('adds the documentation fee of a dealer', () => {
    // 137,975 + 70,000 = 207,975.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'excise-tax': 783.75,
      'sales-tax': 312.5,
      'dealer-documentation': [0, 700],
      known: 1125.75,
      range: [1151.75, 2079.75],
    });
  });

  it('deducts no trade-in, but states the sales tax on the difference', () => {
    // 2,000,000 * 1.25 / 100 = 25,000.
    const trade = { price: '25000', sale_type: 'dealer', trade_in: '5000' };
    expect(bill(trade)).toMatchObject({ 'excise-tax': 783.75, 'sales-tax': 312.5, known: 1125.75 });
    expect(alternatives(trade)).toEqual({ 'sales-tax': 250 });
  });

  it('is not changed by a local rate', () => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '4.5' })).toMatchObject({
      'excise-tax': 783.75,
      'sales-tax': 312.5,
    });
  });
});
