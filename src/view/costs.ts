import { countryFacts } from '../costs/places.ts';
import { type Bill, type CostLine, type Costs, readBill, readTotals } from '../costs/published.ts';
import { disclaimer } from '../lib/disclaimer.ts';
import { grouped, withThousands } from '../lib/wording.ts';
import type { PurchaseCostsSection } from '../report/purchase-costs-section.ts';
import { moneyRange, moneyWords } from '../report/words.ts';
import { figuresWords, saleWords, verifiedWords, wholeBillPart } from './bill.ts';
import { type Html, html, link, wideTable } from './html.ts';
import { standalonePage } from './standalone-page.ts';
import { columnLines, textWidth, wrapped } from './text.ts';

const AMOUNT_WIDTH = 22;

/** Writes a bill for people: what is due, what may be due, why, and where each figure comes from. */
export function billText(costs: Bill): string {
  const sources = [...new Set(costs.lines.map(({ source }) => source.url))];
  const width = Math.max(...costs.lines.map(({ label }) => label.length), 'All that may be due'.length) + 2;
  const { known, range } = costs;
  const row = (label: string, amount: string, tail = '') => {
    const line = `  ${label.padEnd(width)}${amount.padStart(AMOUNT_WIDTH)}${tail}`.trimEnd();
    // On a narrow terminal the amount stands below what it is for.
    return line.length <= textWidth()
      ? line
      : `  ${label}\n${`${amount}${tail}`.padStart(textWidth()).trimEnd()}`;
  };
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
    row('Exact lines', money(known)),
    row('All that may be due', rangeText(range.low, range.high)),
    ...(range.typical === undefined ? [] : [row('What most buyers pay', money(range.typical))]),
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
    ...sources.map(
      (url, index) => `${paragraph(`[${index + 1}] ${titleOf(costs, url)}`, '  ')}\n      ${url}`,
    ),
    '',
    paragraph(figuresWords(costs), ''),
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
  const table = [['', '', 'Tax', 'Exact lines', 'All that may be due', 'A later year'], ...rows];
  const first = results[0];
  return [
    ...(first ? [`${first.saleType} sale at ${money(first.price)} ${first.currency}`, ''] : []),
    ...fittingLines(table),
  ].join('\n');
}

/** The table as it fits: closer together, then without the names and the last column, which the bill of one place has. */
function fittingLines(table: readonly (readonly string[])[]): string[] {
  const unnamed = table.map(([code = '', , ...amounts]) => [code, ...amounts]);
  const forms = [
    columnLines(table, 2),
    columnLines(table, 2, ' '),
    columnLines(unnamed, 1),
    columnLines(
      unnamed.map((row) => row.slice(0, -1)),
      1,
      ' ',
    ),
  ];
  return forms.find((lines) => lines.every((line) => line.length <= textWidth())) ?? forms.at(-1) ?? [];
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

function paragraph(text: string, indent: string): string {
  return wrapped(text, indent).join('\n');
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

/** Shows the costs of a report in a terminal. */
export function placesLines(section: PurchaseCostsSection): string[] {
  if (section.bill !== null) return billText(readBill(section.bill)).split('\n');
  const { known, range } = readTotals(section.estimatedFees);
  const { currency } = countryFacts[section.country];
  return [
    `${grouped(range.low)} to ${grouped(range.high)} ${currency}; the exact lines alone, in the middle of the places, ${grouped(known)}`,
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
  const { currency, placeWord, placesWords } = countryFacts[country];
  const columns = [placeWord, [`Taxes and fees, ${currency}`], 'Largest line'] as const;
  return html`<div class="noprint"><p>What the law adds to a ${saleWords(saleType)} at ${moneyWords(price)} ${currency}. It depends on where the car is registered.</p>
<details><summary>All ${placesWords}</summary>
${wideTable({ label: 'Costs by place', columns, rows: html`${byJurisdiction.map(placeRow)}` })}</details>
<p><small>Computed for each place from official schedules, laws and reports of them; each line links its source. ${verifiedWords(figuresVerifiedOn)} A purchase from a dealer, another price or a trade-in changes it.</small></p></div>`;
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
  const { place, saleType, price, currency, known, range, lines } = readBill(costs);
  const seller = saleType === 'dealer' ? 'from a dealer' : 'from a private seller';
  const total =
    range.low === range.high
      ? `${grouped(known)} ${currency} in taxes and fees`
      : `${grouped(range.low)} to ${grouped(range.high)} ${currency} in taxes and fees (the lines with one exact amount come to ${grouped(known)}${range.typical === undefined ? '' : `; with each range at what most buyers pay ${grouped(range.typical)}`})`;
  const each = lines.map((line) =>
    [line.label, amountText(line), line.chargedBy && '(asked by the dealer, not by the law)']
      .filter(Boolean)
      .join(' '),
  );
  return `A car bought for ${grouped(price)} ${currency} ${seller} in ${place.name} costs ${total}: ${each.join('; ')}.`;
}
