import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('South Carolina', () => {
  const bill = billsOf('US', 'SC');

  it('caps the fee of a private sale of 25,000 at 500', () => {
    // 2,500,000 * 5 / 100 = 125,000 -> 50,000. Title 1,500, registration 4,000. Electric 12,000 is the dearest fuel.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'infrastructure-maintenance-fee': 500,
      title: 15,
      registration: 40,
      'ev-fee': [0, 120],
      'hybrid-fee': [0, 60],
      known: 555,
      range: [555, 675],
    });
  });

  it('reaches the cap at 10,000', () => {
    // 999,980 * 5 / 100 = 49,999. 999,999 * 5 / 100 = 49,999.95 -> 50,000. 1,000,001 * 5 / 100 = 50,000.05 -> cap.
    expect(bill({ price: '9999.80', sale_type: 'private' })).toMatchObject({
      'infrastructure-maintenance-fee': 499.99,
    });
    expect(bill({ price: '9999.99', sale_type: 'private' })).toMatchObject({
      'infrastructure-maintenance-fee': 500,
    });
    expect(bill({ price: '10000.01', sale_type: 'private' })).toMatchObject({
      'infrastructure-maintenance-fee': 500,
    });
  });

  it('has the same cap at a dealer, with a documentation fee', () => {
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'infrastructure-maintenance-fee': 500,
      'dealer-documentation': [0, 799],
      known: 555,
    });
  });

  it('deducts a trade-in before the cap', () => {
    // 2,500,000 - 1,800,000 = 700,000 * 5 / 100 = 35,000. 2,500,000 - 500,000 = 2,000,000 -> 100,000 -> 50,000.
    const dealer = { price: '25000', sale_type: 'dealer' };
    expect(bill({ ...dealer, trade_in: '18000' })).toMatchObject({ 'infrastructure-maintenance-fee': 350 });
    expect(bill({ ...dealer, trade_in: '5000' })).toMatchObject({ 'infrastructure-maintenance-fee': 500 });
  });

  it('takes 5 % of a small price', () => {
    // 412,345 * 5 / 100 = 20,617.25 -> 20,617.
    expect(bill({ price: '4123.45', sale_type: 'private' })).toMatchObject({
      'infrastructure-maintenance-fee': 206.17,
    });
  });
});
