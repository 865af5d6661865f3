import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { prepared } from '../../test/issues/complaints.ts';
import { readExamples } from '../../test/issues/examples.ts';
import { afterRepairOf } from './derive.ts';

const TOLD = readExamples(
  'after-repair',
  z.array(z.object({ text: z.string(), notHelped: z.boolean(), partsUnavailable: z.boolean() })),
);

describe('what owners tell after a repair', () => {
  it.each(TOLD)('$text', ({ text, notHelped, partsUnavailable }) => {
    expect(afterRepairOf(prepared(text)) ?? { notHelped: 0, partsUnavailable: 0 }).toEqual({
      notHelped: notHelped ? 1 : 0,
      partsUnavailable: partsUnavailable ? 1 : 0,
    });
  });
});

describe('what is counted after repairs', () => {
  it('is whom a repair did not help and who waits for parts', () => {
    expect(
      afterRepairOf(
        prepared(
          'The pump was replaced but the failure persisted.',
          'The dealer replaced the module and it did not fix the problem.',
          'The part to do the recall repair was not yet available.',
          'The engine stalled on the highway.',
        ),
      ),
    ).toEqual({ notHelped: 2, partsUnavailable: 1 });
  });

  it('is left out where nobody speaks of it', () => {
    expect(afterRepairOf(prepared('The engine stalled.'))).toBeUndefined();
  });
});
