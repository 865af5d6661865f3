import { describe, expect, it } from 'vitest';
import { alternativesOf } from './alternatives.ts';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Connecticut', () => {
  const bill = billsOf('US', 'CT');

  it('taxes a private sale of 25,000 at 6.35 %', () => {
    // 2,500,000 * 6.35 / 100 = 158,750. Title 2,500, registration 12,000, plates 500, administration 1,000,
    // clean air 1,500, parks 2,400: 19,900. Emissions 2,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'use-tax': 1587.5,
      title: 25,
      lien: 10,
      registration: 120,
      plate: 5,
      admin: 10,
      'clean-air': 15,
      parks: 24,
      emissions: [0, 20],
      known: 1786.5,
      range: [1786.5, 1806.5],
    });
  });

  it('takes 7.75 % of the whole price above 50,000', () => {
    // 5,000,000 * 6.35 / 100 = 317,500. 5,000,001 * 7.75 / 100 = 387,500.0775 -> 387,500.
    expect(bill({ price: '50000', sale_type: 'private' })).toMatchObject({ 'use-tax': 3175, known: 3374 });
    expect(bill({ price: '50000.01', sale_type: 'private' })).toMatchObject({ 'use-tax': 3875, known: 4074 });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 6.35 / 100 = 127,000, with the fees 146,900. High + 2,000 + 90,000.
    expect(bill({ price: '30000', sale_type: 'dealer', trade_in: '10000' })).toMatchObject({
      'sales-tax': 1270,
      'dealer-documentation': [0, 900],
      known: 1469,
      range: [1469, 2389],
    });
  });

  it('lets the price after the trade-in pick the rate', () => {
    // 55,000 less 10,000: 4,500,000 * 6.35 / 100 = 285,750. 60,000 less 9,999.99: 5,000,001 * 7.75 / 100 -> 387,500.
    expect(bill({ price: '55000', sale_type: 'dealer', trade_in: '10000' })).toMatchObject({
      'sales-tax': 2857.5,
    });
    expect(bill({ price: '60000', sale_type: 'dealer', trade_in: '9999.99' })).toMatchObject({
      'sales-tax': 3875,
    });
  });

  it('states what a limit before the trade-in would make of it, where that differs', () => {
    // 55,000 less 10,000: 4,500,000 * 7.75 / 100 = 348,750. 45,000 less 10,000 is below the limit either way.
    const alternatives = alternativesOf('CT');
    const tax = (price: string) => alternatives({ price, sale_type: 'dealer', trade_in: '10000' });
    expect(tax('55000')).toEqual({ 'sales-tax': 3487.5 });
    expect(tax('45000')).toEqual({});
  });

  it('has no local tax and no trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000', local_rate: '3' })).toMatchObject({
      'use-tax': 1587.5,
      known: 1786.5,
    });
  });
});
