import { expect, test } from 'vitest';
import { stem } from '../text/words.ts';
import { isThing, namesPart } from './part-phrases.ts';

test.each([
  ['power steering', true],
  ['rear axle', true],
  ['timing chain', true],
  ['turn signal', true],
  ['brake lines', true],
  ['straight line', false],
  ['light stayed', false],
  ['leaked oil', false],
  ['parked wheel', false],
  ['michelin tires', false],
  ['medical attention', false],
  ['roadside assistance', false],
  ['parking space', false],
  ['loud pop', false],
  ['full tank', false],
  ['dead battery', false],
  ['hit windshield', false],
])('"%s" is the name of a part: %s', (phrase, isPart) => {
  expect(namesPart(phrase.split(' ').map(stem)) && isThing(phrase)).toBe(isPart);
});
