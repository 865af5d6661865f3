import type { RecallItem } from '../../recalls-section.ts';
import { Html, html } from '../html.ts';
import { axisPercent, roundStep, ticks } from './axis.ts';

const LANES = [
  { country: 'US', name: 'United States', yPx: 34 },
  { country: 'CA', name: 'Canada', yPx: 84 },
] as const;
const HEIGHT_PX = 104;
const EDGE = 0.3;

/** When either country recalled the car; the notices below say the same in words. */
export function recallTimeline(
  items: readonly RecallItem[],
  modelYear: number | null,
  writtenAt: Date,
): Html {
  if (items.length === 0) return new Html('');
  const first = Math.min(
    ...items.map(({ reportedOn }) => yearOf(reportedOn)),
    modelYear ?? Number.POSITIVE_INFINITY,
  );
  const from = Math.floor(first) - EDGE;
  const to = yearOf(writtenAt.toISOString()) + EDGE;
  const at = (when: number) => axisPercent(when, from, to);
  const step = roundStep(to - from, 9);
  const years = Array.from(
    { length: Math.floor((to - Math.floor(first)) / step) + 1 },
    (_, n) => Math.floor(first) + n * step,
  );
  const marks = years.map((year) => ({ at: at(year), label: String(year) }));
  const lanes = LANES.map(
    ({ name, yPx }) =>
      html`<text class="label" x="0" y="${yPx - 16}">${name}</text><line class="lane" x1="0" x2="100%" y1="${yPx}" y2="${yPx}"/>`,
  );
  const dots = items.map((item) => {
    const y = LANES.find(({ country }) => country === item.country)?.yPx ?? 0;
    const isUrgent = item.parkIt === true || item.parkOutside === true;
    return html`<circle class="${isUrgent ? 'dot urgent' : 'dot'}" cx="${at(yearOf(item.reportedOn))}%" cy="${y}" r="${isUrgent ? 8 : 6}"><title>${item.reportedOn}: ${item.component}</title></circle>`;
  });
  return html`<figure>
<figcaption>When it was recalled. A large dot says do not drive, or park outside.</figcaption>
<svg role="img" aria-label="Timeline of the notices listed below, from the newest of each country" width="100%" height="${HEIGHT_PX + 20}">${ticks(marks, HEIGHT_PX)}${lanes}${dots}</svg>
</figure>`;
}

function yearOf(date: string): number {
  const year = Number(date.slice(0, 4));
  const start = Date.UTC(year, 0);
  return year + (Date.parse(date) - start) / (Date.UTC(year + 1, 0) - start);
}
