import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('District of Columbia', () => {
  const bill = billsOf('US', 'DC');

  it('has an excise tax between the lightest thrifty and the heaviest thirsty car', () => {
    // 2,500,000 * 1 / 100 = 25,000 to 2,500,000 * 10.1 / 100 = 252,500. Inspection 3,500 is known.
    // Lows 2,600 + 7,200; highs 3,000 + 50,000. Lien and tag transfer are optional.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'title-excise': [250, 2525],
      title: [26, 30],
      lien: 20,
      registration: [72, 500],
      inspection: 35,
      'tag-transfer': 12,
      known: 35,
      range: [383, 3090],
    });
  });

  it('has the same tax at a dealer, with a documentation fee', () => {
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'title-excise': [250, 2525],
      'dealer-documentation': [0, 800],
      known: 35,
      range: [383, 3890],
    });
  });

  it('gives no credit for a trade-in', () => {
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '10000' })).toMatchObject({
      'title-excise': [250, 2525],
    });
  });

  it('is not changed by a local rate', () => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '2' })).toMatchObject({
      'title-excise': [250, 2525],
    });
  });

  it('rounds both bounds by themselves', () => {
    // 1,250 * 1 / 100 = 12.5 -> 13; 1,250 * 10.1 / 100 = 126.25 -> 126.
    expect(bill({ price: '12.50', sale_type: 'private' })).toMatchObject({ 'title-excise': [0.13, 1.26] });
  });
});
