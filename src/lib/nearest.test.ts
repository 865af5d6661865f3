import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

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
