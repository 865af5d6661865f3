import { expect, test } from 'vitest';
import { etagOf, matchesEtag } from './etag.ts';

test('a tag is quoted and changes with the text', () => {
  expect(etagOf('a')).toMatch(/^"[\w-]{22}"$/);
  expect(etagOf('a')).toBe(etagOf('a'));
  expect(etagOf('a')).not.toBe(etagOf('b'));
});

test.each([
  ['"x"', true],
  ['W/"x"', true],
  ['"y", W/"x"', true],
  ['*', true],
  ['"y"', false],
  ['x', false],
  [undefined, false],
])('If-None-Match: %s', (header, matches) => {
  expect(matchesEtag(header, '"x"')).toBe(matches);
});
