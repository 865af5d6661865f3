import { expect, test } from 'vitest';
import { rememberNewest } from '../lib/on-demand.ts';

test('the results asked for last are kept, and no more of them than allowed', () => {
  const computed: string[] = [];
  const remember = rememberNewest<string>(2);
  const ask = (key: string) =>
    remember(key, () => {
      computed.push(key);
      return key.toUpperCase();
    });
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(ask)).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});
