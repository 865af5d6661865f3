import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Louisiana', () => {
  const bill = billsOf('US', 'LA');

  it('taxes a private sale of 25,000 within the bounds of the local rates', () => {
    // 5 %: 125,000. 5 + 7 = 12 %: 300,000. Title 6,850, handling 800, plate 0.2 % 5,000: 12,650.
    // Low 125,000 + 12,650 + 1,000; high 300,000 + 12,650 + 2,500 + electric 11,000. The tag agent is a choice.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'sales-tax': [1250, 3000],
      title: 68.5,
      handling: 8,
      registration: 50,
      'tag-agent': [0, 23],
      inspection: [10, 25],
      'ev-road-fee': [0, 110],
      'hybrid-road-fee': [0, 60],
      known: 126.5,
      range: [1386.5, 3261.5],
    });
  });

  it('is exact with the local rate', () => {
    // 5 + 5.5 = 10.5 %: 262,500, + 12,650 = 275,150.
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '5.5' })).toMatchObject({
      'sales-tax': 2625,
      known: 2751.5,
    });
  });

  it('takes at least 20 for the plate', () => {
    // 1,000,000 * 0.2 / 100 = 2,000. 999,900: 1,999.8, 400,000: 800 -> 2,000. 1,005,000: 2,010.
    expect(bill({ price: '4000', sale_type: 'private' })).toMatchObject({ registration: 20, known: 96.5 });
    expect(bill({ price: '9999', sale_type: 'private' })).toMatchObject({ registration: 20 });
    expect(bill({ price: '10000', sale_type: 'private' })).toMatchObject({ registration: 20 });
    expect(bill({ price: '10050', sale_type: 'private' })).toMatchObject({ registration: 20.1, known: 96.6 });
  });

  it('deducts a trade-in from the tax and not from the value for the plate', () => {
    // 2,000,000 * 10.5 / 100 = 210,000, + 12,650 = 222,650.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000', local_rate: '5.5' })).toMatchObject({
      'sales-tax': 2100,
      registration: 50,
      'dealer-documentation': [0, 425],
      known: 2226.5,
    });
    // 2,000,000 * 5 / 100 = 100,000; * 12 / 100 = 240,000.
    // Low 100,000 + 12,650 + 1,000; high 240,000 + 12,650 + 2,500 + 11,000 + 42,500.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000' })).toMatchObject({
      'sales-tax': [1000, 2400],
      range: [1136.5, 3086.5],
    });
  });

  it('does not deduct a trade-in in a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '5000', local_rate: '5.5' })).toMatchObject(
      { 'sales-tax': 2625 },
    );
  });
});
