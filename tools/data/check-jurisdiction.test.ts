import { describe, expect, it } from 'vitest';
import { type Jurisdiction, jurisdictionSchema } from '../../src/costs/jurisdiction-schema.ts';
import { loadJurisdictions } from '../../src/costs/load-jurisdictions.ts';
import { explainSchemaError } from '../../src/lib/data-file.ts';
import { checkJurisdiction } from './check-jurisdiction.ts';

const evidence = { source: 'law', confidence: 'high', asOf: '2026-07' } as const;
const law = { url: 'https://law.example/code', title: 'The code', publisher: 'The legislature' };

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
    expect(loadJurisdictions().flatMap((data) => checkJurisdiction(data))).toEqual([]);
  });

  it('has nothing to say about a sound file', () => {
    expect(checkJurisdiction(sound())).toEqual([]);
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
    expect(checkJurisdiction(data)).toEqual([
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
    expect(checkJurisdiction(data)).toEqual([
      'sources: nothing is called hearsay',
      'sources: no figure uses again',
      'sources: https://law.example/code stands there twice',
    ]);
  });

  it('names rows that leave a gap or overlap', () => {
    const data = sound();
    const [tax] = data.privateSaleTaxes;
    const rows = [100, 50].map((from) => ({ from, percent: 1 }));
    if (tax) tax.amount = { rule: 'byPrice', rows };
    expect(checkJurisdiction(data)).toEqual(['sales-tax: rows must begin at 0 and rise']);
  });

  it('names a typical value outside its range, and an empty range', () => {
    const data = sound();
    const [fee] = data.fees;
    if (fee) fee.amount = { rule: 'range', low: 10, high: 10, typical: 20 };
    expect(checkJurisdiction(data)).toEqual([
      'dealer-documentation: low must be below high',
      'dealer-documentation: typical is outside its range',
    ]);
  });

  it('names a dealer tax that is silent about trade-ins, and a state without a documentation fee', () => {
    const data = sound();
    delete data.dealerSaleTaxes[0]?.tradeIn;
    data.fees = data.fees.map((fee) => ({ ...fee, id: 'title' }));
    expect(checkJurisdiction(data)).toEqual([
      'dealerSaleTaxes: sales-tax says nothing about a trade-in',
      'fees: there is no dealer-documentation line',
    ]);
  });

  it('knows which places do not tax a private sale, and where GST is missing', () => {
    expect(checkJurisdiction({ ...sound(), code: 'OR' })).toEqual([
      'privateSaleTaxes: this place does not tax private sales',
    ]);
    const { tradeIn: _, ...tax } = sound().dealerSaleTaxes[0] ?? {};
    const canada = { ...sound(), country: 'CA' as const, code: 'MB', dealerSaleTaxes: [tax] };
    expect(checkJurisdiction(jurisdictionSchema.parse(canada))).toEqual([
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
    data.sources.law = { ...law, url: 'http://law.example/code' };
    expect(jurisdictionSchema.safeParse(data).success).toBe(false);
  });
});
