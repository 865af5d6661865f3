import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Alaska', () => {
  const bill = billsOf('US', 'AK');

  it('does not tax a private sale', () => {
    // Title 1,500, registration 10,000; the local registration tax reaches 30,000. A loan and the counter are choices.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'no-tax': 0,
      title: 15,
      lien: 15,
      registration: 100,
      'in-person-fee': 10,
      mvrt: [0, 300],
      known: 115,
      range: [115, 415],
    });
  });

  it('does not let a local rate tax a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private', local_rate: '5' })).toMatchObject({
      'no-tax': 0,
      known: 115,
    });
  });

  it('taxes a dealer sale from nothing to the highest municipal rate', () => {
    // 2,500,000 * 7.5 / 100 = 187,500. High 41,500 + 187,500 + documentation 50,000 = 279,000.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      'local-sales-tax': [0, 1875],
      'dealer-documentation': [0, 500],
      known: 115,
      range: [115, 2790],
    });
  });

  it('is exact with the rate of the place', () => {
    // 2,500,000 * 5 / 100 = 125,000, and 11,500 for title and registration.
    expect(bill({ price: '25000', sale_type: 'dealer', local_rate: '5' })).toMatchObject({
      'local-sales-tax': 1250,
      known: 1365,
    });
    // 2,499,999 * 5 / 100 = 124,999.95 -> 125,000. 1,010 * 5 / 100 = 50.5 -> 51.
    expect(bill({ price: '24999.99', sale_type: 'dealer', local_rate: '5' })).toMatchObject({
      'local-sales-tax': 1250,
    });
    expect(bill({ price: '10.10', sale_type: 'dealer', local_rate: '5' })).toMatchObject({
      'local-sales-tax': 0.51,
    });
  });

  it('does not deduct a trade-in, because no statewide rule grants it', () => {
    // As without the trade-in: 125,000.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '5000', local_rate: '5' })).toMatchObject({
      'local-sales-tax': 1250,
      known: 1365,
    });
  });
});
