import { describe, expect, it } from 'vitest';
import { alternativesOf } from './alternatives.ts';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Mississippi', () => {
  const bill = billsOf('US', 'MS');
  const alternatives = alternativesOf('MS');

  it('takes 5 % of a private sale of 25,000', () => {
    // 2,500,000 * 5 / 100 = 125,000. Title 1,000, registration 1,400, license 1,500: known 128,900.
    // Property tax 2,500,000 * 0.4 / 100 = 10,000 to 2,500,000 * 4.4 / 100 = 110,000. Electric 20,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': 1250,
      title: 10,
      registration: 14,
      privilege: 15,
      'ad-valorem': [100, 1100],
      'ev-fee': [0, 200],
      'hybrid-fee': [0, 100],
      known: 1289,
      range: [1389, 2589],
    });
  });

  it('says that a private sale of a car of 10 or more years is free of tax', () => {
    expect(alternatives({ price: '25000', sale_type: 'private' })).toEqual({ 'sales-tax': 0 });
    expect(alternatives({ price: '25000', sale_type: 'dealer' })).toEqual({});
  });

  it('adds the documentation fee of a dealer', () => {
    // 258,900 + 70,000 = 328,900.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'sales-tax': 1250,
      'dealer-documentation': [0, 700],
      range: [1389, 3289],
    });
  });

  it('deducts a trade-in at a dealer from the sales tax and not from the property tax', () => {
    // 2,000,000 * 5 / 100 = 100,000, + 3,900 = 103,900.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'sales-tax': 1000,
      'ad-valorem': [100, 1100],
      known: 1039,
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000' })).toMatchObject({
      'sales-tax': 1250,
    });
  });

  it('lets the property tax follow the value', () => {
    // 1,000,000 * 0.4 / 100 = 4,000. 1,000,000 * 4.4 / 100 = 44,000.
    expect(bill({ price: '10000', sale_type: 'private' })).toMatchObject({
      'sales-tax': 500,
      'ad-valorem': [40, 440],
    });
  });

  it('rounds half a cent up', () => {
    // 1,010 * 5 / 100 = 50.5 -> 51. 1,009 * 5 / 100 = 50.45 -> 50.
    expect(bill({ price: '10.10', sale_type: 'private' })).toMatchObject({ 'sales-tax': 0.51 });
    expect(bill({ price: '10.09', sale_type: 'private' })).toMatchObject({ 'sales-tax': 0.5 });
  });
});
