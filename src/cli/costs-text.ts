import type { CostLine, Costs } from '../costs/result-schema.ts';

const AMOUNT_WIDTH = 22;

/** A bill for people: what is due, what may be due, why, and where each figure comes from. */
export function billText(costs: Costs): string {
  const sources = [...new Set(costs.lines.map(({ source }) => source.url))];
  const width = Math.max(...costs.lines.map(({ label }) => label.length), 'Estimated total'.length) + 2;
  const { known, range } = totalsOf(costs);
  const row = (label: string, amount: string, tail = '') =>
    `  ${label.padEnd(width)}${amount.padStart(AMOUNT_WIDTH)}${tail}`.trimEnd();
  const lines = costs.lines.flatMap((line) => [
    row(
      line.label,
      amountText(line),
      `  ${line.confidence.padEnd(6)} [${sources.indexOf(line.source.url) + 1}]`,
    ),
    ...(line.note === undefined ? [] : [wrapped(line.note, '      ')]),
    ...casesText(line).map((text) => wrapped(text, '      ')),
    ...(line.alternative === undefined
      ? []
      : [wrapped(`Instead ${amountText(line.alternative)}: ${line.alternative.why}`, '      ')]),
  ]);
  return [
    `${placeOf(costs).name}: ${costs.saleType} sale at ${money(costs.price)} ${costs.currency}`,
    '',
    ...lines,
    '',
    row('Known total', money(known)),
    row('Estimated total', rangeText(range.low, range.high)),
    '',
    ...costs.assumptions.map((text) => wrapped(`Assumed: ${text}`, '  ')),
    ...costs.notes.map((text) => wrapped(`Note: ${text}`, '  ')),
    '',
    ...sources.map((url, index) => `  [${index + 1}] ${titleOf(costs, url)}\n      ${url}`),
    '',
    `Figures verified on ${costs.figuresVerifiedOn}.`,
  ].join('\n');
}

/** What a buyer who knows the car looks up. One case alone is what the range and the note already tell. */
function casesText({ cases = [] }: CostLine): string[] {
  const told = cases.filter(({ when }) => when !== 'otherwise');
  return told.length < 2 ? [] : [`${told.map((row) => `${row.when}: ${amountText(row)}`).join('; ')}.`];
}

export function comparisonText(results: readonly Costs[]): string {
  const rows = results.map((costs) => {
    const { known, range } = totalsOf(costs);
    const { code, name } = placeOf(costs);
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

function taxText({ lines }: Costs): string {
  const taxes = lines.filter(({ category }) => category === 'tax');
  const sum = (end: 'low' | 'high') =>
    taxes.reduce((total, { amount, range }) => total + Math.round((amount ?? range?.[end] ?? 0) * 100), 0) /
    100;
  return rangeText(sum('low'), sum('high'));
}

function totalsOf(costs: Costs) {
  return costs.country === 'CA'
    ? { known: costs.totalKnownCad, range: costs.estimatedTotalRangeCad }
    : { known: costs.totalKnownUsd, range: costs.estimatedTotalRangeUsd };
}

function placeOf(costs: Costs): { code: string; name: string } {
  return costs.country === 'CA'
    ? { code: costs.province, name: costs.provinceName }
    : { code: costs.state, name: costs.stateName };
}

function titleOf({ lines }: Costs, url: string): string {
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
  return amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

function wrapped(text: string, indent: string, width = 96): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line.length + word.length >= width) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((part) => indent + part).join('\n');
}
