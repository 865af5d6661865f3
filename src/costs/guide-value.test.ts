import { describe, expect, it } from 'vitest';
import { readTable } from '../../test/table.ts';
import { createCostsService } from './costs-service.ts';
import { loadJurisdictions } from './load-jurisdictions.ts';
import { countryFacts, findPlace } from './places.ts';
import { costsQuery } from './query.ts';

const service = createCostsService({ jurisdictions: loadJurisdictions() });

function billOf(place: string, sale: Record<string, string>) {
  const [country = '', code = ''] = place.split('-');
  const key = findPlace(country, code);
  if (key === undefined) throw new Error(`${place} is no place`);
  const named = { country, [countryFacts[key.country].placeParameter]: code, on: '2026-11-24' };
  return service.compute(costsQuery.parse({ ...named, model_year: '2019', fuel: 'gasoline', ...sale }));
}

function taxOf(place: string, sale: Record<string, string>): [number, number] {
  const taxes = billOf(place, sale).lines.filter(({ category }) => category === 'tax');
  const sum = (end: 'low' | 'high') =>
    taxes.reduce((total, { amount, range }) => total + Math.round(100 * (amount ?? range?.[end] ?? 0)), 0) /
    100;
  return [sum('low'), sum('high')];
}

describe('the tax by the law, with the value in the guide', () => {
  it.each(readTable('costs/bargains.txt'))(
    'in %s is %s, %s and %s',
    (place = '', bargain, dealer, dear, rate) => {
      const local = rate ? { local_rate: rate } : {};
      const sales = [
        { price: '9000', sale_type: 'private', book_value: '12000' },
        { price: '31000', sale_type: 'dealer', trade_in: '8000' },
        { price: '20000', sale_type: 'private', book_value: '16000' },
      ];
      const bounds = (text = '') => {
        const [low = Number.NaN, high = low] = text.split('..').map(Number);
        return [low, high];
      };
      expect(sales.map((sale) => taxOf(place, { ...sale, ...local }))).toEqual(
        [bargain, dealer, dear].map(bounds),
      );
      // Who does not tell the value is told a range that holds the truth.
      for (const { book_value: _, ...open } of sales.filter(({ sale_type }) => sale_type === 'private')) {
        const [low, high] = taxOf(place, { ...open, ...local });
        const [from, to] = bounds(open.price === '9000' ? bargain : dear);
        expect([low <= (from ?? 0), high >= (to ?? 0)]).toEqual([true, true]);
      }
    },
  );
});

describe('a private sale whose tax follows a guide', () => {
  const sale = { price: '9000', sale_type: 'private' };

  it('has a range and says for which values, what would make it exact, and what most buyers pay', () => {
    // Connecticut: 6.35 % of 9,000 to 18,000.
    const bill = billOf('US-CT', sale);
    expect(bill.lines[0]).toMatchObject({
      known: false,
      range: { low: 571.5, high: 1143, typical: 571.5 },
      rate: 6.35,
      taxableRange: { low: 9000, high: 18_000 },
      note: expect.stringContaining(
        'book_value, the J.D. Power average trade-in value, makes it exact: up to $9,000 the price is taxed, and this is for $4,500 to $18,000.',
      ),
    });
    expect(bill.narrowing).toContainEqual({ parameter: 'book_value', line: 'use-tax', byUpTo: 571.5 });
  });

  it('is not known even where only a value above the usual ones would change it', () => {
    // Kentucky taxes no less than half of the value: 6 % of 9,000, and of half of 30,000.
    expect(billOf('US-KY', sale).lines[0]).toMatchObject({ amount: 540, known: false });
    expect(billOf('US-KY', { ...sale, book_value: '30000' }).lines[0]).toMatchObject({
      amount: 900,
      known: true,
    });
  });

  it('is the value alone in Georgia, and the price within a fifth of it in Oklahoma', () => {
    expect(taxOf('US-GA', { ...sale, book_value: '6000' })).toEqual([420, 420]);
    // 6,000 and a fifth are 7,200: 20 and 3.25 % of 5,700 are 205.25; 1.25 % of the price are 112.50.
    expect(taxOf('US-OK', { ...sale, book_value: '6000' })).toEqual([317.75, 317.75]);
  });

  it.each([
    ['US-TX', 'the standard presumptive value (SPV), makes it exact: up to $11,250 the', '11250', '11250.10'],
    ['US-OK', 'from $7,500 up to $11,250 the', '11250', '11250.10'],
    ['US-OK', 'from $7,500 up to $11,250 the', '7500', '7499.90'],
    ['CA-NB', 'up to $10,000 the', '10000', '10000.10'],
    ['US-TN', 'up to $12,000 the', '12000', '12000.10'],
  ])('in %s says what the value is called and up to which the price is taxed', (place, words, last, next) => {
    expect(billOf(place, sale).lines[0]?.note).toContain(words);
    const taxable = (book_value: string) => billOf(place, { ...sale, book_value }).lines[0]?.taxableAmount;
    expect(taxable(last)).toBe(9000);
    expect(taxable(next)).not.toBe(9000);
  });

  it('says where a value that was given changes nothing', () => {
    expect(billOf('US-NJ', { ...sale, book_value: '12000' }).notes[0]).toContain(
      'book_value changes nothing',
    );
    expect(billOf('US-CT', { ...sale, book_value: '12000' }).notes.join()).not.toContain('book_value');
  });
});
