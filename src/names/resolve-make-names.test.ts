import { expect, test } from 'vitest';
import { filingNames, makeSpellings } from './resolve-make-names.ts';

test('a Ram may be filed under Dodge, and an older Dodge Ram under Ram', () => {
  expect(filingNames({ make: 'Ram', model: '1500' })).toEqual([
    { make: 'Ram', model: '1500' },
    { make: 'DODGE', model: 'Ram 1500' },
  ]);
  expect(filingNames({ make: 'Dodge', model: 'Ram 1500' })).toContainEqual({ make: 'RAM', model: '1500' });
});

test('a make without such a history is filed under itself alone', () => {
  expect(filingNames({ make: 'Honda', model: 'Civic' })).toEqual([{ make: 'Honda', model: 'Civic' }]);
  expect(filingNames({ make: 'Dodge', model: 'Journey' })).toEqual([{ make: 'Dodge', model: 'Journey' }]);
});

test('a make that lists hold in two spellings is asked in both', () => {
  expect(makeSpellings('Mercedes-Benz')).toEqual(['MERCEDES-BENZ', 'MERCEDES BENZ']);
  expect(makeSpellings('Land Rover')).toEqual(['LAND ROVER']);
});
