import { describe, expect, it } from 'vitest';
import type { Coverage } from '../../../warranty/warranty.ts';
import type { KnownIssuesSection } from '../../known-issues-section.ts';
import type { RecallItem } from '../../recalls-section.ts';
import { knownIssue, report } from '../../report.fixture.ts';
import { axisPercent, roundStep, upTo } from './axis.ts';
import { complaintBars } from './complaint-bars.ts';
import { mileageBars } from './mileage-bars.ts';
import { recallTimeline } from './recall-timeline.ts';
import { warrantyBars } from './warranty-bars.ts';

const WRITTEN_AT = new Date('2026-07-02T00:00:00Z');

describe('an axis', () => {
  it.each([
    [3, 4, 1],
    [7, 4, 2],
    [144, 4, 50],
    [68_684, 4, 20_000],
    [0, 4, 1],
  ])('of %d in at most %d parts has steps of %d', (span, parts, step) => {
    expect(roundStep(span, parts)).toBe(step);
  });

  it('places values in percent, also where it has no length', () => {
    expect(axisPercent(2015, 2010, 2020)).toBe(50);
    expect(axisPercent(5, 5, 5)).toBe(0);
    expect(upTo(150, 50)).toEqual([0, 50, 100, 150]);
  });
});

describe('complaints by year', () => {
  const section = (topIssues: KnownIssuesSection['topIssues']): KnownIssuesSection => {
    const { knownIssues } = report();
    if (knownIssues === null) throw new Error('The fixture has known issues');
    const complaintsByYear = [
      { year: 2014, count: 9 },
      { year: 2015, count: 3 },
    ];
    return { ...knownIssues, topIssues, reliability: { ...knownIssues.reliability, complaintsByYear } };
  };
  const issue = (title: string, in2014: number, in2015: number) => ({
    ...knownIssue(title),
    count: in2014 + in2015,
    reportedByYear: [
      { year: 2014, count: in2014 },
      { year: 2015, count: in2015 },
    ].filter(({ count }) => count > 0),
  });

  it('stack the five failures reported most, and all others as one, as the table says', () => {
    const { text } = complaintBars(
      section([1, 2, 3, 4, 5, 6, 7].map((count) => issue(`Failure ${count}`, count, 1))),
    );
    expect(text).toContain(
      '<th scope="row">Failure 7</th><td class="amount">7</td><td class="amount">1</td>',
    );
    expect(text).toContain(
      '<th scope="row">2 other failures</th><td class="amount">3</td><td class="amount">2</td>',
    );
    expect(text).toContain(
      '<th scope="row">All complaints</th><td class="amount">9</td><td class="amount">3</td>',
    );
    expect(text).not.toContain('Failure 1<');
    expect(text.match(/<rect class="s\d" x=/g)).toHaveLength(12);
  });

  it('draw nothing for a year without a failure', () => {
    const { text } = complaintBars(section([issue('Failure', 4, 0)]));
    expect(text.match(/<rect class="s\d" x=/g)).toHaveLength(1);
    expect(text).toContain('<td class="amount">4</td><td class="amount">0</td>');
  });

  it('are left out where an older answer does not say the years', () => {
    const { reportedByYear: _, ...undated } = issue('Failure', 4, 1);
    expect(complaintBars(section([undated])).text).toBe('');
  });
});

describe('mileage', () => {
  it('is drawn for the failures whose owners state it', () => {
    const { typicalMileage: _, ...silent } = knownIssue('Silent');
    const reported = {
      ...knownIssue('Reported'),
      typicalMileage: { p25: 10_000, median: 15_000, p75: 20_000, stated: 4 },
    };
    const { text } = mileageBars([silent, reported]);
    expect(text).toContain('<rect class="span" x="50%" y="18" width="50%"');
    expect(text).toContain('<td class="amount">15,000</td>');
    expect(text).not.toContain('Silent');
    expect(mileageBars([silent]).text).toBe('');
  });
});

describe('recalls in time', () => {
  const item = (country: 'US' | 'CA', reportedOn: string, urgent: Partial<RecallItem> = {}): RecallItem => ({
    country,
    campaign: '15V001000',
    stopSale: null,
    warningText: null,
    flags: null,
    inDoubt: false,
    missingSince: null,
    component: 'STEERING',
    summary: '',
    consequence: null,
    remedy: null,
    reportedOn,
    kind: 'vehicle',
    parkIt: null,
    parkOutside: null,
    unitsAffected: null,
    sameDefect: [],
    url: 'https://example.org/',
    ...urgent,
  });

  it('stand in the lane of their country, urgent ones larger', () => {
    const { text } = recallTimeline(
      [item('US', '2016-07-02', { parkIt: true }), item('CA', '2020-01-01')],
      2014,
      WRITTEN_AT,
    );
    const [us, canada] = text.match(/<circle [^>]*>/g) ?? [];
    expect(us).toMatch(/class="dot urgent" cx="21\.\d%" cy="34" r="8"/);
    expect(canada).toMatch(/class="dot" cx="48\.\d%" cy="84" r="6"/);
  });

  it('are drawn also for a car whose year is not known, and for a recall from before it', () => {
    for (const modelYear of [null, 2017]) {
      const { text } = recallTimeline([item('US', '2016-01-01')], modelYear, WRITTEN_AT);
      expect(Number(/cx="([\d.]+)%/.exec(text)?.[1])).toBeGreaterThanOrEqual(0);
    }
    expect(recallTimeline([], 2016, WRITTEN_AT).text).toBe('');
  });
});

describe('warranty against age', () => {
  const coverage = (months: number | null): Coverage => ({
    months,
    miles: 60_000,
    km: 96_561,
    unlimitedDistance: false,
    transferable: true,
    laterOwners: { kind: 'unknown' },
    note: null,
  });

  it('marks what has run out for sure by time, and leaves open what may still run', () => {
    const bars = [36, 84, 120, null].map((months) => ({ title: `Of ${months}`, coverage: coverage(months) }));
    const { text } = warrantyBars(bars, 2019, WRITTEN_AT);
    const shapes = [...text.matchAll(/<rect class="([^"]+)" x="0" y="\d+" width="([\d.]+)%/g)];
    expect(shapes.map(([, shape, width]) => [shape, width])).toEqual([
      ['span over', '30'],
      ['span', '70'],
      ['span', '100'],
      ['span', '100'],
    ]);
    expect(text).toContain('this car: about 7 years');
    expect(text).toContain('Of null: for life or 60,000 miles');
  });

  it('says nothing of the age of a car whose year is not known', () => {
    expect(warrantyBars([{ title: 'Basic', coverage: coverage(36) }], null, WRITTEN_AT).text).not.toContain(
      'this car',
    );
  });
});
