import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Illinois', () => {
  const bill = billsOf('US', 'IL');
  const privateSale = (price: string) => bill({ price, sale_type: 'private' });

  it('takes the private-party tax of 25,000 from the price table', () => {
    // 135,000 + title 16,500 + registration 15,100 = 166,600; electric 10,000. The plate transfer is optional.
    expect(privateSale('25000')).toEqual({
      'private-party-use-tax': 1350,
      title: 165,
      registration: 151,
      'plate-transfer': 25,
      'ev-fee': [0, 100],
      known: 1666,
      range: [1666, 1766],
    });
  });

  it('knows only bounds below 15,000, where the age decides', () => {
    // 10,000 over ten years, 46,500 up to one year. Known 16,500 + 15,100 = 31,600.
    expect(privateSale('14999.99')).toMatchObject({
      'private-party-use-tax': [100, 465],
      known: 316,
      range: [416, 881],
    });
    expect(privateSale('0.01')).toMatchObject({ 'private-party-use-tax': [100, 465] });
  });

  it.each([
    ['15000', 850],
    ['19999.99', 850],
    ['20000', 1100],
    ['24999.99', 1100],
    ['29999.99', 1350],
    ['30000', 1600],
    ['49999.99', 1600],
    ['50000', 2600],
    ['99999.99', 2600],
    ['100000', 5100],
    ['999999.99', 5100],
    ['1000000', 10100],
    ['5000000', 10100],
  ])('reads the table at %s', (price, tax) => {
    expect(privateSale(price)).toMatchObject({ 'private-party-use-tax': tax });
  });

  it('taxes a dealer sale at 6.25 % and the local rate', () => {
    // 2,500,000 * 6.25 / 100 = 156,250 to * 9.75 / 100 = 243,750. With 1 %: 2,500,000 * 7.25 / 100 = 181,250.
    const dealer = { price: '25000', sale_type: 'dealer' };
    expect(bill(dealer)).toMatchObject({
      'sales-tax': [1562.5, 2437.5],
      'dealer-documentation': [0, 377.63],
      known: 316,
    });
    expect(bill({ ...dealer, local_rate: '1' })).toMatchObject({ 'sales-tax': 1812.5, known: 2128.5 });
  });

  it('deducts a whole trade-in at a dealer', () => {
    // 1,000,000 * 7.25 / 100 = 72,500.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '15000', local_rate: '1' })).toMatchObject({
      'sales-tax': 725,
    });
  });

  it('ignores a trade-in for the private-party table', () => {
    expect(bill({ price: '25000', sale_type: 'private', trade_in: '15000' })).toMatchObject({
      'private-party-use-tax': 1350,
    });
  });
});
