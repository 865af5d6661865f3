import { describe, expect, it } from 'vitest';
import { knownIssue, report } from '../../../test/report/report-fixture.ts';
import type { KnownIssuesSection } from '../../report/known-issues-section.ts';
import type { RecallItem } from '../../report/recalls-section.ts';
import type { Coverage } from '../../warranty/warranty.ts';
import type { Html } from '../html.ts';
import { axisPercent, roundStep, upTo } from './axis.ts';
import { complaintBars, mileageBars } from './complaint-bars.ts';
import { recallTimeline } from './recall-timeline.ts';
import { warrantyBars } from './warranty-bars.ts';

/** Without the names of the columns, which a telephone shows. */
const cellsOf = ({ text }: Html) => text.replace(/ data-in="[^"]*"/g, '');

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
    const complaintsByYear = byYear(9, 3);
    return { ...knownIssues, topIssues, reliability: { ...knownIssues.reliability, complaintsByYear } };
  };
  const byYear = (in2014: number, in2015: number) =>
    [in2014, in2015].map((count, index) => ({ year: 2014 + index, count })).filter(({ count }) => count > 0);
  const issue = (title: string, in2014: number, in2015: number) => ({
    ...knownIssue(title),
    count: in2014 + in2015,
    reportedByYear: byYear(in2014, in2015),
  });

  it('stack the six failures reported most, and all others as one, as the table says', () => {
    const text = cellsOf(
      complaintBars(section([1, 2, 3, 4, 5, 6, 7, 8].map((count) => issue(`Failure ${count}`, count, 1)))),
    );
    for (const [name, ...counts] of [
      ['Failure 8', 8, 1],
      ['2 other failures, each rarer', 3, 2],
      ['All complaints', 9, 3],
    ]) {
      const cells = counts.map((count) => `<td class="amount">${count}</td>`).join('');
      expect(text).toContain(`<th scope="row">${name}</th>${cells}`);
    }
    expect(text).not.toContain('Failure 1<');
    expect(text.match(/<rect class="s\d" x=/g)).toHaveLength(12);
    expect(text.match(/<rect class="rest" x=/g)).toHaveLength(2);
  });

  it('leave room above the highest bar', () => {
    const text = cellsOf(complaintBars(section([issue('Failure', 8, 0)])));
    const [, y = ''] = /<rect class="s1" x="[^"]*" y="([\d.]+)"/.exec(text) ?? [];
    expect(Number(y)).toBeGreaterThan(30);
  });

  it('draw nothing for a year without a failure', () => {
    const text = cellsOf(complaintBars(section([issue('Failure', 4, 0)])));
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
    const typicalMileage = { p25: 10_000, median: 15_000, p75: 20_000, stated: 14 };
    const reported = { ...knownIssue('Reported'), typicalMileage };
    const text = cellsOf(mileageBars([silent, reported], 'US'));
    expect(text).toContain('<rect class="span" x="40%" y="18" width="40%"');
    expect(text).toContain('<td class="amount">15,000</td>');
    expect(cellsOf(mileageBars([reported], 'CA'))).toContain('<td class="amount">24,100</td>');
    expect(text).not.toContain('Silent');
    expect(mileageBars([silent], 'US').text).toBe('');
    const few = { ...reported, typicalMileage: { ...typicalMileage, stated: 6 } };
    expect(mileageBars([few], 'US').text).toBe('');
  });
});

describe('recalls in time', () => {
  const item = (country: 'US' | 'CA', reportedOn: string, urgent: Partial<RecallItem> = {}): RecallItem => ({
    country,
    campaign: '15V001000',
    stopSale: null,
    warningText: null,
    unreadAdvice: null,
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

  const read = (items: RecallItem[]) => ({ items, counts: { us: 0, canada: 0 } });

  it('stand in the lane of their country, urgent ones drawn last, in a shape of their own and with their words', () => {
    const text = cellsOf(
      recallTimeline(
        read([
          item('US', '2016-07-02', { parkIt: true }),
          item('US', '2016-07-03'),
          item('US', '2016-07-04', { parkOutside: true }),
          item('CA', '2020-01-01'),
        ]),
        2014,
        WRITTEN_AT,
      ),
    );
    const marks = [...text.matchAll(/<(circle|path) class="(dot|mark-urgent)"/g)].map(([, , kind]) => kind);
    expect(marks).toEqual(['dot', 'mark-urgent', 'mark-urgent', 'dot']);
    expect(text).toMatch(/<svg class="urgent" x="21\.\d%" y="50">/);
    expect(text).toMatch(/<circle class="dot" cx="48\.\d%" cy="122" r="6">/);
    // Near each other, so that one stands above the other.
    expect(text).toMatch(/y="35"[^>]*>do not drive</);
    expect(text).toMatch(/y="21"[^>]*>park outside</);
    expect(text).toContain(
      '<td>2016-07-02</td><td>United States</td><td>15V001000</td><td>Steering</td><td>do not drive</td>',
    );
  });

  it('say of a country that was not read that it was not, so that its empty lane means nothing', () => {
    const section = { items: [item('US', '2016-01-01')], counts: { us: 1, canada: null } };
    const text = cellsOf(recallTimeline(section, 2016, WRITTEN_AT));
    expect(text).toContain('>Canada: not read</text>');
    expect(text).toContain('>United States</text>');
  });

  it('are drawn also for a car whose year is not known, and for a recall from before it', () => {
    for (const modelYear of [null, 2017]) {
      const text = cellsOf(recallTimeline(read([item('US', '2016-01-01')]), modelYear, WRITTEN_AT));
      expect(Number(/cx="([\d.]+)%/.exec(text)?.[1])).toBeGreaterThanOrEqual(0);
    }
    expect(recallTimeline(read([]), 2016, WRITTEN_AT).text).toBe('');
  });
});

describe('warranty against age', () => {
  const coverage = (months: number | null, laterOwners?: Coverage['laterOwners']): Coverage => {
    const term = { months, miles: 60_000, km: 96_561, unlimitedDistance: false };
    const source = { url: 'https://example.org/', title: 'Booklet' };
    return {
      ...term,
      transferable: laterOwners === undefined,
      laterOwners: laterOwners ?? { kind: 'term', ...term, source },
      note: null,
    };
  };
  const draw = (bars: Parameters<typeof warrantyBars>[0], modelYear: number | null) =>
    warrantyBars(bars, { modelYear, writtenAt: WRITTEN_AT, country: 'US' }).text;

  it('marks what has run out for sure by time, and leaves open what may still run', () => {
    const bars = [36, 84, 120, null].map((months) => ({ title: `Of ${months}`, coverage: coverage(months) }));
    const text = draw(bars, 2019);
    const shapes = [...text.matchAll(/<rect class="([^"]+)" x="0" y="\d+" width="([\d.]+)%/g)];
    expect(shapes.map(([, shape, width]) => [shape, width])).toEqual([
      ['span over', '27.3'],
      ['span', '63.6'],
      ['span', '90.9'],
      ['span', '100'],
    ]);
    expect(text).toContain('this car: about 7 years');
    expect(text).toContain('Of null: for life or 60,000 miles');
  });

  it('fills only what a later owner has, and outlines what the first owner alone had', () => {
    const source = { url: 'https://example.org/', title: 'Booklet' };
    const term = { months: 60, miles: 60_000, km: 96_561, unlimitedDistance: false };
    const shorter = { kind: 'term', ...term, source } as const;
    const text = draw([{ title: 'Powertrain', coverage: coverage(120, shorter) }], 2019);
    expect(text).toContain('Powertrain: 5 years or 60,000 miles');
    expect(text).toContain('first owner: 10 years or 60,000 miles');
    expect(text).toMatch(/<rect class="first" [^>]*width="90.9%"/);
    expect(text).toMatch(/<rect class="span over" [^>]*width="45.5%"/);
    const first = coverage(60, { kind: 'ends_with_first_owner', source });
    const ended = draw([{ title: 'Roadside', coverage: first }], 2019);
    expect(ended).toContain('Roadside: ended with the first owner');
    expect(ended).not.toContain('class="span');
  });

  it('says nothing of the age of a car whose year is not known', () => {
    expect(draw([{ title: 'Basic', coverage: coverage(36) }], null)).not.toContain('this car');
  });
});
