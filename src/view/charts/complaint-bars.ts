import type { Country } from '../../costs/places.ts';
import type { KnownIssue } from '../../issues/schemas.ts';
import { sum } from '../../lib/count.ts';
import { counted, grouped } from '../../lib/wording.ts';
import type { KnownIssuesSection } from '../../report/known-issues-section.ts';
import { distanceIn, distanceUnit, LEAST_OWNERS } from '../../report/words.ts';
import { Html, html } from '../html.ts';
import { axisEnd, axisPercent, figure, roundStep, tickClass, ticks, upTo } from './axis.ts';

const MOST_NAMED = 6;
const HEIGHT_PX = 190;
const LEFT_PERCENT = 7;
const TOP_PX = 8;
const WIDEST_PERCENT = 14;

interface Series {
  title: string;
  shape: string;
  countOf(year: number): number;
}

/** Draws the complaints of every year, stacked by the failures they report, and the same as a table. */
export function complaintBars({ reliability, topIssues }: KnownIssuesSection): Html {
  const { complaintsByYear } = reliability;
  const years = complaintsByYear.map(({ year }) => year);
  const series = seriesOf(topIssues);
  if (years.length === 0 || series.length === 0) return new Html('');

  const most = complaintsByYear.reduce((one, other) => (other.count > one.count ? other : one));
  const stacks = years.map((year) => series.map(({ countOf }) => countOf(year)));
  const highest = Math.max(...stacks.map(sum), ...complaintsByYear.map(({ count }) => count));
  const step = roundStep(highest, 4);
  const top = axisEnd(highest, step);
  const yOf = (count: number) => TOP_PX + HEIGHT_PX * (1 - count / top);
  const slot = (100 - LEFT_PERCENT) / years.length;
  const width = Math.min(slot * 0.7, WIDEST_PERCENT);

  const bars = years.map((year, index) => {
    const left = LEFT_PERCENT + slot * index;
    let below = 0;
    const parts = series.map(({ shape, countOf }) => {
      const count = countOf(year);
      const y = yOf(below + count);
      const height = yOf(below) - y;
      below += count;
      return html`${count > 0 && html`<rect class="${shape}" x="${cut(left + (slot - width) / 2)}%" y="${cut(y)}" width="${cut(width)}%" height="${cut(height)}"/>`}`;
    });
    return html`${parts}<text class="${tickClass(index, years.length)}" x="${cut(left + slot / 2)}%" y="${TOP_PX + HEIGHT_PX + 16}" text-anchor="middle">${year}</text>`;
  });
  const lines = upTo(top, step).map(
    (count) =>
      html`<line class="grid" x1="${LEFT_PERCENT}%" x2="100%" y1="${cut(yOf(count))}" y2="${cut(yOf(count))}"/><text class="tick" x="${LEFT_PERCENT - 1.5}%" y="${cut(yOf(count)) + 4}" text-anchor="end">${grouped(count)}</text>`,
  );
  return figure(
    {
      caption: 'Complaints by year of filing, by the failures they report',
      seen: `Most in ${most.year}: ${most.count} of ${counted(sum(complaintsByYear.map(({ count }) => count)), 'complaint')}. Reported most: ${series[0]?.title ?? ''}, ${sum(years.map((year) => series[0]?.countOf(year) ?? 0))}.`,
      svg: html`<svg role="img" aria-label="Stacked bars, the same as the table below: complaints from ${years[0] ?? ''} to ${years.at(-1) ?? ''}" width="100%" height="${TOP_PX + HEIGHT_PX + 22}">${lines}${bars}</svg>`,
      below: html`<ul class="legend">${series.map(({ title, shape }) => html`<li><svg aria-hidden="true" width="12" height="12"><rect class="${shape}" width="12" height="12"/></svg> ${title}</li>`)}</ul>
<p><small>One complaint may report several failures, and some report none that is named.</small></p>
`,
    },
    {
      label: 'Complaints by year',
      columns: ['Failure', ...years.map((year) => [String(year)] as const)],
      rows: html`${series.map(({ title, countOf }) => html`<tr><th scope="row">${title}</th>${years.map((year) => html`<td class="amount">${countOf(year)}</td>`)}</tr>`)}
<tr><th scope="row">All complaints</th>${complaintsByYear.map(({ count }) => html`<td class="amount">${count}</td>`)}</tr>`,
    },
  );
}

/** Lists the failures reported most, then all others together; none where the answer does not say their years. */
function seriesOf(issues: KnownIssuesSection['topIssues']): Series[] {
  const dated = issues.filter(({ reportedByYear }) => reportedByYear !== undefined);
  const byCount = dated.toSorted((a, b) => b.count - a.count);
  const rest = byCount.slice(MOST_NAMED);
  return [
    ...byCount.slice(0, MOST_NAMED).map((issue, at) => ({
      title: issue.title,
      shape: `s${at + 1}`,
      countOf: (year: number) => countIn(issue, year),
    })),
    ...(rest.length === 0
      ? []
      : [
          {
            title: rest.length === 1 ? 'One other failure' : `${rest.length} other failures, each rarer`,
            shape: 'rest',
            countOf: (year: number) => sum(rest.map((issue) => countIn(issue, year))),
          },
        ]),
  ];
}

function countIn({ reportedByYear = [] }: KnownIssuesSection['topIssues'][number], wanted: number): number {
  return reportedByYear.find(({ year }) => year === wanted)?.count ?? 0;
}

function cut(value: number): number {
  return axisPercent(value, 0, 100);
}

const MOST = 10;
const ROW_PX = 34;

/** Draws the mileage at which the failures happen, as far as owners say: the middle half and the median. */
export function mileageBars(issues: readonly KnownIssue[], country: Country): Html {
  const inUnit = (miles: number) => distanceIn(country, miles);
  const reported = issues
    .flatMap(({ title, typicalMileage: at }) =>
      at && at.stated >= LEAST_OWNERS
        ? [{ title, p25: inUnit(at.p25), median: inUnit(at.median), p75: inUnit(at.p75), stated: at.stated }]
        : [],
    )
    .slice(0, MOST);
  const byMedian = reported.toSorted((one, other) => one.median - other.median);
  const [earliest] = byMedian;
  const latest = byMedian.at(-1);
  if (!earliest || !latest) return new Html('');
  const halfOf = ({ title, median, stated }: typeof earliest) =>
    `${title}, half of ${counted(stated, 'owner')} before ${grouped(median)} ${distanceUnit(country)}`;
  const step = roundStep(Math.max(...reported.map(({ p75 }) => p75)), 4);
  const top = axisEnd(Math.max(...reported.map(({ p75 }) => p75)), step);
  const at = (distance: number) => axisPercent(distance, 0, top);
  const height = reported.length * ROW_PX;
  const marks = upTo(top, step).map((distance) => ({ at: at(distance), label: grouped(distance) }));
  const rows = reported.map(({ title, p25, median, p75, stated }, index) => {
    const y = index * ROW_PX;
    return html`<text class="label" x="0" y="${y + 13}">${title} (${stated})</text><rect class="span" x="${at(p25)}%" y="${y + 18}" width="${at(p75 - p25)}%" height="9" rx="2"/><rect class="mark" x="${at(median)}%" y="${y + 16}" width="3" height="13"/>`;
  });
  return figure(
    {
      caption: `When it happens, in ${distanceUnit(country)}: the middle half of what owners state, with a line where half had it. In brackets: how many state it.`,
      seen: `Earliest: ${halfOf(earliest)}.${latest === earliest ? '' : ` Latest: ${halfOf(latest)}.`}`,
      svg: html`<svg role="img" aria-label="Bars, the same as the table below" width="100%" height="${height + 20}">${ticks(marks, height)}${rows}</svg>`,
    },
    {
      label: 'Mileage at failure',
      columns: [
        'Failure',
        ['A quarter below'],
        ['Half below'],
        ['Three quarters below'],
        ['Owners who state it'],
      ],
      rows: html`${reported.map(({ title, p25, median, p75, stated }) => html`<tr><th scope="row">${title}</th><td class="amount">${grouped(p25)}</td><td class="amount">${grouped(median)}</td><td class="amount">${grouped(p75)}</td><td class="amount">${stated}</td></tr>`)}`,
    },
  );
}
