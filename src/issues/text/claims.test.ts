import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readExamples } from '../../../test/issues/examples.ts';
import { clausesOf, evidenceOf, isReported } from './claims.ts';

const reportedClauses = (text: string): string =>
  clausesOf(text)
    .filter(({ reported }) => reported)
    .map((clause) => clause.text)
    .join(' . ');

const { reported, notReported } = readExamples(
  'claims',
  z.object({ reported: z.array(z.string()), notReported: z.array(z.string()) }),
);

describe('what an owner reports of this car', () => {
  it.each(notReported)('is no failure of it: %s', (clause) => {
    expect(evidenceOf(clause, clausesOf(clause))).toBeLessThanOrEqual(0);
  });

  it.each(reported)('is one: %s', (clause) => {
    expect(isReported(clause)).toBe(true);
  });

  it('keeps the failure beside what did not happen', () => {
    const kept = reportedClauses(
      'The steering locked on a curve, but there were no injuries. It might have killed us.',
    );
    expect(kept).toMatch(/steering locked on a curve/);
    expect(kept).not.toMatch(/injuries|killed/);
  });

  it('keeps what stands before a guess', () => {
    expect(reportedClauses('The fuel line leaks gasoline onto the exhaust and could cause a fire.')).toMatch(
      /fuel line leaks gasoline onto the exhaust/,
    );
  });
});
