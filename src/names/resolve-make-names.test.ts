import { expect, test } from 'vitest';
import { filingNames } from './resolve-make-names.ts';

test('a Ram may be filed under Dodge, and an older Dodge Ram under Ram', () => {
  expect(filingNames({ make: 'Ram', model: '1500' })).toEqual([
    { make: 'RAM', model: '1500' },
    { make: 'DODGE', model: 'Ram 1500' },
  ]);
  expect(filingNames({ make: 'Dodge', model: 'Ram 1500' })).toContainEqual({ make: 'RAM', model: '1500' });
});

test.each([
  ['a brand that became a model', 'Toyota', 'Scion FR-S', 'SCION', 'FR-S'],
  ['a brand of another maker', 'Merkur', 'Scorpio', 'FORD', 'Merkur Scorpio'],
  ['a model that became a brand', 'Hyundai', 'Genesis G80', 'GENESIS', 'G80'],
  ['a brand that is listed as a model', 'smart', 'fortwo', 'MERCEDES-BENZ', 'smart fortwo'],
  ['a truck filed under its maker', 'Rizon', 'FEC7KS', 'MITSUBISHI FUSO', 'Rizon FEC7KS'],
  ['a bus filed under its maker', 'Grande West', 'Vicinity', 'VICINITY', 'Vicinity'],
])('%s is asked under both: %s %s as %s %s', (_why, make, model, otherMake, otherModel) => {
  expect(filingNames({ make, model })).toContainEqual({ make: otherMake, model: otherModel });
});

test('a make without such a history is filed under itself alone', () => {
  expect(filingNames({ make: 'Honda', model: 'Civic' })).toEqual([{ make: 'HONDA', model: 'Civic' }]);
  expect(filingNames({ make: 'Dodge', model: 'Journey' })).toEqual([{ make: 'DODGE', model: 'Journey' }]);
});

test('a make that lists hold in two spellings is asked in both', () => {
  const makesOf = (make: string) => filingNames({ make, model: 'X' }).map((name) => name.make);
  expect(makesOf('Mercedes-Benz')).toEqual(expect.arrayContaining(['MERCEDES-BENZ', 'MERCEDES BENZ']));
  expect(makesOf('Slingshot')).toEqual(['SLINGSHOT', 'POLARIS']);
  expect(makesOf('Novabus')).toEqual(['NOVABUS', 'NOVA BUS']);
  expect(makesOf('Land Rover')).toEqual(['LAND ROVER']);
});
