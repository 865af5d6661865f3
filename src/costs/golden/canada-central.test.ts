import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// Calculated by hand from the law, in cents. x % of n cents is n * x / 100, half a cent rounded up.

describe('Ontario', () => {
  const bill = billsOf('CA', 'ON');

  it('taxes a private sale of 25,000 at 13 %, with permit and plates', () => {
    // 2,500,000 * 13 / 100 = 325,000. Permit 3,200, plates 2,700. Known 330,900. Certificate 8,000 to 20,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      rst: 3250,
      'vehicle-permit': 32,
      'new-plates': 27,
      uvip: 20,
      'safety-standards-certificate': [80, 200],
      'lien-search': [8, 20],
      known: 3309,
      range: [3389, 3509],
    });
  });

  it('charges a buyer with plates for the permit only', () => {
    // 325,000 + 3,200.
    const moved = bill({ price: '25000', sale_type: 'private', buyer_has_plates: 'true' });
    expect(moved).toMatchObject({ known: 3282 });
    expect(moved).not.toHaveProperty('new-plates');
  });

  it('has HST and no separate GST at a dealer', () => {
    // 325,000 + 3,200 + 2,700; the certificate and the package are matters of private sales.
    expect(bill({ price: '25000', sale_type: 'dealer' })).toEqual({
      hst: 3250,
      'vehicle-permit': 32,
      'new-plates': 27,
      known: 3309,
      range: [3309, 3309],
    });
  });

  it('does not tax a family gift', () => {
    // 3,200 + 2,700.
    expect(bill({ price: '25000', sale_type: 'private', family_gift: 'true' })).toMatchObject({
      rst: 0,
      known: 59,
    });
  });

  it('computes the smallest and the largest price', () => {
    // 1 * 13 / 100 = 0.13 -> 0. 500,000,000 * 13 / 100 = 65,000,000.
    expect(bill({ price: '0.01', sale_type: 'private' })).toMatchObject({ rst: 0, known: 59 });
    expect(bill({ price: '5000000', sale_type: 'private' })).toMatchObject({ rst: 650000, known: 650059 });
  });

  it('rounds half a cent up', () => {
    // 1,250 * 13 / 100 = 162.5 -> 163. 1,249 * 13 / 100 = 162.37 -> 162.
    expect(bill({ price: '12.50', sale_type: 'private' })).toMatchObject({ rst: 1.63 });
    expect(bill({ price: '12.49', sale_type: 'private' })).toMatchObject({ rst: 1.62 });
  });
});

describe('Quebec', () => {
  const bill = billsOf('CA', 'QC');

  it('taxes a private sale of 25,000 at 9.975 %, without GST', () => {
    // 2,500,000 * 9.975 / 100 = 249,375. Registration 7,500 to 40,100, transfer 500 to 3,500, inspection 0 to 20,000.
    expect(bill({ price: '25000', sale_type: 'private' })).toEqual({
      qst: 2493.75,
      registration: [75, 401],
      'transfer-admin': [5, 35],
      'mechanical-inspection': [0, 200],
      'lien-search': [3, 20],
      known: 2493.75,
      range: [2573.75, 3129.75],
    });
  });

  it('agrees with the example of the tax office for a car of 13,000 from a dealer', () => {
    // GST 1,300,000 * 5 / 100 = 65,000. QST 1,300,000 * 9.975 / 100 = 129,675, not on the GST.
    expect(bill({ price: '13000', sale_type: 'dealer' })).toMatchObject({
      gst: 650,
      qst: 1296.75,
      known: 1946.75,
    });
  });

  it('rounds half a cent up', () => {
    // 1,250,000 * 9.975 / 100 = 124,687.5 -> 124,688.
    expect(bill({ price: '12500', sale_type: 'private' })).toMatchObject({ qst: 1246.88 });
  });

  it('adds the luxury fee above 40,000 only, and only for newer cars', () => {
    // 13,000,000 - 4,000,000 = 9,000,000, of which 1 % is 90,000.
    expect(bill({ price: '40000', sale_type: 'private' })).not.toHaveProperty('luxury-duty');
    expect(bill({ price: '130000', sale_type: 'private' })).toMatchObject({ 'luxury-duty': [0, 900] });
  });

  it('does not tax a family gift', () => {
    expect(bill({ price: '25000', sale_type: 'private', family_gift: 'true' })).toMatchObject({
      qst: 0,
      known: 0,
    });
  });
});
