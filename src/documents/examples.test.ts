import { describe, expect, it } from 'vitest';
import { excerpt, shorten } from './examples.ts';

describe('a shortened answer', () => {
  it('cuts lists of objects and leaves lists of values whole', () => {
    const answer = { issues: [{ count: 3, numbers: [1, 2, 3] }, { n: 2 }, { n: 3 }], note: 'kept' };
    expect(shorten(answer)).toEqual({ issues: [{ count: 3, numbers: [1, 2, 3] }, { n: 2 }], note: 'kept' });
  });
});

describe('an excerpt of an answer', () => {
  it('keeps the first members, without what is not known, and marks cut texts', () => {
    const text = 'a sentence that goes on for longer than there is room for here';
    expect(excerpt({ year: 2013, trim: null, text, list: [{ a: 1 }, { a: 2 }] })).toEqual({
      year: 2013,
      text: 'a sentence that goes on for longer than…',
      list: [{ a: 1 }],
    });
  });

  it('goes only so deep', () => {
    expect(excerpt({ a: { b: 1, c: { d: 1 } } })).toEqual({ a: { b: 1 } });
  });

  it('has at most seven members', () => {
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`member${index}`, index]));
    expect(Object.keys(excerpt(many))).toHaveLength(7);
  });
});
