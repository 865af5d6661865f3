import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Maine', () => {
  const bill = billsOf('US', 'ME');

  it('takes 5.5 % of a private sale of 25,000', () => {
    // 2,500,000 * 5.5 / 100 = 137,500. Title 3,300, registration 3,500: known 144,300.
    // Excise 2,000,000 * 0.4 / 100 = 8,000 to 5,000,000 * 1.75 / 100 = 87,500.
    // Lows 0 + 8,000 + 1,250; highs 600 + 87,500 + 1,850.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'use-tax': 1375,
      title: 33,
      registration: 35,
      'agent-fee': [0, 6],
      'municipal-excise': [80, 875],
      inspection: [12.5, 18.5],
      known: 1443,
      range: [1535.5, 2342.5],
    });
  });

  it('adds the documentation fee of a dealer', () => {
    // 234,250 + 80,000 = 314,250.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'sales-tax': 1375,
      'dealer-documentation': [0, 800],
      range: [1535.5, 3142.5],
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 5.5 / 100 = 110,000, + 6,800 = 116,800.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'sales-tax': 1100,
      known: 1168,
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000' })).toMatchObject({
      'use-tax': 1375,
    });
  });

  it('has no local tax', () => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '1' })).toMatchObject({
      'use-tax': 1375,
    });
  });

  it('rounds half a cent up', () => {
    // 1,100 * 5.5 / 100 = 60.5 -> 61. 1,099 * 5.5 / 100 = 60.445 -> 60.
    expect(bill({ price: '11', sale_type: 'private' })).toMatchObject({ 'use-tax': 0.61 });
    expect(bill({ price: '10.99', sale_type: 'private' })).toMatchObject({ 'use-tax': 0.6 });
  });
});
