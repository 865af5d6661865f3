import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Arizona', () => {
  const bill = billsOf('US', 'AZ');

  it('does not tax a private sale', () => {
    // Title 400, registration 800, air quality 150. Licence tax 0.7 % 17,500 to 1.9 % 47,500, emissions 2,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'no-tax': 0,
      title: 4,
      registration: 8,
      'air-quality': 1.5,
      vlt: [175, 475],
      emissions: [0, 20],
      known: 13.5,
      range: [188.5, 508.5],
    });
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '3.5' })).toMatchObject({ known: 13.5 });
  });

  it('taxes a dealer sale within the bounds of the local rates', () => {
    // 5.6 %: 140,000. 5.6 + 5.6 = 11.2 %: 280,000. Low 18,850 + 140,000; high 50,850 + 280,000 + 90,000.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'sales-tax': [1400, 2800],
      'dealer-documentation': [0, 900],
      known: 13.5,
      range: [1588.5, 4208.5],
    });
  });

  it('is exact with the local rate', () => {
    // Phoenix, 5.6 + 3.5 = 9.1 %: 227,500, with the fees 228,850.
    expect(bill({ price: '25000', sale_type: 'dealer', local_rate: '3.5' })).toMatchObject({
      'sales-tax': 2275,
      known: 2288.5,
    });
  });

  it('deducts a trade-in at a dealer', () => {
    // 2,000,000 * 9.1 / 100 = 182,000. The licence tax goes by the car and stays.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000', local_rate: '3.5' })).toMatchObject({
      'sales-tax': 1820,
      vlt: [175, 475],
      known: 1833.5,
    });
  });

  it('takes a license tax of at least 10', () => {
    // 100,000 * 0.7 / 100 = 700 -> 1,000, * 1.9 / 100 = 1,900. 150,000: 1,050 and 2,850.
    expect(bill({ price: '1000', sale_type: 'private' })).toMatchObject({ vlt: [10, 19] });
    expect(bill({ price: '1500', sale_type: 'private' })).toMatchObject({ vlt: [10.5, 28.5] });
    expect(bill({ price: '400', sale_type: 'private' })).toMatchObject({ vlt: [10, 19], known: 13.5 });
  });
});
