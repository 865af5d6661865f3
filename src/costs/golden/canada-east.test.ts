import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('New Brunswick', () => {
  const bill = billsOf('CA', 'NB');

  it('taxes a private sale of 25,000 at 15 %', () => {
    // 2,500,000 * 15 / 100 = 375,000. Lows 8,000 + 1,000 + 0, highs 25,000 + 2,500 + 3,000 + inspection 4,500.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      'provincial-vehicle-tax': 3750,
      registration: [80, 250],
      transfer: [10, 25],
      'new-plates': [0, 30],
      'motor-vehicle-inspection': [0, 45],
      'lien-search': [5, 25],
      known: 3750,
      range: [3840, 4100],
    });
  });

  it('has HST and no separate GST at a dealer', () => {
    const dealer = bill({ price: '25000', sale_type: 'dealer' });
    expect(dealer).toMatchObject({ hst: 3750, known: 3750 });
    expect(dealer).not.toHaveProperty('gst');
  });

  it('does not tax a family gift', () => {
    expect(bill({ price: '25000', sale_type: 'private', family_gift: 'true' })).toMatchObject({
      known: 0,
      range: [90, 350],
    });
  });

  it('spares a buyer with plates the new ones', () => {
    // Highs without the 3,000 of the plate.
    expect(bill({ price: '25000', sale_type: 'private', buyer_has_plates: 'true' })).toMatchObject({
      range: [3840, 4070],
    });
  });

  it('taxes a small price on the smallest fair value of 1,000', () => {
    // 100,000 * 15 / 100 = 15,000. At a dealer 90,010 * 15 / 100 = 13,501.5 -> 13,502.
    expect(bill({ price: '900.10', sale_type: 'private' })).toMatchObject({ 'provincial-vehicle-tax': 150 });
    expect(bill({ price: '900.10', sale_type: 'dealer' })).toMatchObject({ hst: 135.02 });
  });
});

describe('Nova Scotia', () => {
  const bill = billsOf('CA', 'NS');

  it('taxes a private sale of 25,000 at 14 %', () => {
    // 2,500,000 * 14 / 100 = 350,000. Certificate 1,320. Lows 15,000 + 2,915, highs 30,000 + 3,323.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      nsst: 3500,
      transfer: 13.2,
      'vehicle-permit': [150, 300],
      'motor-vehicle-inspection': [29.15, 33.23],
      // 500 for electric cars and 250 for hybrids since 1 October 2026: at most one of them.
      'electric-levy': [0, 500],
      'hybrid-levy': [0, 250],
      'lien-search': [5, 25],
      known: 3513.2,
      range: [3692.35, 4346.43],
    });
  });

  it('has HST of 14 % and no separate GST at a dealer', () => {
    const dealer = bill({ price: '25000', sale_type: 'dealer' });
    expect(dealer).toMatchObject({ hst: 3500, known: 3513.2, range: [3663.2, 4313.2] });
    expect(dealer).not.toHaveProperty('gst');
  });

  it('does not tax a family gift', () => {
    expect(bill({ price: '25000', sale_type: 'private', family_gift: 'true' })).toMatchObject({
      nsst: 0,
      known: 13.2,
    });
  });

  it('spares a buyer with plates the permit', () => {
    const moved = bill({ price: '25000', sale_type: 'private', buyer_has_plates: 'true' });
    expect(moved).not.toHaveProperty('vehicle-permit');
    expect(moved).toMatchObject({ range: [3542.35, 4046.43] });
  });

  it('rounds half a cent up', () => {
    // 1,075 * 14 / 100 = 150.5 -> 151.
    expect(bill({ price: '10.75', sale_type: 'private' })).toMatchObject({ nsst: 1.51 });
  });
});

describe('Prince Edward Island', () => {
  const bill = billsOf('CA', 'PE');

  it('taxes a private sale of 25,000 at 15 %', () => {
    // 375,000 + registration 10,000. Lows 500 + 500 + 2,500, highs 2,500 + 1,500 + 8,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      rst: 3750,
      registration: 100,
      transfer: [5, 25],
      'new-plates': [5, 15],
      'motor-vehicle-inspection': [25, 80],
      'lien-search': [5, 25],
      known: 3850,
      range: [3885, 3970],
    });
  });

  it('has HST and no separate GST at a dealer', () => {
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      hst: 3750,
      known: 3850,
      range: [3860, 3890],
    });
  });

  it('does not tax a true family gift', () => {
    expect(bill({ price: '25000', sale_type: 'private', family_gift: 'true' })).toMatchObject({
      rst: 0,
      known: 100,
    });
  });

  it('spares a buyer with plates the new ones', () => {
    expect(bill({ price: '25000', sale_type: 'private', buyer_has_plates: 'true' })).toMatchObject({
      range: [3880, 3955],
    });
  });

  it('rounds half a cent up', () => {
    // 1,010 * 15 / 100 = 151.5 -> 152.
    expect(bill({ price: '10.10', sale_type: 'private' })).toMatchObject({ rst: 1.52 });
  });
});

describe('Newfoundland and Labrador', () => {
  const bill = billsOf('CA', 'NL');

  it('taxes a private sale of 25,000 at 15 %', () => {
    // 375,000. Lows 9,000 + 1,500 + 4,000, highs 18,000 + 4,500 + 13,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      rst: 3750,
      registration: [90, 180],
      transfer: [15, 45],
      'safety-inspection': [40, 130],
      'lien-search': [5, 25],
      known: 3750,
      range: [3895, 4105],
    });
  });

  it('has HST and no separate GST at a dealer', () => {
    expect(bill({ price: '25000', sale_type: 'dealer' })).toEqual({
      hst: 3750,
      registration: [90, 180],
      transfer: [15, 45],
      known: 3750,
      range: [3855, 3975],
    });
  });

  it('does not tax a family gift', () => {
    expect(bill({ price: '25000', sale_type: 'private', family_gift: 'true' })).toMatchObject({
      rst: 0,
      range: [145, 355],
    });
  });

  it('does not ask for plates', () => {
    const with25000 = { price: '25000', sale_type: 'private' };
    expect(bill({ ...with25000, buyer_has_plates: 'true' })).toEqual(
      bill({ ...with25000, buyer_has_plates: 'false' }),
    );
  });

  it('rounds up from half a cent and down below it', () => {
    // 33,337 * 15 / 100 = 5,000.55 -> 5,001. 33,336 * 15 / 100 = 5,000.4 -> 5,000.
    expect(bill({ price: '333.37', sale_type: 'private' })).toMatchObject({ rst: 50.01 });
    expect(bill({ price: '333.36', sale_type: 'private' })).toMatchObject({ rst: 50 });
  });
});
