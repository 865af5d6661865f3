import { describe, expect, it } from 'vitest';
import { spellMake, spellWords } from './normalise.ts';

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
