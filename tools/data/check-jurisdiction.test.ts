import { describe, expect, it } from 'vitest';
import { type Jurisdiction, jurisdictionSchema } from '../../src/costs/jurisdiction-schema.ts';
import { loadJurisdictions } from '../../src/costs/load-jurisdictions.ts';
import { explainSchemaError } from '../../src/lib/data-file.ts';
import { checkJurisdiction } from './check-jurisdiction.ts';
import { dueLines } from './costs-due.ts';

const TODAY = '2026-11-24';
const check = (data: Jurisdiction) => checkJurisdiction(data, TODAY);
const evidence = { source: 'law', confidence: 'high', asOf: '2026-07' } as const;
const law = { url: 'https://law.justia.com/code', title: 'The code', publisher: 'The legislature' };

function sound(): Jurisdiction {
  const amount = { rule: 'percent', percent: 6 } as const;
  const tax = { id: 'sales-tax', label: 'Sales tax', amount, ...evidence };
  return {
    country: 'US',
    code: 'TX',
    name: 'Anywhere',
    tile: [0, 0],
    postalCodes: ['000'],
    sources: { law },
    privateSaleTaxes: [{ ...tax }],
    dealerSaleTaxes: [{ ...tax, tradeIn: { credit: 'full' } }],
    fees: [
      {
        id: 'dealer-documentation',
        label: 'Documentation fee',
        amount: { rule: 'range', low: 0, high: 300, typical: 200 },
        category: 'documentation',
        frequency: 'once',
        sales: ['dealer'],
        chargedBy: 'dealer',
        ...evidence,
      },
    ],
    familyGift: { exempt: true, who: 'close relatives', ...evidence },
    assumptions: [],
    notes: [],
  };
}

describe('the check of a data file', () => {
  it('has nothing to say about the files that ship', () => {
    expect(loadJurisdictions().flatMap((data) => check(data))).toEqual([]);
  });

  it('has nothing to say about a sound file', () => {
    expect(check(sound())).toEqual([]);
  });

  it('reads the amounts of a car that is known, and tables of list prices', () => {
    const data = sound();
    const [fee] = data.fees;
    if (fee === undefined) throw new Error('a sound file has a fee');
    fee.carAmounts = [
      { if: { fuel: ['electric'] }, amount: { rule: 'range', low: 90, high: 50 } },
      {
        if: { msrp: [0, null] },
        amount: {
          rule: 'byListPrice',
          dependsOn: 'the list price',
          usual: [50_000, 20_000],
          rows: [25, 35].map((amount) => ({ from: 0, amount })),
          shares: [100, 90].map((percent) => ({ when: 'new', percent })),
        },
      },
    ];
    expect(check(data)).toEqual([
      'dealer-documentation, carAmounts 1: low must be below high',
      'dealer-documentation, carAmounts 2: rows must begin at 0 and rise',
      'dealer-documentation, carAmounts 2: the usual list prices must rise',
      'dealer-documentation, carAmounts 2: two shares have the same words',
    ]);
  });

  it('names sources that are missing, idle or there twice', () => {
    const data = sound();
    data.familyGift.source = 'hearsay';
    data.sources.again = law;
    expect(check(data)).toEqual([
      'sources: nothing is called hearsay',
      'sources: no figure uses again',
      'sources: https://law.justia.com/code stands there twice',
    ]);
  });

  it('names rows that leave a gap or overlap', () => {
    const data = sound();
    const [tax] = data.privateSaleTaxes;
    const rows = [100, 50].map((from) => ({ from, percent: 1 }));
    if (tax) tax.amount = { rule: 'byPrice', rows };
    expect(check(data)).toEqual(['sales-tax: rows must begin at 0 and rise']);
  });

  it('names a typical value outside its range, and an empty range', () => {
    const data = sound();
    const [fee] = data.fees;
    if (fee) fee.amount = { rule: 'range', low: 10, high: 10, typical: 20 };
    expect(check(data)).toEqual([
      'dealer-documentation: low must be below high',
      'dealer-documentation: typical is outside its range',
    ]);
  });

  it('names a dealer tax that is silent about trade-ins, and a state without a documentation fee', () => {
    const data = sound();
    delete data.dealerSaleTaxes[0]?.tradeIn;
    data.fees = data.fees.map((fee) => ({ ...fee, id: 'title' }));
    expect(check(data)).toEqual([
      'dealerSaleTaxes: sales-tax says nothing about a trade-in',
      'fees: there is no dealer-documentation line',
    ]);
  });

  it('knows which places do not tax a private sale, and where GST is missing', () => {
    expect(check({ ...sound(), code: 'OR' })).toEqual([
      'privateSaleTaxes: this place does not tax private sales',
    ]);
    const { tradeIn: _, ...tax } = sound().dealerSaleTaxes[0] ?? {};
    const canada = { ...sound(), country: 'CA' as const, code: 'MB', dealerSaleTaxes: [tax] };
    expect(check(jurisdictionSchema.parse(canada))).toEqual([
      'dealerSaleTaxes: sales-tax says nothing about a trade-in',
      'dealerSaleTaxes: a line gst of 5 % is missing',
    ]);
  });

  it('reports a fault within a rule at its place', () => {
    const tax = { ...sound().privateSaleTaxes[0], amount: { rule: 'percent', rate: 6 } };
    const data = { ...sound(), privateSaleTaxes: [tax] };
    const { error } = jurisdictionSchema.safeParse(data);
    expect(error && explainSchemaError(error)).toEqual([
      'privateSaleTaxes.0.amount.percent: Invalid input: expected number, received undefined',
      'privateSaleTaxes.0.amount: Unrecognized key: "rate"',
    ]);
  });

  it('refuses a source that is not https', () => {
    const data = sound();
    data.sources.law = { ...law, url: 'http://law.justia.com/code' };
    expect(jurisdictionSchema.safeParse(data).success).toBe(false);
  });

  const withTax = (more: Partial<Jurisdiction['privateSaleTaxes'][number]>): Jurisdiction => {
    const data = sound();
    data.privateSaleTaxes = data.privateSaleTaxes.map((tax) => ({ ...tax, ...more }));
    return data;
  };

  it.each([
    ['sales-tax: $12.50 at a price of $25,000 is no tax', { amount: { rule: 'percent', percent: 0.05 } }],
    ['sales-tax: $15,625 at a price of $25,000 is no tax', { amount: { rule: 'percent', percent: 62.5 } }],
    ['sales-tax: asOf 2031 is a day to come', { asOf: '2031' }],
    ['sales-tax: verifiedOn 2027-01-01 is a day to come', { verifiedOn: '2027-01-01' }],
    ['sales-tax: it was verified on 2024-05-01, before 2026-07', { verifiedOn: '2024-05-01' }],
    ['sales-tax: from is after until', { from: '2026-07-01', until: '2026-06-30' }],
  ] as const)('refuses what cannot be: %s', (problem, more) => {
    expect(check(withTax(more))).toEqual([expect.stringContaining(problem)]);
  });

  it('refuses a title of 1,500, and takes the law of a day to come only with its first day', () => {
    const data = sound();
    data.fees.push({
      id: 'title',
      label: 'Title',
      amount: 1500,
      category: 'title',
      frequency: 'once',
      ...evidence,
    });
    expect(check(data)).toEqual([
      'title: $1,500 at a price of $25,000 is no title: those lie between $1 and $300',
    ]);
    const [tax] = sound().privateSaleTaxes;
    if (tax === undefined) throw new Error('a sound file has a tax');
    const next = { ...tax, from: '2027-01-01', asOf: '2027-01-01' };
    expect(
      check({ ...sound(), privateSaleTaxes: [{ ...tax, until: '2026-12-31', setAnew: '01-01' }, next] }),
    ).toEqual([]);
    expect(check({ ...sound(), privateSaleTaxes: [{ ...tax, until: '2027-01-01' }, next] })).toEqual([
      'privateSaleTaxes: two lines are called sales-tax',
    ]);
  });

  it('leaves high to laws and governments, and believes no home page', () => {
    const read = (url: string) => check({ ...sound(), sources: { law: { ...law, url } } });
    expect(read('https://dor.anywhere.gov/fees')).toEqual([]);
    expect(read('https://www.dealers.example/fees')[0]).toContain('high is for laws');
    expect(read('https://dor.anywhere.gov/')[0]).toContain('is a home page');
  });

  it('believes no guide that nobody signs', () => {
    const data = { ...sound(), sources: { law: { ...law, url: 'https://www.texaslicenseplate.org/fees' } } };
    const believed = (confidence: 'medium' | 'low') =>
      check({ ...data, fees: data.fees.map((fee) => ({ ...fee, confidence })) }).filter((problem) =>
        problem.includes('is a guide that nobody signs: its confidence is low'),
      );
    expect(believed('medium').length).toBe(data.fees.length);
    expect(believed('low')).toEqual([]);
  });
});

describe('what is due for another look', () => {
  it('is listed by the day on which the law changes, and else where nobody looked for a year', () => {
    const data = sound();
    data.privateSaleTaxes = data.privateSaleTaxes.map((tax) => ({ ...tax, setAnew: '07-01' }));
    data.fees = data.fees.map((fee) => ({ ...fee, verifiedOn: '2026-10-01' }));
    expect(dueLines([data], TODAY)).toEqual([
      'Changes on 2027-07-01: US-TX sales-tax.',
      expect.stringContaining('Due for another look: 2 of 3 figures'),
    ]);
  });
});
