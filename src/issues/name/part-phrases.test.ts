import { expect, test } from 'vitest';
import { prepared } from '../../../test/issues/complaints.ts';
import { stem } from '../text/words.ts';
import { isCutShort, isThing, namesPart } from './part-phrases.ts';

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

test('what nearly all go on from to another part is cut short', () => {
  const cited = prepared(
    'The front valve cover leaks oil.',
    'Oil drips from the front valve cover gasket.',
    'A leak at the front valve cover, the oil pan is dry and the oil pan was never touched.',
  );
  expect(isCutShort(['front', 'valve'].map(stem), cited)).toBe(true);
  expect(isCutShort(['oil', 'pan'].map(stem), cited)).toBe(false);
});
