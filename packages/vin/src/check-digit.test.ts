import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDigitForCorrection, checkDigitOf } from './check-digit.ts';

const letters = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789');
const year = fc.constantFrom(...'ABCDEFGHJKLMNPRSTVWXY123456789');
const digit = fc.constantFrom(...'0123456789');
const passengerVin = fc
  .tuple(
    fc.array(letters, { minLength: 9, maxLength: 9 }),
    year,
    fc.array(letters, { minLength: 2, maxLength: 2 }),
    fc.array(digit, { minLength: 5, maxLength: 5 }),
  )
  .map((parts) => parts.flat().join(''))
  .filter((vin) => vin[2] !== '9');

describe('the check digit', () => {
  it.each([
    ['1M8GDM9AXKP042788', 'X'],
    ['11111111111111111', '1'],
    ['5NPDH4AE8DH100013', '8'],
    ['1HGCM82633A004352', '3'],
  ])('of %s is %s', (vin, expected) => {
    expect(checkDigitOf(vin, true)).toBe(expected);
  });

  it('does not depend on what stands at position 9', () => {
    fc.assert(
      fc.property(passengerVin, letters, (vin, other) => {
        const changed = vin.slice(0, 8) + other + vin.slice(9);
        expect(checkDigitOf(changed, true)).toBe(checkDigitOf(vin, true));
      }),
    );
  });

  it('notices every single changed digit of the serial number', () => {
    fc.assert(
      fc.property(passengerVin, fc.integer({ min: 12, max: 16 }), digit, (vin, at, other) => {
        fc.pre(vin[at] !== other);
        const changed = vin.slice(0, at) + other + vin.slice(at + 1);
        expect(checkDigitOf(changed, true)).not.toBe(checkDigitOf(vin, true));
      }),
    );
  });

  it('is undefined where a letter stands in the serial number of a passenger vehicle, but not of a bus', () => {
    const vin = '1M8GDM9AXKP0A2788';
    expect(checkDigitOf(vin, true)).toBe('?');
    expect(checkDigitOf(vin, false)).toMatch(/[0-9X]/);
    expect(checkDigitForCorrection(vin)).toBe('?');
  });

  it.each(['U', 'Z', '0'])('is undefined with %s, no year code, at position 10', (code) => {
    expect(checkDigitOf(`1HGCM8263${code}A004352`, true)).toBe('?');
  });

  it('exists for full VINs only', () => {
    expect(checkDigitOf('1HGCM826', true)).toBe('');
  });
});
