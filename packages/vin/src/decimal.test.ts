import { describe, expect, it } from 'vitest';
import { computeDecimal } from './implied-items.ts';

describe('decimal arithmetic of the live service', () => {
  it.each([
    ['6.2', '/', '0.016387064', '378.34721338734'],
    ['2.4', '/', '0.016387064', '146.45698582735'],
    ['6.2', '*', '1000', '6200.0'],
    ['183', '*', '16.387064', '2998.832712'],
    ['183', '*', '0.016387064', '2.998832712'],
  ] as const)('computes %s %s %s as %s', (left, operator, right, expected) => {
    expect(computeDecimal(left, operator, right)).toBe(expected);
  });

  it('has no answer for what is no number', () => {
    expect(computeDecimal('TBD', '/', '1000')).toBeUndefined();
    expect(computeDecimal('1', '/', '0')).toBeUndefined();
  });
});
