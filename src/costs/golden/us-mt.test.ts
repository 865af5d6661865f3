import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';
import { itIsUntaxed } from './untaxed.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Montana', () => {
  const bill = billsOf('US', 'MT');

  it('has no tax on a private sale of 25,000', () => {
    // With 3 %: title 1,200 + 36 = 1,236, Highway Patrol 1,000 + 30 = 1,030: known 2,266.
    // Registration 2,800 + 84 = 2,884 to 21,700 + 651 = 22,351.
    // Highs plates 2,100, county 31,500, luxury 82,500, electric 19,000. A permanent registration is a choice.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'no-tax': 0,
      title: 12.36,
      registration: [28.84, 223.51],
      'highway-patrol': 10.3,
      plates: [0, 21],
      'county-option-tax': [0, 315],
      'luxury-fee': [0, 825],
      'permanent-registration': 87.5,
      'ev-fee': [0, 190],
      'phev-fee': [0, 100],
      known: 22.66,
      range: [51.5, 1597.17],
    });
  });

  it('has none on a dealer sale either', () => {
    // 159,717 + 60,000 = 219,717.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'no-tax': 0,
      'dealer-documentation': [0, 600],
      known: 22.66,
      range: [51.5, 2197.17],
    });
  });

  itIsUntaxed(bill);
});
