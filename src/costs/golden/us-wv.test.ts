import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('West Virginia', () => {
  const bill = billsOf('US', 'WV');

  it('takes 6 % of a private sale of 25,000', () => {
    // 2,500,000 * 6 / 100 = 150,000; with title 1,500, registration 5,150 and inspection 1,900: 158,550.
    // High 158,550 + electric 20,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'title-excise': 1500,
      title: 15,
      registration: 51.5,
      inspection: 19,
      'ev-fee': [0, 200],
      'hybrid-fee': [0, 100],
      known: 1585.5,
      range: [1585.5, 1785.5],
    });
  });

  it('takes a flat 30 up to a price of 500', () => {
    // 50,100 * 6 / 100 = 3,006.
    expect(bill({ price: '1', sale_type: 'private' })).toMatchObject({ 'title-excise': 30 });
    expect(bill({ price: '500', sale_type: 'private' })).toMatchObject({ 'title-excise': 30 });
    expect(bill({ price: '501', sale_type: 'private' })).toMatchObject({ 'title-excise': 30.06 });
  });

  it('deducts a trade-in at a dealer, and not in a private sale', () => {
    // 2,000,000 * 6 / 100 = 120,000, + 8,550 = 128,550.
    const trade = { price: '25000', trade_in: '5000' };
    expect(bill({ ...trade, sale_type: 'dealer' })).toMatchObject({ 'title-excise': 1200, known: 1285.5 });
    expect(bill({ ...trade, sale_type: 'private' })).toMatchObject({ 'title-excise': 1500, known: 1585.5 });
  });

  it('takes the flat 30 also when a trade-in leaves 500 or less', () => {
    expect(bill({ price: '5300', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'title-excise': 30,
    });
  });

  it('adds the documentation fee of a dealer and is not changed by a local rate', () => {
    // 178,550 + 61,000 = 239,550.
    expect(bill({ price: '25000', sale_type: 'dealer', local_rate: '1' })).toMatchObject({
      'title-excise': 1500,
      'dealer-documentation': [0, 610],
      range: [1585.5, 2395.5],
    });
  });
});
