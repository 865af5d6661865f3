import type { Coverage } from '../../../warranty/warranty.ts';
import { grouped } from '../../wording.ts';
import { type Html, html } from '../html.ts';
import { axisPercent, ticks } from './axis.ts';

const ROW_PX = 38;
const LEAST_YEARS = 10;

interface Bar {
  title: string;
  coverage: Coverage;
}

/** How long each coverage runs from the sale of the new car, against the age of this one. */
export function warrantyBars(bars: readonly Bar[], modelYear: number | null, writtenAt: Date): Html {
  const longest = Math.max(0, ...bars.map(({ coverage }) => (coverage.months ?? 0) / 12));
  // Sold in the autumn before its model year at the earliest.
  const age = modelYear === null ? null : Math.max(0, writtenAt.getUTCFullYear() - modelYear);
  const top = Math.ceil(Math.max(LEAST_YEARS, longest, (age ?? 0) + 1));
  const step = top > 10 ? 4 : 2;
  const at = (years: number) => axisPercent(years, 0, top);
  const height = bars.length * ROW_PX;
  const marks = Array.from({ length: Math.floor(top / step) + 1 }, (_, n) => ({
    at: at(n * step),
    label: n === 0 ? 'new' : `${n * step} years`,
  }));
  const rows = bars.map(({ title, coverage }, index) => {
    const y = index * ROW_PX;
    const isOver = age !== null && coverage.months !== null && coverage.months / 12 < age - 1;
    return html`<text class="label" x="0" y="${y + 13}">${title}: ${limits(coverage)}</text><rect class="${isOver ? 'span over' : 'span'}" x="0" y="${y + 18}" width="${coverage.months === null ? 100 : at(coverage.months / 12)}%" height="12" rx="2"/>`;
  });
  const now =
    age !== null &&
    html`<line class="now" x1="${at(age)}%" x2="${at(age)}%" y1="0" y2="${height}"/><text class="tick strong" x="${at(age)}%" y="${height + 31}" text-anchor="${age > top * 0.7 ? 'end' : age < top * 0.3 ? 'start' : 'middle'}">this car: about ${age} years</text>`;
  return html`<figure>
<figcaption>How long it ran from the sale of the new car, whichever limit comes first</figcaption>
<svg role="img" aria-label="Bars, the same as the table below${age === null ? '' : html`; a car of this model year is about ${age} years old`}" width="100%" height="${height + 38}">${ticks(marks, height)}${rows}${now}</svg>
</figure>`;
}

function limits({ months, miles }: Coverage): string {
  const time = months === null ? 'for life' : `${grouped(Math.round((months / 12) * 10) / 10)} years`;
  return miles === null ? time : `${time} or ${grouped(miles)} miles`;
}
