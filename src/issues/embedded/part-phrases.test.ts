import { expect, test } from 'vitest';
import { isThing } from './part-phrases.ts';

test.each([
  ['power steering', true],
  ['rear axle', true],
  ['timing chain', true],
  ['light stayed', false],
  ['leaked oil', false],
  ['michelin tires', false],
])('"%s" is the name of a part: %s', (phrase, isPart) => {
  expect(isThing(phrase)).toBe(isPart);
});
