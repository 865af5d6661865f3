import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Hawaii', () => {
  const bill = billsOf('US', 'HI');

  it('does not tax a private sale', () => {
    // State registration 4,600, inspection 2,575: 7,175. Weight taxes of 2,500 lb: * 1.75 = 4,375 and * 1.25 = 3,125;
    // of 7,000 lb: * 2 = 14,000 and * 7 = 49,000. Low 7,175 + 500 + 4,375 + 3,125 + 1,350;
    // high 7,175 + 2,000 + 14,000 + 49,000 + 2,800 + plates 500 + electric 5,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'no-tax': 0,
      transfer: [5, 20],
      'state-registration': 46,
      'state-weight-tax': [43.75, 140],
      'county-weight-tax': [31.25, 490],
      'county-fees': [13.5, 28],
      'safety-inspection': 25.75,
      plate: [0, 5],
      'ev-fee': [0, 50],
      known: 71.75,
      range: [165.25, 804.75],
    });
  });

  it('passes the general excise tax of a dealer on', () => {
    // 4 + 0.5 = 4.5 %: 112,500. 4 + 0.712 = 4.712 %: 117,800. Low 16,525 + 112,500; high 80,475 + 117,800 + 70,000.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'general-excise-tax': [1125, 1178],
      'dealer-documentation': [0, 700],
      known: 71.75,
      range: [1290.25, 2682.75],
    });
  });

  it('is exact with the local rate', () => {
    // 112,500 + 7,175 = 119,675. 1,999,999 * 4.712 / 100 = 94,239.95288 -> 94,240.
    expect(bill({ price: '25000', sale_type: 'dealer', local_rate: '0.5' })).toMatchObject({
      'general-excise-tax': 1125,
      known: 1196.75,
    });
    expect(bill({ price: '19999.99', sale_type: 'dealer', local_rate: '0.712' })).toMatchObject({
      'general-excise-tax': 942.4,
    });
  });

  it('does not deduct a trade-in', () => {
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000', local_rate: '0.5' })).toMatchObject({
      'general-excise-tax': 1125,
      known: 1196.75,
    });
  });

  it('does not let a local rate tax a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '0.5' })).toMatchObject({
      'no-tax': 0,
      known: 71.75,
    });
  });
});
