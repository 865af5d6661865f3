import { expect, it } from 'vitest';
import { isKept, readLabels } from './read.ts';

it('readers named failures that the lexicon has, and one complaint in five is kept for measuring', () => {
  const numbers = [...readLabels().keys()];
  expect(numbers.length).toBeGreaterThan(10_000);
  const share = numbers.filter(isKept).length / numbers.length;
  expect(share).toBeGreaterThan(0.18);
  expect(share).toBeLessThan(0.22);
});
