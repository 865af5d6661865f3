import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('British Columbia', () => {
  const bill = billsOf('CA', 'BC');

  it('taxes a private sale of 25,000 at 12 %', () => {
    // 2,500,000 * 12 / 100 = 300,000. Transfer 2,800, plates 1,800. Known 304,600.
    // Licence 4,600 to 14,200; inspection 0 to 20,000. Range 309,200 to 304,600 + 34,200 = 338,800.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      pst: 3000,
      transfer: 28,
      'new-plates': 18,
      'annual-licence': [46, 142],
      'out-of-province-inspection': [0, 200],
      'lien-search': [5, 20],
      known: 3046,
      range: [3092, 3388],
    });
  });

  it('changes to 15 % on the whole price at 125,000, not a cent before', () => {
    // 12,499,999 * 12 / 100 = 1,499,999.88 -> 1,500,000. 12,500,000 * 15 / 100 = 1,875,000.
    expect(bill({ price: '124999.99', sale_type: 'private' })).toMatchObject({ pst: 15000 });
    expect(bill({ price: '125000', sale_type: 'private' })).toMatchObject({ pst: 18750 });
  });

  it('changes to 20 % on the whole price at 150,000, not a cent before', () => {
    // 14,999,999 * 15 / 100 = 2,249,999.85 -> 2,250,000. 15,000,000 * 20 / 100 = 3,000,000.
    expect(bill({ price: '149999.99', sale_type: 'private' })).toMatchObject({ pst: 22500 });
    expect(bill({ price: '150000', sale_type: 'private' })).toMatchObject({ pst: 30000 });
  });

  it('adds GST to the provincial tax of a dealer, whose brackets rise from 55,000', () => {
    // 5,499,999 * 7 / 100 = 384,999.93 -> 385,000; 5,500,000 * 8 / 100 = 440,000; GST 5,500,000 * 5 / 100 = 275,000.
    expect(bill({ price: '54999.99', sale_type: 'dealer' })).toMatchObject({ pst: 3850 });
    expect(bill({ price: '55000', sale_type: 'dealer' })).toMatchObject({ gst: 2750, pst: 4400 });
    // 5,600,000 * 9 / 100 = 504,000; 5,700,000 * 10 / 100 = 570,000.
    expect(bill({ price: '56000', sale_type: 'dealer' })).toMatchObject({ pst: 5040 });
    expect(bill({ price: '57000', sale_type: 'dealer' })).toMatchObject({ pst: 5700 });
    // 12,500,000 * 15 / 100 = 1,875,000; 15,000,000 * 20 / 100 = 3,000,000.
    expect(bill({ price: '125000', sale_type: 'dealer' })).toMatchObject({ gst: 6250, pst: 18750 });
    expect(bill({ price: '150000', sale_type: 'dealer' })).toMatchObject({ gst: 7500, pst: 30000 });
  });

  it('takes the tax off a family gift and the plates off a buyer who has some', () => {
    const gift = bill({
      price: '25000',
      sale_type: 'private',
      family_gift: 'true',
      buyer_has_plates: 'true',
    });
    // Transfer 2,800 alone is known.
    expect(gift).toMatchObject({ pst: 0, known: 28, range: [74, 370] });
    expect(gift).not.toHaveProperty('new-plates');
  });
});

describe('Alberta', () => {
  const bill = billsOf('CA', 'AB');

  it('has no tax on a private sale', () => {
    // Registration 8,400 to 11,000; electric 0 or 20,000; inspection 0 to 25,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'no-tax': 0,
      registration: [84, 110],
      'ev-tax': [0, 200],
      'out-of-province-inspection': [0, 250],
      'lien-search': [10, 30],
      known: 0,
      range: [84, 560],
    });
  });

  it('has 5 % GST on a dealer sale', () => {
    // 2,500,000 * 5 / 100 = 125,000. Range + 8,400 and + 11,000 + 20,000 + 25,000.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      gst: 1250,
      known: 1250,
      range: [1334, 1810],
    });
  });

  it('rounds half a cent up', () => {
    // 1,010 * 5 / 100 = 50.5 -> 51. 1,009 * 5 / 100 = 50.45 -> 50.
    expect(bill({ price: '10.10', sale_type: 'dealer' })).toMatchObject({ gst: 0.51 });
    expect(bill({ price: '10.09', sale_type: 'dealer' })).toMatchObject({ gst: 0.5 });
  });

  it('charges a buyer with plates for moving them only', () => {
    // 1,500 to 3,500; electric and inspection as before.
    const moved = bill({ price: '25000', sale_type: 'private', buyer_has_plates: 'true' });
    expect(moved).toMatchObject({ 'plate-transfer': [15, 35], range: [15, 485] });
    expect(moved).not.toHaveProperty('registration');
  });

  it('is not changed by a family gift', () => {
    expect(bill({ price: '25000', sale_type: 'private', family_gift: 'true' })).toMatchObject({
      'no-tax': 0,
      known: 0,
    });
  });
});

describe('Saskatchewan', () => {
  const bill = billsOf('CA', 'SK');

  it('taxes a private sale of 25,000 at 6 %', () => {
    // 2,500,000 * 6 / 100 = 150,000. Registration 6,000 to 20,000, electric 30,000, inspection 25,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      pst: 1500,
      registration: [60, 200],
      'ev-road-use': [0, 300],
      'out-of-province-inspection': [0, 250],
      'lien-search': [5, 25],
      known: 1500,
      range: [1560, 2250],
    });
  });

  it('exempts a private sale up to 5,000 and taxes the whole price a cent above', () => {
    // 500,001 * 6 / 100 = 30,000.06 -> 30,000.
    expect(bill({ price: '5000', sale_type: 'private' })).toMatchObject({ pst: 0, known: 0 });
    expect(bill({ price: '5000.01', sale_type: 'private' })).toMatchObject({ pst: 300, known: 300 });
  });

  it('has no exemption at a dealer and adds GST', () => {
    // 400,000 * 6 / 100 = 24,000; 400,000 * 5 / 100 = 20,000.
    expect(bill({ price: '4000', sale_type: 'dealer' })).toMatchObject({ pst: 240, gst: 200, known: 440 });
  });

  it('does not tax a family gift', () => {
    expect(bill({ price: '25000', sale_type: 'private', family_gift: 'true' })).toMatchObject({
      pst: 0,
      known: 0,
    });
  });

  it('charges a buyer with plates for moving them only', () => {
    expect(bill({ price: '25000', sale_type: 'private', buyer_has_plates: 'true' })).toMatchObject({
      'plate-transfer': [15, 30],
      range: [1515, 2080],
    });
  });
});

describe('Manitoba', () => {
  const bill = billsOf('CA', 'MB');

  it('taxes a private sale of 25,000 at 7 %', () => {
    // 2,500,000 * 7 / 100 = 175,000. Registration 11,900. Known 186,900. Plates 700 to 1,500, inspection 6,000 to 15,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      rst: 1750,
      registration: 119,
      'new-plates': [7, 15],
      'safety-inspection': [60, 150],
      'lien-search': [5, 20],
      known: 1869,
      range: [1936, 2034],
    });
  });

  it('adds GST at a dealer, who provides the inspection', () => {
    // GST 125,000, RST 175,000, registration 11,900.
    const dealer = bill({ price: '25000', sale_type: 'dealer' });
    expect(dealer).toMatchObject({ gst: 1250, rst: 1750, known: 3119, range: [3126, 3134] });
    expect(dealer).not.toHaveProperty('safety-inspection');
  });

  it('rounds each tax of a dealer by itself', () => {
    // 1,999 * 5 / 100 = 99.95 -> 100; 1,999 * 7 / 100 = 139.93 -> 140.
    expect(bill({ price: '19.99', sale_type: 'dealer' })).toMatchObject({ gst: 1, rst: 1.4 });
  });

  it('does not tax a family gift', () => {
    expect(bill({ price: '25000', sale_type: 'private', family_gift: 'true' })).toMatchObject({
      rst: 0,
      known: 119,
    });
  });

  it('spares a buyer with plates the new ones', () => {
    const moved = bill({ price: '25000', sale_type: 'private', buyer_has_plates: 'true' });
    expect(moved).toMatchObject({ known: 1869, range: [1929, 2019] });
    expect(moved).not.toHaveProperty('new-plates');
  });
});
