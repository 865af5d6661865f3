import { describe, expect, it } from 'vitest';
import { readTable } from '../../test/table.ts';
import { placeKeys } from './places.ts';
import { findPostalPlace } from './postal-codes.ts';
import { costsQuery } from './query.ts';

const sale = { price: '20000', sale_type: 'private' };

function placeOf(code: string): string | undefined {
  const found = findPostalPlace(code);
  if (found.kind === 'place') return `${found.place.country}-${found.place.code}`;
  return found.kind === 'elsewhere' ? found.name : undefined;
}

function problems(parameters: Record<string, string>): string[] {
  const parsed = costsQuery.safeParse({ ...sale, ...parameters });
  return (parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`);
}

describe('the place of a postal code', () => {
  it.each(readTable('costs/postal-codes.txt'))('%s is in %s', (code = '', place?: string) => {
    expect(placeOf(code)).toBe(place);
  });

  it('is asked for by the same question however the code is spelled', () => {
    const read = (postal_code: string) => costsQuery.parse({ ...sale, country: 'CA', postal_code });
    for (const spelled of ['m5v2t6', ' M5V 2t6 ']) expect(read(spelled)).toEqual(read('M5V 2T6'));
  });

  it('is found for every place', () => {
    const prefixes = Array.from({ length: 1_000 }, (_, number) => `${String(number).padStart(3, '0')}01`);
    const letters = [...'ABCEGHJKLMNPRSTVXY'].flatMap((letter) => [`${letter}1A`, `${letter}0A`]);
    const found = new Set([...prefixes, ...letters].map(placeOf));
    for (const { country, code } of placeKeys) expect(found).toContain(`${country}-${code}`);
  });
});

describe('the query of purchase costs with a postal code', () => {
  it.each([
    ['CA', { country: 'US', postal_code: '94107' }],
    ['CA', { country: 'US', postal_code: '94107', state: 'CA' }],
    ['ON', { country: 'ca', postal_code: ' m5v 2t6 ' }],
  ])('is of %s: %j', (code, parameters) => {
    const country = parameters.country.toUpperCase();
    expect(costsQuery.parse({ ...sale, ...parameters }).place).toEqual({ country, code });
  });

  it.each([
    [
      { country: 'US', postal_code: '94107', state: 'NV' },
      'postal_code is in CA, not in NV; correct one of them, or leave state out',
    ],
    [
      { country: 'CA', postal_code: 'H2Y 1C6', province: 'ON' },
      'postal_code is in QC, not in ON; correct one of them, or leave province out',
    ],
    [
      { country: 'CA', postal_code: '94107' },
      'postal_code is a ZIP code, but country is CA; correct one of them',
    ],
    [
      { country: 'US', postal_code: '00901' },
      'postal_code is in Puerto Rico, which is none of the states and DC',
    ],
    [{ country: 'US', postal_code: '00000' }, 'postal_code begins as no postal code does that is in use'],
    [
      { country: 'US', postal_code: '9410' },
      'postal_code must be a ZIP code such as 94107 or a Canadian postal code such as M5V 2T6',
    ],
  ])('%j is refused', (parameters, problem) => {
    expect(problems(parameters)).toEqual([problem]);
  });
});
