import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Oregon', () => {
  const bill = billsOf('US', 'OR');

  it('does not tax a private sale of 25,000', () => {
    // Low: title 10,100. High: electric title 19,200 and registration 37,600, Multnomah County 11,200,
    // plates 2,600, test 2,500.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'no-tax': 0,
      title: [101, 192],
      registration: [0, 216],
      'ev-registration': [0, 376],
      'county-multnomah': [0, 112],
      'county-washington-clackamas': [0, 60],
      plates: [0, 26],
      'deq-test': [0, 25],
      known: 0,
      range: [101, 731],
    });
  });

  it('does not tax a dealer sale either, and adds the documentation fee', () => {
    // 73,100 + 25,000 = 98,100.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'no-tax': 0,
      'dealer-documentation': [0, 250],
      known: 0,
      range: [101, 981],
    });
  });

  it('asks the same at the least and the highest price', () => {
    for (const price of ['0.01', '5000000']) {
      expect(bill({ price, sale_type: 'private' })).toMatchObject({ 'no-tax': 0, range: [101, 731] });
    }
  });

  it('is not changed by a trade-in', () => {
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'no-tax': 0,
      range: [101, 981],
    });
  });

  it('is not changed by a local rate', () => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '3' })).toMatchObject({
      'no-tax': 0,
      range: [101, 731],
    });
  });
});
