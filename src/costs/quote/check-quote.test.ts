import { describe, expect, it } from 'vitest';
import type { Car } from '../car.ts';
import { createCostsService } from '../costs-service.ts';
import { loadJurisdiction, loadJurisdictions } from '../load-jurisdictions.ts';
import { placeKeys } from '../places.ts';
import type { CostLine } from '../published.ts';
import { costsQuery } from '../query.ts';
import { checkQuote, checkQuoteText } from './check-quote.ts';
import type { QuoteFinding } from './finding.ts';
import { readQuote } from './read-quote.ts';

const service = createCostsService({ jurisdictions: loadJurisdictions() });

function check(text: string, place: (typeof placeKeys)[number], price = 25_000_00) {
  const sale = { saleType: 'dealer', familyGift: false, buyerHasPlates: false, year: 2026 } as const;
  const car: Car = { fuels: ['petrol'], modelYear: 2019 };
  const billAt = (more: number) => service.compute({ ...sale, place, price: price + more, car });
  return { bill: billAt(0), findings: checkQuote(readQuote(text).lines, billAt) };
}

const about = (findings: readonly QuoteFinding[], text: string) =>
  findings.find((finding) => finding.text === text);

describe('reading a bill', () => {
  it.each([
    ['HST (13%)   $3,250.00', 'HST (13%)', 325_000],
    ['Documentation fee........ 499', 'Documentation fee', 49_900],
    ['Title: US$15', 'Title', 1_500],
    ['Plates 1 234,50 CAD', 'Plates', 123_450],
    ['Trade-in   -$5,000.00', 'Trade-in', -500_000],
    ['Sales tax 6.25% | 1562.5', 'Sales tax 6.25%', 156_250],
    ['TVQ (9,975 %) 1\u00a0995,00 $', 'TVQ (9,975 %)', 199_500],
    ['Title $ 75.-', 'Title', 7_500],
  ])('%s', (line, text, amount) => {
    expect(readQuote(line).lines).toEqual([{ text, amount }]);
  });

  it('keeps what it cannot read', () => {
    expect(readQuote('Thank you for your business\n\nTitle 15')).toEqual({
      lines: [{ text: 'Title', amount: 1_500 }],
      notRead: ['Thank you for your business'],
    });
  });
});

describe('a bill in Ontario', () => {
  const ontario = { country: 'CA', code: 'ON' } as const;

  it('learns line by line what the law says', () => {
    const { findings } = check(
      'Vehicle price 25,000.00\nHST 13% 3,350.00\nAdmin fee 599\nMarket adjustment 1,995\nMystery charge 42\nTotal 30,986',
      ontario,
    );
    const judged = findings.filter(({ text }) => text !== null);
    expect(judged.map(({ text, verdict }) => [text, verdict])).toEqual([
      ['HST 13%', 'higher than the law says'],
      ['Admin fee', 'not a government charge'],
      ['Market adjustment', 'not a government charge'],
      ['Mystery charge', 'not recognised'],
    ]);
    expect(about(findings, 'HST 13%')?.difference).toBe(100);
  });

  it('finds a tax right to the cent, and one that the place does not have', () => {
    const { findings } = check('HST 3250\nPST 8% 2000', ontario);
    expect(about(findings, 'HST')?.verdict).toBe('as the law says');
    expect(about(findings, 'PST 8%')?.verdict).toBe('not a government charge');
  });
});

describe('a cent of rounding', () => {
  // Hand-worked: 25,000 * 13 % = 3,250; the permit is 32.
  it.each([
    ['HST 3,249.98', 'lower than the law says', 0.02],
    ['HST 3,249.99', 'as the law says', 0],
    ['HST 3,250.01', 'as the law says', 0],
    ['HST 3,250.02', 'higher than the law says', 0.02],
    ['Vehicle permit 32.01', 'as the law says', 0],
    ['Vehicle permit 32.02', 'higher than the law says', 0.02],
  ])('is left to a tax or fee: %s is %s', (line, verdict, difference) => {
    const { findings } = check(line, { country: 'CA', code: 'ON' });
    expect(findings[0]).toMatchObject({ verdict, difference });
  });

  // California allows a document processing charge of 85.
  it.each([
    ['Document Processing Charge 85.01', null],
    ['Document Processing Charge 85.02', 0.02],
  ])('is left to a fee of the seller that the law limits: %s', (line, difference) => {
    const { findings } = check(line, { country: 'US', code: 'CA' });
    expect(findings[0]).toMatchObject({ verdict: 'not a government charge', difference });
  });
});

describe('what the bill says of the sale', () => {
  const checkText = (text: string, more: Record<string, string> = {}) => {
    const sale = { country: 'CA', province: 'ON', price: '25000', sale_type: 'dealer' };
    const query = costsQuery.parse({ ...sale, ...more });
    return checkQuoteText(text, loadJurisdiction(query.place), query);
  };
  const hst = (checked: ReturnType<typeof checkText>) => about(checked.findings, 'HST')?.verdict;

  it('misses nothing of a bill of which no line was read', () => {
    expect(checkText('\n')).toEqual({ findings: [], notRead: [], notes: [] });
    expect(checkText('Thank you')).toEqual({ findings: [], notRead: ['Thank you'], notes: [] });
  });

  it.each(['Less trade-in -5,000.00', 'Trade allowance 5,000'])('counts its trade-in: %s', (trade) => {
    // 20,000 * 13 % = 2,600.
    const checked = checkText(`${trade}\nHST 2,600.00`);
    expect(hst(checked)).toBe('as the law says');
    expect(checked.notes).toEqual(['The trade-in of 5,000 was taken from the quote.']);
  });

  it('keeps to the trade-in that was given, and says that the quote has another', () => {
    const checked = checkText('Trade-in 5,000\nHST 2,860.00', { trade_in: '3000' });
    expect(hst(checked)).toBe('as the law says');
    expect(checked.notes).toEqual(['The quote states a trade-in of 5,000; the check was made with 3,000.']);
  });

  it('takes no debt for a trade-in, and none that is worth more than the car', () => {
    expect(checkText('Payoff on trade-in 5,000\nHST 3,250').notes).toEqual([]);
    expect(hst(checkText('Trade-in 30,000\nHST 3,250'))).toBe('as the law says');
  });

  it('says nothing of what only changes the price or how it is paid', () => {
    const { findings } = checkText(
      'MSRP 31,000\nDealer discount -6,000\nDown payment 2,000\nMonthly payment 399.00\nHST 3,250',
    );
    expect(findings.filter(({ text }) => text !== null).map(({ text }) => text)).toEqual(['HST']);
  });

  it('takes an insurance of payments for what the seller adds', () => {
    expect(checkText('Payment protection 1,200').findings[0]?.verdict).toBe('not a government charge');
  });

  it('says that the quote states another price', () => {
    expect(checkText('Sale price 26,000\nHST 3,380').notes).toEqual([
      'The quote states a price of 26,000; the check was made with 25,000.',
    ]);
    expect(checkText('Asking price 26,000\nSale price 25,000\nHST 3,250').notes).toEqual([]);
  });
});

describe('a bill in Illinois', () => {
  const illinois = (text: string) => check(text, { country: 'US', code: 'IL' }).findings;

  it('adds up the parts of a tax that the law states as one', () => {
    const findings = illinois('State Tax 6.25% 1,562.50\nCounty Tax 250.00\nTitle 165\nRegistration 151');
    expect(findings.map(({ text, verdict }) => [text, verdict])).toEqual([
      ['State Tax 6.25% + County Tax', 'as the law says'],
      ['Title', 'as the law says'],
      ['Registration', 'as the law says'],
    ]);
  });

  it('finds an overcharge in a line that stands for several of the law', () => {
    const findings = illinois('Sales tax 1,750\nTitle & Registration 391');
    expect(about(findings, 'Title & Registration')).toMatchObject({
      verdict: 'higher than the law says',
      difference: 75,
      lawful: { low: 316, high: 316 },
    });
  });

  it('says which charges of the seller a tax is right with', () => {
    // 25,499 * 13 % = 3,314.87, and without them 3,250.
    const { findings } = check('HST 3,314.87\nDetailing 499\nWarranty 1,200', { country: 'CA', code: 'ON' });
    expect(about(findings, 'HST')).toMatchObject({
      verdict: 'as the law says',
      lawful: { low: 3314.87, high: 3314.87 },
      sentence: expect.stringContaining('if it taxes what the seller adds as well: Detailing 499.'),
    });
  });

  it('takes a second tax for none that the law knows', () => {
    const findings = illinois('Sales tax 1,750\nSales tax 1,750');
    expect(findings.filter(({ text }) => text === 'Sales tax').map(({ verdict }) => verdict)).toEqual([
      'as the law says',
      'not a government charge',
    ]);
  });
});

const SELLERS = [
  ['Documentary fee', 'Dealer prep', 'Market adjustment'],
  ['Doc fee', 'Nitrogen filled tires', 'Paint protection package'],
] as const;

/** A bill as a dealer of the place could write it, with 100 too much on one tax and one fee left out. */
function plant(lines: readonly CostLine[], sellers: readonly string[]) {
  const due = lines.filter(({ known, mandatory, amount }) => known && mandatory && (amount ?? 0) > 0);
  const tax = due.find(({ category }) => category === 'tax');
  const left = due.find(({ category, id }) => category === 'title' && id === 'title');
  const rows = due
    .filter((line) => line !== left)
    .map((line) => `${line.label}  $${((line.amount ?? 0) + (line === tax ? 100 : 0)).toFixed(2)}`);
  return {
    tax,
    left,
    rest: due.filter((line) => line !== left && line !== tax),
    text: [...rows, ...sellers.map((name) => `${name} $499.00`)].join('\n'),
  };
}

describe.each(placeKeys.map((place) => [`${place.country}-${place.code}`, place] as const))(
  'bills in %s',
  (_, place) => {
    it.each(SELLERS.map((sellers) => [sellers.join(', '), sellers] as const))(
      'with %s',
      (_names, sellers) => {
        const { bill } = check('', place);
        const { tax, left, text } = plant(bill.lines, sellers);
        const { findings } = check(text, place);
        const dearer = { verdict: 'higher than the law says', difference: 100 };
        if (tax) expect(findings.find(({ line }) => line === tax.id)).toMatchObject(dearer);
        for (const name of sellers) expect(about(findings, name)?.verdict).toBe('not a government charge');
        const missing = findings.filter(({ verdict }) => verdict === 'missing').map(({ line }) => line);
        if (left) expect(missing).toContain(left.id);
      },
    );
  },
);
