import { describe, expect, it } from 'vitest';
import { billsOf } from './bill.ts';

// The territories have no tax of their own; a dealer charges 5 % GST: n cents * 5 / 100, half a cent rounded up.

describe.each([
  // Registration is the only other line that counts into the range.
  { code: 'YT', registration: [40, 120] },
  { code: 'NT', registration: [60, 150] },
  { code: 'NU', registration: [50, 150] },
])('$code', ({ code, registration }) => {
  const bill = billsOf('CA', code);

  it('has no tax on a private sale', () => {
    expect(bill({ price: '25000', sale_type: 'private' })).toMatchObject({
      'no-tax': 0,
      registration,
      known: 0,
      range: registration,
    });
  });

  it('has 5 % GST on a dealer sale', () => {
    // 2,500,000 * 5 / 100 = 125,000.
    const [low = 0, high = 0] = registration;
    expect(bill({ price: '25000', sale_type: 'dealer' })).toMatchObject({
      gst: 1250,
      known: 1250,
      range: [1250 + low, 1250 + high],
    });
  });

  it('rounds half a cent up', () => {
    // 10 * 5 / 100 = 0.5 -> 1. 9 * 5 / 100 = 0.45 -> 0.
    expect(bill({ price: '0.10', sale_type: 'dealer' })).toMatchObject({ gst: 0.01 });
    expect(bill({ price: '0.09', sale_type: 'dealer' })).toMatchObject({ gst: 0 });
  });

  it('computes the largest price', () => {
    // 500,000,000 * 5 / 100 = 25,000,000.
    expect(bill({ price: '5000000', sale_type: 'dealer' })).toMatchObject({ gst: 250000 });
  });

  it('is not changed by a family gift', () => {
    expect(bill({ price: '25000', sale_type: 'private', family_gift: 'true' })).toMatchObject({ known: 0 });
  });
});
