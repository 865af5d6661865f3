import { describe, expect, it } from 'vitest';
import { alternativesOf } from './alternatives.ts';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('New Jersey', () => {
  const bill = billsOf('US', 'NJ');
  const alternatives = alternativesOf('NJ');

  it('takes 6.625 % of a private sale of 25,000', () => {
    // 2,500,000 * 6.625 / 100 = 165,625. Title 6,000: known 171,625.
    // Registration 4,650 to 8,400, inspection 0 to 10,000, electric 27,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': 1656.25,
      title: 60,
      registration: [46.5, 84],
      inspection: [0, 100],
      'ev-fee': [0, 270],
      known: 1716.25,
      range: [1762.75, 2170.25],
    });
  });

  it('adds the documentation fee of a dealer', () => {
    // 217,025 + 80,000 + 5,300 (6.625 % of it) = 302,325.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'sales-tax': 1656.25,
      'dealer-documentation': [0, 800],
      'documentation-tax': [0, 53],
      range: [1762.75, 3023.25],
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 6.625 / 100 = 132,500, + 6,000 = 138,500.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'sales-tax': 1325,
      known: 1385,
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000' })).toMatchObject({
      'sales-tax': 1656.25,
    });
  });

  it('states the dearer title of a car bought with a loan', () => {
    expect(alternatives({ price: '25000', sale_type: 'private' })).toEqual({ title: 85 });
  });

  it('has no local tax', () => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '1' })).toMatchObject({
      'sales-tax': 1656.25,
    });
  });

  it('rounds half a cent up', () => {
    // 400 * 6.625 / 100 = 26.5 -> 27. 399 * 6.625 / 100 = 26.434 -> 26.
    expect(bill({ price: '4', sale_type: 'private' })).toMatchObject({ 'sales-tax': 0.27 });
    expect(bill({ price: '3.99', sale_type: 'private' })).toMatchObject({ 'sales-tax': 0.26 });
  });
});
