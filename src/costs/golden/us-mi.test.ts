import { describe, expect, it } from 'vitest';
import { alternativesOf } from './alternatives.ts';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Michigan', () => {
  const bill = billsOf('US', 'MI');
  const alternatives = alternativesOf('MI');

  it('takes 6 % of a private sale of 25,000', () => {
    // 2,500,000 * 6 / 100 = 150,000. Title 1,500, plate 500: known 152,000.
    // Registration 8,000 to 30,000, electric 26,700; the park pass is the choice of the buyer.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'use-tax': 1500,
      title: 15,
      registration: [80, 300],
      plate: 5,
      'recreation-passport': [0, 15],
      'ev-fee': [0, 267],
      'phev-fee': [0, 113],
      known: 1520,
      range: [1600, 2087],
    });
  });

  it('does not deduct a trade-in, because its credit is limited', () => {
    // Range high 208,700 + documentation 28,000 = 236,700.
    expect(bill({ price: '25000', sale_type: 'dealer', trade_in: '15000' })).toMatchObject({
      'sales-tax': 1500,
      'dealer-documentation': [0, 280],
      known: 1520,
      range: [1600, 2367],
    });
  });

  it('states the tax with at most 12,000 of the trade-in deducted', () => {
    const trade = (amount: string) => alternatives({ price: '25000', sale_type: 'dealer', trade_in: amount });
    // 8,000: 1,700,000 * 6 / 100 = 102,000. 11,999: 1,300,100 * 6 / 100 = 78,006. 12,000: 1,300,000 * 6 / 100 = 78,000.
    expect(trade('8000')).toMatchObject({ 'sales-tax': 1020 });
    expect(trade('11999')).toMatchObject({ 'sales-tax': 780.06 });
    expect(trade('12000')).toMatchObject({ 'sales-tax': 780 });
    // 12,001 and 15,000 count as 12,000.
    expect(trade('12001')).toMatchObject({ 'sales-tax': 780 });
    expect(trade('15000')).toMatchObject({ 'sales-tax': 780 });
  });

  it('limits the documentation fee to 5 % of the price, and to 280 from 5,600 on', () => {
    // 500,000 * 5 / 100 = 25,000. 560,000 * 5 / 100 = 28,000. 560,100 * 5 / 100 = 28,005, above the limit.
    const documentation = (price: string) => bill({ price, sale_type: 'dealer' })['dealer-documentation'];
    expect(documentation('5000')).toEqual([0, 250]);
    expect(documentation('5600')).toEqual([0, 280]);
    expect(documentation('5601')).toEqual([0, 280]);
  });

  it('has no local tax', () => {
    expect(bill({ price: '25000', sale_type: 'dealer', local_rate: '2' })).toMatchObject({
      'sales-tax': 1500,
    });
  });

  it('rounds half a cent up', () => {
    // 1,075 * 6 / 100 = 64.5 -> 65. 1,074 * 6 / 100 = 64.44 -> 64.
    expect(bill({ price: '10.75', sale_type: 'private' })).toMatchObject({ 'use-tax': 0.65 });
    expect(bill({ price: '10.74', sale_type: 'private' })).toMatchObject({ 'use-tax': 0.64 });
  });
});
