import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { charactersOf, createVinEngine, filedKeysOf, manufacturersOf, openDataset } from './index.ts';

const dataset = openDataset(gunzipSync(readFileSync(new URL('../vpic.dataset', import.meta.url))));
const engine = createVinEngine(dataset);
const nowMs = Date.parse('2026-11-21');

describe('what manufacturers filed', () => {
  it('lists codes with their makes and the schemas of their years', () => {
    const honda = [...manufacturersOf(dataset)].find(({ wmi }) => wmi === '1HG');
    expect(honda).toMatchObject({ isPassengerVehicle: true, isPublic: true, makes: ['HONDA'] });
    expect(honda?.filings.some(({ firstYear, lastYear }) => firstYear <= 2003 && lastYear >= 2003)).toBe(
      true,
    );
  });

  it('reads what a key accepts at each place', () => {
    expect(charactersOf('A*[B-D]|*7')).toEqual(['A', undefined, 'BCD', undefined, undefined, '7']);
    expect(charactersOf('#[^A-Y]_')).toEqual(['0123456789', '0123456789Z', undefined]);
  });

  it('gives keys that the engine matches: a VIN filled from a key has the elements filed under it', () => {
    const toyota = [...manufacturersOf(dataset)].find(({ wmi }) => wmi === '4T1');
    const filings =
      toyota?.filings.filter(({ firstYear, lastYear }) => firstYear <= 2015 && lastYear >= 2015) ?? [];
    const keys = filings.flatMap(({ schema }) => filedKeysOf(dataset, schema));
    expect(keys.length).toBeGreaterThan(10);
    fc.assert(
      fc.property(fc.constantFrom(...keys), ({ key, elements }) => {
        const filled = charactersOf(key).map((characters) => characters?.charAt(0) ?? 'A');
        const attributes = [0, 1, 2, 3, 4].map((place) => filled[place] ?? 'A').join('');
        const rest = [7, 8, 9, 10, 11, 12, 13]
          .map((place) => filled[place]?.replace('A', '0') ?? '0')
          .join('');
        const { fields } = engine.decode(`4T1${attributes}0F${rest}`, { nowMs, modelYear: 2015 });
        const codes = elements.flatMap((id) => dataset.elements[id] ?? []).filter(({ isPublic }) => isPublic);
        for (const { code } of codes) expect(fields).toHaveProperty(code);
      }),
    );
  });
});
