import { sum } from '../../lib/sum.ts';
import { counted, grouped } from '../../lib/wording.ts';
import type { KnownIssuesSection } from '../../report/known-issues-section.ts';
import { Html, html } from '../html.ts';
import { axisEnd, axisPercent, figure, roundStep, tickClass, upTo } from './axis.ts';

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
