import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import usualSpellings from '../../data/names/usual-spellings.json' with { type: 'json' };
import { vinQuery } from '../products/parameters.ts';
import { spellMake, spellWords } from './normalise.ts';
import { vinProblem } from './vin-schema.ts';

describe('the usual spelling', () => {
  it.each([
    ['HONDA', 'Honda'],
    ['BMW', 'BMW'],
    ['GMC', 'GMC'],
    ['MERCEDES-BENZ', 'Mercedes-Benz'],
    ['LAND ROVER', 'Land Rover'],
    ['ROLLS-ROYCE', 'Rolls-Royce'],
    ['RAM', 'Ram'],
    ['MINI', 'MINI'],
    ['MCLAREN', 'McLaren'],
    ['KIA', 'Kia'],
    ['INFINITI', 'Infiniti'],
    ['ALFA ROMEO', 'Alfa Romeo'],
    ['HARLEY-DAVIDSON', 'Harley-Davidson'],
    ['KTM', 'KTM'],
    ['CFMOTO', 'CFMOTO'],
  ])('of the make %s is %s', (written, usual) => {
    expect(spellMake(written)).toBe(usual);
  });

  it.each([
    ['UNITED STATES (USA)', 'United States (USA)'],
    ['MULTIPURPOSE PASSENGER VEHICLE (MPV)', 'Multipurpose Passenger Vehicle (MPV)'],
    ['ST. LOUIS', 'St. Louis'],
    ['SÃO PAULO', 'São Paulo'],
    ['Marysville', 'Marysville'],
  ])('of %s is %s', (written, usual) => {
    expect(spellWords(written)).toBe(usual);
  });
});

it('the file of usual spellings has the form that its reader takes on trust', () => {
  const words = z.array(z.string()).min(1);
  const form = z.strictObject({ makes: words, smallWords: words, shortWords: words });
  expect(form.safeParse(usualSpellings).error).toBeUndefined();
});

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
