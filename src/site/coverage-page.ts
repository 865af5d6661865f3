import type { CostsService } from '../costs/costs-service.ts';
import { typicalSale } from '../costs/estimate-country.ts';
import { dollars } from '../costs/money.ts';
import { type Country, countryFacts } from '../costs/places.ts';
import type { Bill } from '../costs/published.ts';
import { pagePaths } from '../documents/links.ts';
import { grouped } from '../lib/wording.ts';
import { type Html, html, wideTable } from '../view/html.ts';
import type { Page } from './page.ts';

interface Place {
  code: string;
  name: string;
  tile: readonly [number, number];
  taxLow: number;
  taxHigh: number;
  total: { low: number; high: number };
  confidence: Record<'high' | 'medium' | 'low', number>;
  sources: number;
}

/** Shows for which places the costs are known, and how surely, and what each taxes on one sale. */
export function coveragePage(costs: Pick<CostsService, 'compare' | 'tileOf'>): Page {
  const read = (country: Country) =>
    costs.compare(country, typicalSale).map((bill) => readPlace(bill, costs.tileOf(bill.place)));
  const canada = read('CA');
  const us = read('US');
  return {
    path: pagePaths.coverage,
    title: 'Where the purchase costs are known · Forecourt',
    description: 'Jurisdictions, sources and confidence of the purchase costs, and the tax in each.',
    content: html`<h1>Where the purchase costs are known</h1>
<p class="lead">${countryFacts.CA.placesWords}, ${countryFacts.US.placesWords}. Every figure carries its source and how sure it is, and the day of its source where that gives one.</p>
<section aria-labelledby="burden" class="grids">
<h2 id="burden">Tax on a private sale at $${grouped(dollars(typicalSale.price))}</h2>
<p>In percent of the price, at most: where the rate depends on the county, the highest there is. The range of each place is in the tables.</p>
${legend()}
<h3>Canada</h3>
${grid(canada, countryFacts.CA.name)}
<h3>United States</h3>
${grid(us, countryFacts.US.name)}
</section>
${table('CA', canada)}
${table('US', us)}
<p><small>Confidence: high is read in the law or on a government's own page, medium in good secondary texts, low is estimated, or its page does not carry it. Counted are the lines of a private sale.</small></p>`,
  };
}

function readPlace(costs: Bill, tile: Place['tile']): Place {
  const taxes = costs.lines.filter(({ category, mandatory }) => category === 'tax' && mandatory);
  const percent = (dollars: number) => (100 * dollars) / costs.price;
  const sumOf = (end: 'low' | 'high') =>
    taxes.reduce((sum, { amount, range }) => sum + (amount ?? range?.[end] ?? 0), 0);
  const count = (wanted: string) => costs.lines.filter(({ confidence }) => confidence === wanted).length;
  return {
    code: costs.place.code,
    name: costs.place.name,
    tile,
    total: costs.range,
    taxLow: percent(sumOf('low')),
    taxHigh: percent(sumOf('high')),
    confidence: { high: count('high'), medium: count('medium'), low: count('low') },
    sources: new Set(costs.lines.map(({ source }) => source.url)).size,
  };
}

/** Limits, below each of which a lighter shade is drawn. */
const STEPS = [0.05, 5, 8, 11] as const;
const STEP_WORDS = ['none', 'below 5', '5 to 8', '8 to 11', '11 and more'] as const;

function shadeOf(percent: number): number {
  const below = STEPS.findIndex((limit) => percent < limit);
  return below === -1 ? STEPS.length : below;
}

const TILE = 44;

function grid(places: readonly Place[], name: string): Html {
  const columns = 11;
  const rows = 1 + Math.max(...places.map(({ tile: [, row] }) => row));
  return html`<svg role="img" aria-label="Map of tiles, ${name}: the same figures as in the table" viewBox="0 0 ${columns * TILE} ${rows * TILE}" width="100%">${places.map(
    ({ code, tile: [column, row], taxHigh }) =>
      html`<g><rect class="t${shadeOf(taxHigh)}" x="${column * TILE + 1}" y="${row * TILE + 1}" width="${TILE - 2}" height="${TILE - 2}" rx="5"/><text x="${column * TILE + TILE / 2}" y="${row * TILE + 20}">${code}</text><text class="rate" x="${column * TILE + TILE / 2}" y="${row * TILE + 36}">${rounded(taxHigh, 10)}</text></g>`,
  )}</svg>`;
}

function legend(): Html {
  return html`<ul class="legend">${STEP_WORDS.map((words, shade) => html`<li><svg aria-hidden="true" width="14" height="14"><rect class="t${shade}" width="14" height="14"/></svg> ${words}</li>`)}</ul>`;
}

function table(code: Country, places: readonly Place[]): Html {
  const { name: country, currency } = countryFacts[code];
  const id = country.toLowerCase().replace(' ', '-');
  const byName = places.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${country}</h2>
${wideTable({
  label: `Costs in ${country}`,
  columns: ['Place', ['Tax, %'], [`Taxes and fees, ${currency}`], 'Lines by confidence', ['Sources']],
  rows: html`${byName.map(row)}`,
})}
</section>`;
}

function row({ name, code, taxLow, taxHigh, total, confidence, sources }: Place): Html {
  const words = (['high', 'medium', 'low'] as const)
    .filter((level) => confidence[level] > 0)
    .map((level) => `${confidence[level]} ${level}`);
  return html`<tr><th scope="row">${name} <small>${code}</small></th><td class="amount">${between(taxLow, taxHigh, (percent) => rounded(percent, 1000))}</td><td class="amount">${between(total.low, total.high, (dollars) => grouped(Math.round(dollars)))}</td><td>${words.join(', ')}</td><td class="amount">${sources}</td></tr>
`;
}

function between(low: number, high: number, write: (value: number) => string): string {
  return write(low) === write(high) ? write(low) : `${write(low)} to ${write(high)}`;
}

const rounded = (percent: number, to: number) => String(Math.round(percent * to) / to);
