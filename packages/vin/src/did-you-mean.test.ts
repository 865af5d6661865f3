import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import knownDecodes from '../data/known-decodes.json' with { type: 'json' };
import { checkDigitOf } from './check-digit.ts';
import { openDataset } from './dataset.ts';
import { didYouMean } from './did-you-mean.ts';
import { createVinEngine } from './engine.ts';

const file = gunzipSync(readFileSync(new URL('../vpic.dataset', import.meta.url)));
const engine = createVinEngine(openDataset(file));
const nowMs = Date.parse('2026-11-21');
const meant = (text: string) => didYouMean(engine, text, { nowMs });
const VIN = '1HGCM82633A004352';

describe('a VIN that may be meant', () => {
  it.each([
    ['letters that no VIN has', '1HGCM82633AOO4352', '1HGCM82633A[00]4352'],
    ['a dash', '1HGCM8263-3A004352', VIN],
    ['blanks, in lower case', ' 1hgcm 82633 a0043 52 ', VIN],
    ['a label', 'VIN: 1HGCM82633A004352', VIN],
    ['a pasted text', 'Nice 2003 Honda, VIN is 1HGCM82633A004352. Call 555-123-4567, $4,500', VIN],
    ['a label without a blank', 'VIN1HGCM82633A004352', VIN],
    ['full width', '１ＨＧＣＭ８２６３３Ａ００４３５２', VIN],
    ['a lost character', '1HGCM8263A004352', '1HGCM8263[3]A004352'],
    ['a doubled character', '1HGCM826333A004352', '1HGCM82633[]A004352'],
    ['swapped neighbours', '1HGCM28633A004352', '1HGCM[82]633A004352'],
    ['a look-alike', '1HGCMB2633A004352', '1HGCM[8]2633A004352'],
    ['two look-alikes', '1HGCMB2633A0043S2', '1HGCM[8]2633A0043[5]2'],
  ])('%s: %s', (_, text, marked) => {
    expect(meant(text)[0]).toEqual({
      vin: VIN,
      marked,
      year: '2003',
      make: 'HONDA',
      model: 'Accord',
      errorCodes: [0],
    });
  });

  it('stands alone where nothing but the writing was wrong', () => {
    expect(meant('1HGCM-8263-3A0-O4352').map(({ vin }) => vin)).toEqual([VIN]);
  });

  it.each(['', 'hello', 'A'.repeat(10_000), '555-123-4567', '-', 'WAUZZZ8K9BA123456'])(
    'is none of "%.20s"',
    (text) => {
      expect(meant(text)).toEqual([]);
    },
  );

  it('fits its check digit, names a car, is another than was given, and is one of three at most: for any text', () => {
    const characters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -');
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: characters, minLength: 15, maxLength: 19 }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const found = meant(text);
        expect(found.length).toBeLessThanOrEqual(3);
        for (const { vin, marked, model } of found) {
          expect(vin[8]).toBe(checkDigitOf(vin, false));
          expect(marked.replace(/[[\]]/g, '')).toBe(vin);
          expect(vin).not.toBe(text.trim().toUpperCase());
          expect(model).not.toBe('');
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** Mistakes of people, one each. */
const MISTAKES: Record<string, (vin: string, at: number) => string> = {
  'a look-alike': (vin, at) => replaced(vin, at, alike),
  'a neighbour on the keyboard': (vin, at) => replaced(vin, at, beside),
  'swapped neighbours': (vin, at) =>
    vin.slice(0, at) + (vin[at + 1] ?? '') + (vin[at] ?? '') + vin.slice(at + 2),
  'a lost character': (vin, at) => vin.slice(0, at) + vin.slice(at + 1),
  'a doubled character': (vin, at) => vin.slice(0, at) + (vin[at] ?? '') + vin.slice(at),
};

const alike: Record<string, string> = {
  '0': 'O',
  '1': 'I',
  '5': 'S',
  '8': 'B',
  '2': 'Z',
  '6': 'G',
  U: 'V',
  S: '5',
  B: '8',
  D: '0',
  L: '1',
  G: '6',
  V: 'U',
  Z: '2',
};
const beside: Record<string, string> = {
  '1': '2',
  '2': '3',
  '3': '4',
  '4': '3',
  '5': '6',
  '6': '7',
  '7': '8',
  '8': '9',
  '9': '8',
  '0': '9',
  A: 'S',
  C: 'V',
  F: 'G',
  H: 'J',
  K: 'L',
  M: 'N',
  T: 'R',
  W: 'E',
};

function replaced(vin: string, at: number, table: Record<string, string>): string {
  return vin.slice(0, at) + (table[vin.charAt(at)] ?? vin.charAt(at)) + vin.slice(at + 1);
}

it('is among the three for four in five of five hundred single mistakes', () => {
  const cars = knownDecodes
    .map(({ vin }) => vin)
    .filter((vin) => engine.decode(vin, { nowMs }).errorCodes.join() === '0');
  let seed = 20_261_124;
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  let [tried, found, most] = [0, 0, 0];
  for (const mistake of Object.values(MISTAKES)) {
    for (let rest = 100; rest > 0; ) {
      const serial = String(random(1_000_000)).padStart(6, '0');
      const built = (cars[random(cars.length)] ?? '').slice(0, 11) + serial;
      const vin = built.slice(0, 8) + checkDigitOf(built, true) + built.slice(9);
      const written = mistake(vin, random(17));
      if (written === vin || engine.decode(vin, { nowMs }).errorCodes.join() !== '0') continue;
      rest--;
      tried++;
      const given = meant(written);
      most = Math.max(most, given.length);
      if (given.some((one) => one.vin === vin)) found++;
    }
  }
  expect([tried, most]).toEqual([500, 3]);
  expect(found / tried).toBeGreaterThan(0.8);
});
