import { expect, it } from 'vitest';
import { readTable } from '../../test/table.ts';
import {
  centsOf,
  moneyText,
  parseDecimal,
  percentOf,
  rateOf,
  roundToCents,
  roundToDollars,
  unitsOf,
} from './money.ts';

it.each(readTable('costs/rounding.txt').map((row) => row.map(Number)))(
  '%i cents * %s / 100 rounds half a cent up, to %i cents',
  (cents = 0, percent = 0, rounded = 0) => {
    expect(roundToCents(percentOf(cents, rateOf(percent)))).toBe(rounded);
  },
);

it.each([
  [149, 1],
  [150, 2],
  [18_060, 181],
  [0, 0],
])('%i cents are %i whole dollars', (cents, dollars) => {
  expect(roundToDollars(unitsOf(cents))).toBe(unitsOf(dollars * 100));
});

it.each([
  ['24999.99', 2, 2_499_999],
  ['0.1', 2, 10],
  ['7.00', 2, 700],
  ['2.25', 5, 225_000],
  ['1.999', 2, undefined],
  ['1,000', 2, undefined],
  ['-1', 2, undefined],
  ['1e3', 2, undefined],
  ['', 2, undefined],
])('%j of %i decimals is read as %s', (text, decimals, value) => {
  expect(parseDecimal(text, decimals)).toBe(value);
});

it('takes no amount of a data file that has parts of a cent', () => {
  expect(() => centsOf(1.005)).toThrow(RangeError);
});

it.each([
  [1_234_567, '$12,345.67'],
  [123_400, '$1,234'],
  [5, '$0.05'],
])('writes %i cents as %s', (cents, text) => {
  expect(moneyText(cents)).toBe(text);
});
