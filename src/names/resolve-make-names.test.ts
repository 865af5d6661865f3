import { expect, test } from 'vitest';
import { filingNames } from './resolve-make-names.ts';

test('a Ram may be filed under Dodge, and an older Dodge Ram under Ram', () => {
  expect(filingNames({ make: 'Ram', model: '1500' })).toEqual([
    { make: 'RAM', model: '1500' },
    { make: 'DODGE', model: 'Ram 1500' },
  ]);
  expect(filingNames({ make: 'Dodge', model: 'Ram 1500' })).toContainEqual({ make: 'RAM', model: '1500' });
});

test('brands that became models, and models that became brands, are asked under both', () => {
  expect(filingNames({ make: 'Toyota', model: 'Scion FR-S' })).toContainEqual({
    make: 'SCION',
    model: 'FR-S',
  });
  expect(filingNames({ make: 'Merkur', model: 'Scorpio' })).toContainEqual({
    make: 'FORD',
    model: 'Merkur Scorpio',
  });
  expect(filingNames({ make: 'Hyundai', model: 'Genesis G80' })).toContainEqual({
    make: 'GENESIS',
    model: 'G80',
  });
  expect(filingNames({ make: 'smart', model: 'fortwo' })).toContainEqual({
    make: 'MERCEDES-BENZ',
    model: 'smart fortwo',
  });
});

test('a truck or bus of a brand that is filed under its maker is asked there', () => {
  expect(filingNames({ make: 'Rizon', model: 'FEC7KS' })).toContainEqual({
    make: 'MITSUBISHI FUSO',
    model: 'Rizon FEC7KS',
  });
  expect(filingNames({ make: 'Grande West', model: 'Vicinity' })).toContainEqual({
    make: 'VICINITY',
    model: 'Vicinity',
  });
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
