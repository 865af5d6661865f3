import { countryFacts } from '../costs/places.ts';
import type { CostLine } from '../costs/published.ts';
import { type Bill, type Costs, readBill, readTotals } from '../costs/published.ts';
import { disclaimer } from '../lib/disclaimer.ts';
import { grouped, withThousands } from '../lib/wording.ts';
import type { PurchaseCostsSection } from '../report/purchase-costs-section.ts';
import { moneyRange, moneyWords } from '../report/words.ts';
import { type Html, html, link, wideTable } from './html.ts';
import { standalonePage } from './standalone-page.ts';
import { columnLines, wrapped } from './text.ts';

const AMOUNT_WIDTH = 22;

/** Writes a bill for people: what is due, what may be due, why, and where each figure comes from. */
export function billText(costs: Bill): string {
  const sources = [...new Set(costs.lines.map(({ source }) => source.url))];
  const width = Math.max(...costs.lines.map(({ label }) => label.length), 'Estimated total'.length) + 2;
  const { known, range } = costs;
  const row = (label: string, amount: string, tail = '') =>
    `  ${label.padEnd(width)}${amount.padStart(AMOUNT_WIDTH)}${tail}`.trimEnd();
  const lines = costs.lines.flatMap((line) => [
    row(
      line.label,
      amountText(line),
      `  ${line.confidence.padEnd(6)} [${sources.indexOf(line.source.url) + 1}]`,
    ),
    ...(line.note === undefined ? [] : [paragraph(line.note, '      ')]),
    ...casesText(line).map((text) => paragraph(text, '      ')),
    ...(line.alternative === undefined
      ? []
      : [paragraph(`Instead ${amountText(line.alternative)}: ${line.alternative.why}`, '      ')]),
  ]);
  return [
    `${costs.place.name}: ${costs.saleType} sale at ${money(costs.price)} ${costs.currency}`,
    '',
    ...lines,
    '',
    row('Known total', money(known)),
    row('Estimated total', rangeText(range.low, range.high)),
    ...(costs.dueLater.high > 0
      ? [
          row('  of it on the day', rangeText(costs.dueOnTheDay.low, costs.dueOnTheDay.high)),
          row('  at renewal or billed later', rangeText(costs.dueLater.low, costs.dueLater.high)),
        ]
      : []),
    ...(costs.laterYears.high > 0
      ? [row('A later year', rangeText(costs.laterYears.low, costs.laterYears.high))]
      : []),
    ...narrowingText(costs),
    '',
    ...costs.assumptions.map((text) => paragraph(`Assumed: ${text}`, '  ')),
    ...costs.notes.map((text) => paragraph(`Note: ${text}`, '  ')),
    '',
    ...sources.map((url, index) => `  [${index + 1}] ${titleOf(costs, url)}\n      ${url}`),
    '',
    figuresWords(costs),
  ].join('\n');
}

/** Lists the parameters that would take away most of the range, the best first. */
function narrowingText({ narrowing }: Bill): string[] {
  const sums = new Map<string, number>();
  for (const { parameter, byUpTo } of narrowing) sums.set(parameter, (sums.get(parameter) ?? 0) + byUpTo);
  const words = [...sums]
    .sort((a, b) => b[1] - a[1])
    .map(([parameter, sum]) => `--${parameter.replaceAll('_', '-')} (up to ${money(sum)})`);
  return words.length === 0 ? [] : ['', paragraph(`More exact with ${words.join(', ')}.`, '  ')];
}

/** Lists the cases that a buyer who knows the car looks up. One alone says no more than the range and the note. */
function casesText({ cases = [] }: CostLine): string[] {
  const known = cases.filter(({ when }) => when !== 'otherwise');
  return known.length < 2 ? [] : [`${known.map((row) => `${row.when}: ${amountText(row)}`).join('; ')}.`];
}

export function comparisonText(results: readonly Bill[]): string {
  const rows = results.map((costs) => {
    const { known, range, laterYears } = costs;
    const { code, name } = costs.place;
    const total = rangeText(range.low, range.high);
    return [code, name, taxText(costs), money(known), total, rangeText(laterYears.low, laterYears.high)];
  });
  const table = [['', '', 'Tax', 'Known total', 'Estimated total', 'A later year'], ...rows];
  const first = results[0];
  return [
    ...(first ? [`${first.saleType} sale at ${money(first.price)} ${first.currency}`, ''] : []),
    ...columnLines(table, 2),
  ].join('\n');
}

function taxText({ lines }: Bill): string {
  const taxes = lines.filter(({ category }) => category === 'tax');
  const sum = (end: 'low' | 'high') =>
    taxes.reduce((total, { amount, range }) => total + Math.round((amount ?? range?.[end] ?? 0) * 100), 0) /
    100;
  return rangeText(sum('low'), sum('high'));
}

function titleOf({ lines }: Bill, url: string): string {
  const source = lines.find((line) => line.source.url === url)?.source;
  return source === undefined ? '' : `${source.title}, ${source.publisher}`;
}

function amountText({ amount, range }: Pick<CostLine, 'amount' | 'range'>): string {
  if (amount !== undefined) return money(amount);
  return range === undefined ? '' : rangeText(range.low, range.high);
}

function rangeText(low: number, high: number): string {
  return low === high ? money(low) : `${money(low)} to ${money(high)}`;
}

function money(amount: number): string {
  return withThousands(amount, 2);
}

/** Characters behind the indent. */
const TEXT_WIDTH = 96;

function paragraph(text: string, indent: string): string {
  return wrapped(text, indent, indent.length + TEXT_WIDTH).join('\n');
}

export function billTitle({ place, range, currency }: Bill): string {
  return `${place.name}: ${amounts(range)} ${currency}`;
}

export function billPart(costs: Bill): Html {
  const { known, range, dueOnTheDay, dueLater, laterYears } = costs;
  const { name } = costs.place;
  const rows = html`${costs.lines.map(billRow)}
<tr class="total"><th scope="row">Known for sure</th><td class="amount">${grouped(known)}</td><td></td><td></td></tr>
<tr class="total"><th scope="row">With all that may be due</th><td class="amount">${amounts(range)}</td><td></td><td></td></tr>${
    dueLater.high > 0 &&
    html`
<tr><th scope="row">Of it on the day of the purchase</th><td class="amount">${amounts(dueOnTheDay)}</td><td></td><td></td></tr>
<tr><th scope="row">At renewal or billed later</th><td class="amount">${amounts(dueLater)}</td><td></td><td></td></tr>`
  }${
    laterYears.high > 0 &&
    html`
<tr><th scope="row">What comes again in a later year</th><td class="amount">${amounts(laterYears)}</td><td></td><td></td></tr>`
  }`;
  const columns = ['Tax or fee', [costs.currency], 'Source', 'Confidence'] as const;
  return html`${wideTable({ label: `The bill in ${name}`, columns, rows })}
<p><small>${figuresWords(costs)} ${costs.assumptions.join(' ')}</small></p>`;
}

function figuresWords({ on, figuresVerifiedOn }: Bill): string {
  return `Figures of ${on}. ${verifiedWords(figuresVerifiedOn)}`;
}

function verifiedWords(day: string | null): string {
  return day === null
    ? 'Not every one has a day on which it was last compared with its source.'
    : `All were compared with their sources on ${day} or later.`;
}

function billRow({ label, amount, range, source, confidence, asOf, mandatory }: CostLine): Html {
  const cost = amount === undefined ? amounts(range ?? { low: 0, high: 0 }) : grouped(amount);
  return html`<tr><th scope="row">${label}${!mandatory && html` <small>(may be declined)</small>`}</th><td class="amount">${cost}</td><td>${link(source.url, source.publisher)}</td><td>${asOf === null ? confidence : `${confidence}, ${asOf}`}</td></tr>
`;
}

function amounts({ low, high }: { low: number; high: number }): string {
  return low === high ? grouped(low) : `${grouped(low)} to ${grouped(high)}`;
}

export function costsPage(costs: Costs, writtenAt: Date): string {
  const bill = readBill(costs);
  return standalonePage(
    `Costs of a purchase in ${bill.place.name}`,
    html`<div class="exact">
${costs.vinWarning !== undefined && html`<p><strong>${costs.vinWarning}</strong></p>`}
${wholeBillPart(bill)}
<p><small>Written on ${writtenAt.toISOString().slice(0, 10)}. ${disclaimer}</small></p>
</div>`,
  );
}

function wholeBillPart(bill: Bill): Html {
  return html`<h3>${billTitle(bill)}</h3>
<p>What the law adds to this ${saleWords(bill.saleType)} at ${grouped(bill.price)} ${bill.currency}.</p>
${billPart(bill)}
${bill.notes.length > 0 && html`<p><small>${bill.notes.join(' ')}</small></p>`}
`;
}

const saleWords = (saleType: Bill['saleType']) =>
  saleType === 'private' ? 'private sale' : 'purchase from a dealer';

/** Shows the costs of a report in a terminal. */
export function placesLines(section: PurchaseCostsSection): string[] {
  if (section.bill !== null) return billText(readBill(section.bill)).split('\n');
  const { known, range } = readTotals(section.estimatedFees);
  const { currency } = countryFacts[section.country];
  return [
    `${grouped(range.low)} to ${grouped(range.high)} ${currency}; middle of the known totals ${grouped(known)}`,
    ...wrapped(section.notes, ''),
    ...wrapped('`forecourt costs` does so on the command line.', ''),
  ];
}

/** Shows the costs of a report on a page: the bill of the buyer's place, or every place of the country. */
export function placesPart(section: PurchaseCostsSection): Html {
  const { country, price, saleType, bill, byJurisdiction, figuresVerifiedOn } = section;
  if (bill !== null)
    return html`<div class="exact">
${wholeBillPart(readBill(bill))}</div>`;
  const { currency, placeWord } = countryFacts[country];
  const columns = [placeWord, [`Taxes and fees, ${currency}`], 'Largest line'] as const;
  return html`<p>What the law adds to a ${saleWords(saleType)} at ${moneyWords(price)} ${currency}. It depends on where the car is registered: find your place.</p>
${wideTable({ label: 'Costs by place', columns, rows: html`${byJurisdiction.map(placeRow)}`, kind: 'places' })}
<p><small>Computed for each place from its own schedules. ${verifiedWords(figuresVerifiedOn)} A purchase from a dealer, another price or a trade-in changes it.</small></p>`;
}

function placeRow({ name, range, largestLine }: PurchaseCostsSection['byJurisdiction'][number]): Html {
  const line =
    largestLine === null
      ? html`none`
      : html`${link(largestLine.source.url, largestLine.label)}: ${moneyRange(largestLine.range)}`;
  return html`<tr><th scope="row">${name}</th><td class="amount">${moneyRange(range)}</td><td>${line}</td></tr>
`;
}

export function costsInWords(costs: Costs): string {
  const { place, saleType, price, currency, known, range } = readBill(costs);
  const seller = saleType === 'dealer' ? 'from a dealer' : 'from a private seller';
  const total =
    range.low === range.high
      ? `${grouped(known)} ${currency} in taxes and fees`
      : `${grouped(range.low)} to ${grouped(range.high)} ${currency} in taxes and fees, ${grouped(known)} of it for sure`;
  return `A car bought for ${grouped(price)} ${currency} ${seller} in ${place.name} costs ${total}.`;
}
