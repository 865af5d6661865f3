import { expect, it } from 'vitest';
import { readTable } from '../../test/table.ts';
import { createCostsService } from './costs-service.ts';
import { loadJurisdictions } from './load-jurisdictions.ts';
import { countryFacts, findPlace } from './places.ts';
import type { CostLine } from './published.ts';
import { costsQuery } from './query.ts';

const service = createCostsService({ jurisdictions: loadJurisdictions() });
const sales = [
  { price: '12400', sale_type: 'private' },
  { price: '26700', sale_type: 'dealer' },
  { price: '26700', sale_type: 'dealer', trade_in: '7300' },
];
const car = { model_year: '2019', fuel: 'gasoline', weight_lb: '3300', msrp: '28000' };

function linesOf(place: string, rate: string, sale: (typeof sales)[number]) {
  const [country = '', code = ''] = place.split('-');
  const key = findPlace(country, code);
  if (key === undefined) throw new Error(`${place} is no place`);
  const local = rate === '-' ? {} : { local_rate: rate };
  const named = { country, [countryFacts[key.country].placeParameter]: code, on: '2026-11-24' };
  return service.compute(costsQuery.parse({ ...named, ...car, ...local, ...sale })).lines;
}

/** The sum of the lines; beside one that is not known, under the other rule as well. */
function sumOf(lines: readonly CostLine[]) {
  const cents = (line: CostLine, end: 'low' | 'high') => {
    const amounts = [line, ...(line.alternative && !line.known ? [line.alternative] : [])].map(
      ({ amount, range }) => Math.round(100 * (amount ?? range?.[end] ?? 0)),
    );
    return end === 'low' ? Math.min(...amounts) : Math.max(...amounts);
  };
  const total = (end: 'low' | 'high') => lines.reduce((sum, line) => sum + cents(line, end), 0) / 100;
  return { low: total('low'), high: total('high') };
}

const columns = [
  { name: 'tax', categories: ['tax'] },
  { name: 'title', categories: ['title', 'transfer'] },
  { name: 'registration', categories: ['registration', 'plate'] },
] as const;

it.each(readTable('costs/bills.txt'))(
  '%s',
  (place = '', priv, dealer, traded, rate = '-', title, registration) => {
    for (const [index, sale] of sales.entries()) {
      const lines = linesOf(place, rate, sale).filter(({ mandatory }) => mandatory);
      const wanted = {
        tax: [priv, dealer, traded][index] ?? '-',
        title: title ?? '-',
        registration: registration ?? '-',
      };
      for (const { name, categories } of columns) {
        if (wanted[name] === '-') continue;
        const [from = Number.NaN, to = from] = wanted[name].split('..').map(Number);
        const { low, high } = sumOf(
          lines.filter(({ category }) => categories.some((one) => one === category)),
        );
        const holds = low <= to + 0.005 && high >= from - 0.005;
        expect([name, sale, low, high, holds], wanted[name]).toEqual([name, sale, low, high, true]);
      }
    }
  },
);
