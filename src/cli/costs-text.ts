import type { Bill } from '../costs/published.ts';
import type { CostLine } from '../costs/result-schema.ts';
import { withThousands } from '../lib/with-thousands.ts';
import { wrapped } from './wrapped.ts';

const AMOUNT_WIDTH = 22;

/** A bill for people: what is due, what may be due, why, and where each figure comes from. */
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
          row('  at the next renewal', rangeText(costs.dueLater.low, costs.dueLater.high)),
        ]
      : []),
    ...narrowingText(costs),
    '',
    ...costs.assumptions.map((text) => paragraph(`Assumed: ${text}`, '  ')),
    ...costs.notes.map((text) => paragraph(`Note: ${text}`, '  ')),
    '',
    ...sources.map((url, index) => `  [${index + 1}] ${titleOf(costs, url)}\n      ${url}`),
    '',
    `Figures verified on ${costs.figuresVerifiedOn}.`,
  ].join('\n');
}

/** The parameters that would take away most of the range, the best first. */
function narrowingText({ narrowing }: Bill): string[] {
  const sums = new Map<string, number>();
  for (const { parameter, byUpTo } of narrowing) sums.set(parameter, (sums.get(parameter) ?? 0) + byUpTo);
  const words = [...sums]
    .sort((a, b) => b[1] - a[1])
    .map(([parameter, sum]) => `--${parameter.replaceAll('_', '-')} (up to ${money(sum)})`);
  return words.length === 0 ? [] : ['', paragraph(`More exact with ${words.join(', ')}.`, '  ')];
}

/** What a buyer who knows the car looks up. One case alone is what the range and the note already say. */
function casesText({ cases = [] }: CostLine): string[] {
  const known = cases.filter(({ when }) => when !== 'otherwise');
  return known.length < 2 ? [] : [`${known.map((row) => `${row.when}: ${amountText(row)}`).join('; ')}.`];
}

export function comparisonText(results: readonly Bill[]): string {
  const rows = results.map((costs) => {
    const { known, range } = costs;
    const { code, name } = costs.place;
    return [code, name, taxText(costs), money(known), rangeText(range.low, range.high)];
  });
  const table = [['', '', 'Tax', 'Known total', 'Estimated total'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const first = results[0];
  return [
    ...(first ? [`${first.saleType} sale at ${money(first.price)} ${first.currency}`, ''] : []),
    ...table.map((row) =>
      row
        .map((cell, column) =>
          column < 2 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    ),
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

/** So many characters behind the indent. */
const TEXT_WIDTH = 96;

function paragraph(text: string, indent: string): string {
  return wrapped(text, indent, indent.length + TEXT_WIDTH).join('\n');
}
