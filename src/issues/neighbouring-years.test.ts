import { describe, expect, it } from 'vitest';
import { knownIssue } from '../../test/report/report-fixture.ts';
import { alsoYearsSentence, withAlsoYears } from './neighbouring-years.ts';

const stalls = (share: number, count = 20) => knownIssue('Engine stalls while driving', { share, count });
const found = (...knownIssues: ReturnType<typeof knownIssue>[]) => ({ knownIssues, complaintsAnalyzed: 200 });

/** The findings of the car's year 2013, and of others those that `years` holds. */
const look = (issue: ReturnType<typeof knownIssue>, years: Record<number, ReturnType<typeof found>>) => {
  const asked: number[] = [];
  const looked = withAlsoYears([issue], {
    year: 2013,
    own: found(stalls(0.3)),
    async findingsOf(year) {
      asked.push(year);
      return years[year];
    },
  });
  return looked.then(([one]) => ({ alsoYears: one?.alsoYears, asked }));
};

describe('neighbouring model years', () => {
  it('end where the failure is reported less than a third as often, or by too few', async () => {
    const { alsoYears, asked } = await look(stalls(0.3), {
      2012: found(stalls(0.5)),
      2011: found(stalls(0.09)),
      2010: found(stalls(0.5)),
      2014: found(stalls(0.12)),
      2015: found(stalls(0.4, 2)),
    });
    expect(alsoYears).toMatchObject({ firstYear: 2012, lastYear: 2014 });
    expect(alsoYears?.evidence.map(({ year, share }) => [year, share])).toEqual([
      [2012, 0.5],
      [2014, 0.12],
    ]);
    expect(asked).toEqual([2012, 2011, 2014, 2015]);
    expect(alsoYears && alsoYearsSentence(alsoYears)).toContain('Also 2012 to 2014');
  });

  it('are found where the failure has a plainer title there', async () => {
    const { alsoYears } = await look(stalls(0.3), {
      2014: found(knownIssue('Engine stalls, hesitates or loses power', { share: 0.3, count: 20 })),
    });
    expect(alsoYears?.evidence.map(({ year }) => year)).toEqual([2014]);
  });

  it('are three each way at most, and none across a year of which nothing is known', async () => {
    const every = found(stalls(0.3));
    const before = { 2012: every, 2011: every, 2010: every, 2009: every };
    expect((await look(stalls(0.3), { ...before, 2015: every })).alsoYears).toMatchObject({
      firstYear: 2010,
      lastYear: 2013,
    });
  });

  it('are found for an issue that a model has worded, by the complaints that it cites', async () => {
    const years = { 2012: found(stalls(0.3)) };
    expect((await look(knownIssue('Sudden loss of power'), years)).alsoYears).toMatchObject({
      firstYear: 2012,
    });
    const other = knownIssue('Sudden loss of power', { odiNumbers: [1, 2] });
    expect((await look(other, years)).alsoYears).toBeUndefined();
  });
});
