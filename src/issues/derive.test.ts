import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { prepared } from '../../test/issues/complaints.ts';
import { readExamples } from '../../test/issues/examples.ts';
import { afterRepairOf, countFilings, trendOf } from './derive.ts';

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

const AS_OF = '2025-06-30';
const dates = (count: number, date: string) => Array.from({ length: count }, () => date);
const RECENT = '2025-03-01';
const EARLIER = '2023-12-01';
const ALL = [...dates(100, RECENT), ...dates(200, EARLIER)];
const trend = (issue: readonly (string | null)[], all: readonly (string | null)[]) =>
  trendOf(countFilings(issue, AS_OF), countFilings(all, AS_OF));

describe('the trend of an issue', () => {
  it.each<[string, number, number, string]>([
    ['a growing share of the filings', 40, 10, 'rising'],
    ['a shrinking share', 3, 60, 'falling'],
    ['the same share', 10, 20, 'steady'],
    ['a few more, within chance', 4, 5, 'steady'],
    ['too few dated complaints', 2, 3, 'unknown'],
    ['just enough dated complaints', 2, 4, 'steady'],
  ])('of %s is read from the dates', (_what, recent, earlier, expected) => {
    expect(trend([...dates(recent, RECENT), ...dates(earlier, EARLIER)], ALL)).toBe(expected);
  });

  it('does not rise because the whole vehicle is in the news', () => {
    const flooded = [...dates(900, RECENT), ...dates(200, EARLIER)];
    expect(trend([...dates(45, RECENT), ...dates(10, EARLIER)], flooded)).toBe('steady');
  });

  it('does not rise for a growth that is certain but small', () => {
    const all = [...dates(1_000, RECENT), ...dates(2_000, EARLIER)];
    expect(trend([...dates(400, RECENT), ...dates(650, EARLIER)], all)).toBe('steady');
    expect(trend([...dates(600, RECENT), ...dates(650, EARLIER)], all)).toBe('rising');
  });

  it('leaves out what is undated, older than three years or after the day', () => {
    expect(trend([null, '2015-01-01', '2026-01-01', ...dates(5, RECENT)], ALL)).toBe('unknown');
  });
});
