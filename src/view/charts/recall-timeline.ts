import { countryFacts } from '../../costs/places.ts';
import { counted } from '../../lib/wording.ts';
import type { RecallItem, RecallsSection } from '../../report/recalls-section.ts';
import { componentWords } from '../../report/words.ts';
import { Html, html } from '../html.ts';
import { axisPercent, figure, roundStep, ticks, upTo } from './axis.ts';

const LANES = [
  { country: 'US', of: 'us', yPx: 50 },
  { country: 'CA', of: 'canada', yPx: 122 },
] as const;
const HEIGHT_PX = 140;
const EDGE = 0.3;
/** Closer together than this, in percent, marks with the same words share one label. */
const LABEL_ROOM = 24;

/** Draws when either country recalled the car; urgent marks have a shape of their own, lie on top and say what they mean. */
export function recallTimeline(
  { items, counts }: Pick<RecallsSection, 'items' | 'counts'>,
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
  const years = upTo(to - Math.floor(first), step).map((passed) => Math.floor(first) + passed);
  const marks = years.map((year) => ({ at: at(year), label: String(year) }));
  const placed = items.map((item) => ({ item, at: at(yearOf(item.reportedOn)), words: warningOf(item) }));
  const lanes = LANES.map(({ country, of, yPx }) => {
    const own = placed.filter(({ item }) => item.country === country);
    const calm = own.filter(({ words }) => words === undefined);
    const urgent = own.filter(({ words }) => words !== undefined).toSorted((a, b) => a.at - b.at);
    return html`<text class="label" x="0" y="${yPx - 32}">${countryFacts[country].name}${counts[of] === null && ': not read'}</text><line class="lane" x1="0" x2="100%" y1="${yPx}" y2="${yPx}"/>${calm.map(({ item, at }) => html`<circle class="dot" cx="${at}%" cy="${yPx}" r="6">${titleOf(item)}</circle>`)}${urgent.map(({ item, at }) => html`<svg class="urgent" x="${at}%" y="${yPx}"><path class="mark-urgent" d="M0-10L10 0L0 10L-10 0z">${titleOf(item)}</path></svg>`)}${labels(urgent, yPx)}`;
  });
  return figure(
    {
      caption: 'When it was recalled. A red diamond is a warning, written above it.',
      seen: seenIn(items),
      svg: html`<svg role="img" aria-label="Timeline, the same as the table below" width="100%" height="${HEIGHT_PX + 20}">${ticks(marks, HEIGHT_PX)}${lanes}</svg>`,
    },
    {
      label: 'Recalls by date',
      columns: ['Date', 'Country', 'Number', 'Part', 'Warning'],
      rows: html`${placed
        .toSorted((a, b) => a.at - b.at)
        .map(
          ({ item, words }) =>
            html`<tr><td>${item.reportedOn}</td><td>${countryFacts[item.country].name}</td><td>${item.campaign ?? 'not known'}</td><td>${componentWords(item.component)}</td><td>${words ?? 'none'}</td></tr>`,
        )}`,
    },
  );
}

function seenIn(items: readonly RecallItem[]): string {
  const days = items.map(({ reportedOn }) => reportedOn).sort();
  const warnings = items.filter((item) => warningOf(item) !== undefined).length;
  const [first = '', last = ''] = [days[0]?.slice(0, 4), days.at(-1)?.slice(0, 4)];
  return `${counted(items.length, 'notice')}, ${first === last ? `in ${first}` : `from ${first} to ${last}`}; ${warnings === 0 ? 'none warns' : `${warnings} of them warn${warnings === 1 ? 's' : ''}`}.`;
}

function titleOf({ reportedOn, component }: RecallItem): Html {
  return html`<title>${reportedOn}: ${componentWords(component)}</title>`;
}

function warningOf({ parkIt, parkOutside }: RecallItem): string | undefined {
  if (parkIt === true) return 'do not drive';
  return parkOutside === true ? 'park outside' : undefined;
}

interface Labelled {
  at: number;
  words: string | undefined;
}

/** Other words next to each other stand in two rows. */
function labels(urgent: readonly Labelled[], yPx: number): Html {
  let last: Labelled = { at: Number.NEGATIVE_INFINITY, words: undefined };
  return html`${urgent.map(({ at, words = '' }) => {
    const isNear = at - last.at < LABEL_ROOM;
    if (isNear && words === last.words) return new Html('');
    last = { at, words };
    const anchor = at < 12 ? 'start' : at > 88 ? 'end' : 'middle';
    return html`<text class="call" x="${at}%" y="${yPx - (isNear ? 29 : 15)}" text-anchor="${anchor}">${words}</text>`;
  })}`;
}

function yearOf(date: string): number {
  const year = Number(date.slice(0, 4));
  const start = Date.UTC(year, 0);
  return year + (Date.parse(date) - start) / (Date.UTC(year + 1, 0) - start);
}
