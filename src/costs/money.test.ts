import { expect, it } from 'vitest';
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

it.each([
  [1050, 3, 32],
  [1999, 4.225, 84],
  [2000, 4.225, 85],
  [9, 5, 0],
  [10, 5, 1],
  [1009, 5, 50],
  [1010, 5, 51],
  [99_989, 5, 4999],
  [99_990, 5, 5000],
  [1099, 5.5, 60],
  [1100, 5.5, 61],
  [874, 6, 52],
  [875, 6, 53],
  [1024, 6, 61],
  [1025, 6, 62],
  [1074, 6, 64],
  [1075, 6, 65],
  [999, 6.25, 62],
  [1000, 6.25, 63],
  [1047, 6.25, 65],
  [1048, 6.25, 66],
  [399, 6.625, 26],
  [400, 6.625, 27],
  [879, 6.875, 60],
  [880, 6.875, 61],
  [1049, 7, 73],
  [1050, 7, 74],
  [1_250_000, 9.975, 124_688],
  [1249, 13, 162],
  [1250, 13, 163],
  [1075, 14, 151],
  [1010, 15, 152],
])('%i cents * %s / 100 rounds half a cent up, to %i cents', (cents, percent, rounded) => {
  expect(roundToCents(percentOf(cents, rateOf(percent)))).toBe(rounded);
});

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
  [1_234_567, '12,345.67'],
  [123_400, '1,234'],
  [5, '0.05'],
])('writes %i cents as %s', (cents, text) => {
  expect(moneyText(cents)).toBe(text);
});
