import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Nevada', () => {
  const bill = billsOf('US', 'NV');

  it('has no tax on a private sale of 25,000', () => {
    // Title 2,825, registration 3,300: known 6,125.
    // Services tax 2,000,000 * 35 / 100 * 15 / 100 * 4 / 100 = 4,200 to 5,000,000 * 35 / 100 * 95 / 100 * 4 / 100 = 66,500.
    // Highs 66,500 + supplemental 16,600 + plates 800 + emissions 5,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'no-tax': 0,
      title: 28.25,
      registration: 33,
      'governmental-services-tax': [42, 665],
      'supplemental-gst': [0, 166],
      plates: [0, 8],
      smog: [0, 50],
      known: 61.25,
      range: [103.25, 950.25],
    });
  });

  it('does not tax a private sale by a local rate', () => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '1.525' })).toMatchObject({
      'no-tax': 0,
      known: 61.25,
    });
  });

  it('taxes a dealer sale at 6.85 % and the rates of the counties', () => {
    // 2,500,000 * 6.85 / 100 = 171,250. 6.85 + 1.525 = 8.375 %: 209,375.
    // 171,250 + 6,125 + 4,200 = 181,575. 209,375 + 6,125 + 66,500 + 16,600 + 800 + 90,000 = 389,400.
    const dealer = bill({ price: '25000', sale_type: 'dealer' });
    expect(dealer).toMatchObject({
      'sales-tax': [1712.5, 2093.75],
      'dealer-documentation': [0, 900],
      known: 61.25,
      range: [1815.75, 3894],
    });
    expect(dealer).not.toHaveProperty('smog');
  });

  it('is exact with the local rate of a dealer sale', () => {
    // Clark County: 209,375 + 6,125 = 215,500. A county without one: 171,250 + 6,125 = 177,375.
    expect(bill({ price: '25000', sale_type: 'dealer', local_rate: '1.525' })).toMatchObject({
      'sales-tax': 2093.75,
      known: 2155,
    });
    expect(bill({ price: '25000', sale_type: 'dealer', local_rate: '0' })).toMatchObject({
      'sales-tax': 1712.5,
      known: 1773.75,
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 8.375 / 100 = 167,500, + 6,125 = 173,625.
    expect(
      bill({ price: '25000', sale_type: 'dealer', trade_in: '5000', local_rate: '1.525' }),
    ).toMatchObject({
      'sales-tax': 1675,
      known: 1736.25,
    });
  });
});
