import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Delaware', () => {
  const bill = billsOf('US', 'DE');

  it('takes a document fee of 5.25 % of a private sale of 25,000', () => {
    // 2,500,000 * 5.25 / 100 = 131,250. Title 3,500, registration 4,000: 138,750. Electric 11,000 is the dearest fuel.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'document-fee': 1312.5,
      title: 35,
      lien: 20,
      registration: 40,
      'ev-fee': [0, 110],
      'phev-fee': [0, 85],
      'hybrid-fee': [0, 60],
      known: 1387.5,
      range: [1387.5, 1497.5],
    });
  });

  it('takes a document fee of at least 8', () => {
    // 15,200 * 5.25 / 100 = 798 -> 800. 15,300 * 5.25 / 100 = 803.25 -> 803.
    expect(bill({ price: '152', sale_type: 'private' })).toMatchObject({ 'document-fee': 8, known: 83 });
    expect(bill({ price: '153', sale_type: 'private' })).toMatchObject({
      'document-fee': 8.03,
      known: 83.03,
    });
  });

  it('charges a dealer sale in the same way', () => {
    // 149,750 high of a private sale + documentation 69,900.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'document-fee': 1312.5,
      'dealer-documentation': [0, 699],
      known: 1387.5,
      range: [1387.5, 2196.5],
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 1,700,000 * 5.25 / 100 = 89,250, with the fees 96,750. Less than 8 for 10,000 less 9,900: 525 -> 800.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '8000' })).toMatchObject({
      'document-fee': 892.5,
      known: 967.5,
      range: [967.5, 1776.5],
    });
    expect(bill({ price: '10000', sale_type: 'dealer', trade_in: '9900' })).toMatchObject({
      'document-fee': 8,
    });
  });

  it('has no local tax and no trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '8000', local_rate: '2' })).toMatchObject({
      'document-fee': 1312.5,
      known: 1387.5,
    });
  });
});
