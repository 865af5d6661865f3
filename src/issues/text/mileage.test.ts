import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readExamples } from '../../../test/issues/examples.ts';
import { statedMileage } from '../read/prepare.ts';

const shape = z.array(z.object({ text: z.string(), miles: z.number().nullable() }));
const examples = readExamples('mileages', shape);
/** Beside failures, money, revolutions, warranties and kilometres, and in the words of the hotline. */
const exact = readExamples('mileages-exact', shape);

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

  it.each(exact)('in "$text" is $miles', ({ text, miles }) => {
    expect(statedMileage(text)).toBe(miles);
  });
});
