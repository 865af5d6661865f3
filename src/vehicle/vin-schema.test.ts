import { describe, expect, it } from 'vitest';
import { vinQuery } from '../products/parameters.ts';
import { vinProblem } from './vin-schema.ts';

const VIN = '5NPDH4AE8DH100013';

describe('a text given as a VIN', () => {
  it.each([VIN, VIN.toLowerCase(), ` \t${VIN}\n`])('may be written as %j', (text) => {
    expect(vinProblem(text)).toBeUndefined();
    expect(vinQuery.parse({ vin: text })).toEqual({ vin: VIN });
  });

  it.each([
    ['length', VIN.slice(1)],
    ['length', `${VIN}0`],
    ['length', ''],
    ['characters', VIN.replace('D', 'O')],
    ['characters', VIN.replace('5', '*')],
    ['characters', VIN.replace('H', ' ')],
    ['characters', VIN.replace('H', 'ſ')],
    ['length', `${VIN.slice(2)}ß`],
  ])('is refused for its %s: %j', (reason, text) => {
    expect(vinProblem(text)).toBe(reason);
    expect(vinQuery.safeParse({ vin: text }).error?.issues).toMatchObject([{ params: { reason } }]);
  });
});
