import type { Country } from '../../costs/places.ts';
import { grouped } from '../../lib/wording.ts';
import { distanceUnit } from '../../report/words.ts';
import type { Coverage, Term } from '../../warranty/warranty.ts';
import { type Html, html } from '../html.ts';
import { axisPercent, ticks, upTo } from './axis.ts';

const ROW_PX = 52;
const LEAST_YEARS = 10;
const MONTHS = 12;

interface Bar {
  title: string;
  coverage: Coverage;
}

interface Options {
  modelYear: number | null;
  writtenAt: Date;
  country: Country;
}

/**
 * Draws the time for which each coverage runs from the sale of the new car: a filled bar for who buys it used, and an
 * outline for what only the first owner has.
 */
export function warrantyBars(bars: readonly Bar[], { modelYear, writtenAt, country }: Options): Html {
  const longest = Math.max(0, ...bars.map(({ coverage }) => (coverage.months ?? 0) / MONTHS));
  // Sold in the autumn before its model year at the earliest.
  const age = modelYear === null ? null : Math.max(0, writtenAt.getUTCFullYear() - modelYear);
  const top = Math.floor(Math.max(LEAST_YEARS, longest, age ?? 0)) + 1;
  const step = top > 11 ? 4 : 2;
  const at = (years: number) => axisPercent(years, 0, top);
  const height = bars.length * ROW_PX;
  const marks = upTo(top, step).map((years) => ({
    at: at(years),
    label: years === 0 ? 'new' : `${years} years`,
  }));
  const widthOf = ({ months }: Term) => (months === null ? 100 : at(months / MONTHS));
  const rows = bars.map(({ title, coverage }, index) => {
    const y = index * ROW_PX;
    const later = coverage.laterOwners.kind === 'term' ? coverage.laterOwners : null;
    const isLess = later === null || widthOf(later) < widthOf(coverage) || later.miles !== coverage.miles;
    const isOver = age !== null && later !== null && later.months !== null && later.months / MONTHS < age - 1;
    return html`<text class="label" x="0" y="${y + 13}">${title}: ${laterWords(coverage, country)}</text>${
      isLess &&
      html`<text class="tick" x="0" y="${y + 28}">first owner: ${limits(coverage, country)}</text><rect class="first" x="0" y="${y + 33}" width="${widthOf(coverage)}%" height="12" rx="2"/>`
    }${later !== null && html`<rect class="${isOver ? 'span over' : 'span'}" x="0" y="${y + (isLess ? 33 : 20)}" width="${widthOf(later)}%" height="12" rx="2"/>`}`;
  });
  const now =
    age !== null &&
    html`<line class="now" x1="${at(age)}%" x2="${at(age)}%" y1="0" y2="${height}"/><text class="tick strong" x="${at(age)}%" y="${height + 31}" text-anchor="${age > top * 0.7 ? 'end' : age < top * 0.3 ? 'start' : 'middle'}">this car: about ${age} years</text>`;
  return html`<figure>
<figcaption>How long it runs for a later owner, from the first sale, whichever limit comes first. Dashed: for the first owner only.</figcaption>
<svg role="img" aria-label="Bars, the same as the table below${age === null ? '' : html`; a car of this model year is about ${age} years old`}" width="100%" height="${height + 38}">${ticks(marks, height)}${now}${rows}</svg>
</figure>`;
}

/** "5 years or 60,000 miles", "none", "not established". */
export function laterWords({ laterOwners }: Coverage, country: Country): string {
  if (laterOwners.kind === 'term') return limits(laterOwners, country);
  return laterOwners.kind === 'unknown' ? 'not established' : 'ended with the first owner';
}

export function limits({ months, miles, km }: Term, country: Country): string {
  const time = months === null ? 'for life' : `${grouped(Math.round((months / MONTHS) * 10) / 10)} years`;
  const distance = country === 'US' ? miles : km;
  return distance === null
    ? `${time}, any distance`
    : `${time} or ${grouped(distance)} ${distanceUnit(country)}`;
}
