import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readExamples } from '../../../test/issues/examples.ts';
import { statedMileage } from './mileage.ts';

const examples = readExamples(
  'mileages',
  z.array(z.object({ text: z.string(), miles: z.number().nullable() })),
);

describe('the mileage in the many ways in which owners write it', () => {
  it.each(examples.filter(({ miles }) => miles === null))('is none in: $text', ({ text }) => {
    expect(statedMileage(text)).toBeNull();
  });

  it('is read as it is meant, and hardly ever missed', () => {
    const stated = examples.filter(({ miles }) => miles !== null);
    const read = stated.map((one) => ({ ...one, as: statedMileage(one.text) }));
    expect(read.filter(({ miles, as }) => as !== null && as !== miles)).toEqual([]);
    expect(read.filter(({ as }) => as === null).length).toBeLessThanOrEqual(stated.length / 20);
  });

  it.each<[string, number | null]>([
    ['The failure mileage was 20 and the current mileage was 3,062.', null],
    ['I bought it with 30,000 miles.', null],
    ['I bought it new and it now has 23,600 miles.', 23_600],
    ['A car with 1,500 miles. After an hour on the interstate it died.', 1_500],
  ])('in "%s" is %s', (text, miles) => {
    expect(statedMileage(text)).toBe(miles);
  });
});
