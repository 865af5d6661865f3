import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';
import { withThousands } from './wording.ts';

test.each([
  [0, undefined, '0'],
  [999, undefined, '999'],
  [1000, undefined, '1,000'],
  [1234567.5, undefined, '1,234,567.5'],
  [-1234567, undefined, '-1,234,567'],
  [2885.12345, undefined, '2,885.123'],
  [1234.5, 2, '1,234.50'],
  [1000000, 2, '1,000,000.00'],
])('%d with %s decimals is %s', (value, decimals, text) => {
  expect(withThousands(value, decimals)).toBe(text);
});

const names = ['vin', 'country', 'province', 'state', 'sale_type', 'price'];

test.each([
  ['VIN', 'vin'],
  ['saletype', 'sale_type'],
  ['sale-type', 'sale_type'],
  ['provice', 'province'],
  ['contry', 'country'],
])('%s probably means %s', (typed, meant) => {
  expect(nearest(typed, names)).toBe(meant);
});

test.each(['colour', 'foo', '', 'x'.repeat(5_000)])('%s means none of them', (typed) => {
  expect(nearest(typed, names)).toBeUndefined();
});
