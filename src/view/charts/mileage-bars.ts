import type { Country } from '../../costs/places.ts';
import type { KnownIssue } from '../../issues/schemas.ts';
import { counted, grouped } from '../../lib/wording.ts';
import { distanceIn, distanceUnit, LEAST_OWNERS } from '../../report/words.ts';
import { Html, html } from '../html.ts';
import { axisEnd, axisPercent, figure, roundStep, ticks, upTo } from './axis.ts';

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
