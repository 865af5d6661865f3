import { checkDigitOf } from '@forecourt/vin/check-digit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adviseOnVin } from './vin-advice.ts';

const VIN = '5NPDH4AE8DH100013';

describe('advice on a VIN', () => {
  it.each([
    ['', 'empty', ''],
    ['5NPDH4', 'length', '6 of 17 characters.'],
    [`${VIN}9`, 'length', '18 characters, and a VIN has 17: one is too many.'],
    [VIN.toLowerCase(), 'fits', 'All 17 characters are there, and the check digit fits.'],
    [' 5NPD-H4AE8 DH100013 ', 'fits', 'All 17 characters are there, and the check digit fits.'],
    [
      '5NPDH4AE8DH1OOOI3',
      'characters',
      'No VIN has the letters I, O and Q: the letter O is a zero, and the letter I is a one.',
    ],
    ['5NPDH4AE8DH1000$3', 'characters', 'A VIN has only letters and digits, not “$”.'],
  ] as const)('%s: %s', (text, verdict, sentence) => {
    expect(adviseOnVin(text)).toMatchObject({ verdict, sentence });
  });

  it('offers what letters that no VIN has were misread for', () => {
    expect(adviseOnVin('5NPDH4AE8DH1OOOI3').suggestions).toEqual([VIN]);
  });

  it('says what the check digit would be', () => {
    const { verdict, sentence } = adviseOnVin('5NPDH4AE3DH100013');
    expect(verdict).toBe('digit');
    expect(sentence).toContain('The ninth is 3, and the others ask for 8.');
  });

  it('finds the VINs in a text', () => {
    expect(adviseOnVin(`2013 Elantra, VIN: ${VIN}, clean`)).toMatchObject({ vin: VIN, verdict: 'fits' });
    const two = adviseOnVin(`${VIN} or 1HGCM82633A004352`);
    expect(two).toMatchObject({ verdict: 'several', suggestions: [VIN, '1HGCM82633A004352'] });
    expect(adviseOnVin('no number in here')).toMatchObject({ vin: 'NONUMBERINHERE', verdict: 'none' });
  });

  it('looks for no check digit in the VIN of a car built for Europe', () => {
    expect(adviseOnVin('WVWZZZ1KZAW123456').verdict).toBe('europe');
  });

  it('offers only VINs whose check digit fits, at most three, whatever is typed', () => {
    const character = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789');
    fc.assert(
      fc.property(fc.string({ unit: character, minLength: 17, maxLength: 17 }), (vin) => {
        const { suggestions } = adviseOnVin(vin);
        expect(suggestions.length).toBeLessThanOrEqual(3);
        for (const one of suggestions) expect(one[8]).toBe(checkDigitOf(one, false));
      }),
    );
  });
});
