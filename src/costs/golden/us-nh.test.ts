import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';
import { itIsUntaxed } from './untaxed.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('New Hampshire', () => {
  const bill = billsOf('US', 'NH');

  it('has no tax on a private sale of 25,000', () => {
    // Permit 2,000,000 * 0.3 / 100 = 6,000 to 5,000,000 * 1.5 / 100 = 75,000. Known: the title, 3,500.
    // Lows 4,200 + 6,000 + 100; highs 6,600 + 75,000 + 1,000 + 1,600 + electric 10,000. No inspection is counted.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'no-tax': 0,
      title: 35,
      'state-registration': [42, 66],
      'municipal-permit': [60, 750],
      'clerk-agent': [1, 10],
      plates: [0, 16],
      inspection: [0, 50],
      'ev-surcharge': [0, 100],
      'phev-surcharge': [0, 50],
      known: 35,
      range: [138, 977],
    });
  });

  it('has none on a dealer sale either', () => {
    // 97,700 + 70,000 = 167,700.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'no-tax': 0,
      'dealer-documentation': [0, 700],
      known: 35,
      range: [138, 1677],
    });
  });

  itIsUntaxed(bill);
});
