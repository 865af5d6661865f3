import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCostsService } from './costs-service.ts';
import type { Jurisdiction } from './jurisdiction-schema.ts';
import { loadJurisdictions } from './load-jurisdictions.ts';
import { countryFacts } from './places.ts';
import { type Bill, costsSchema, publishBill } from './published.ts';
import { costsQuery } from './query.ts';
import type { AmountRule } from './rule-schema.ts';
import type { CostsQuery } from './sale.ts';

const jurisdictions = loadJurisdictions();
const service = createCostsService({ jurisdictions });
const priceCents = fc.oneof(
  fc.integer({ min: 1, max: 500_000_000 }),
  fc.integer({ min: 1, max: 10_000_000 }),
  fc.constantFrom(1, 500_000_000),
);
const saleType = fc.constantFrom('private' as const, 'dealer' as const);

function queryFor(
  data: Jurisdiction,
  price: number,
  kind: 'private' | 'dealer',
  rest: object = {},
): CostsQuery {
  const place = { [countryFacts[data.country].placeParameter]: data.code };
  const text = `${Math.floor(price / 100)}.${String(price % 100).padStart(2, '0')}`;
  return costsQuery.parse({ country: data.country, ...place, price: text, sale_type: kind, ...rest });
}

function totalsOf({ known, range }: Bill) {
  return { known, ...range };
}

const cents = (amount: number) => Math.round(amount * 100);

function everyAmount(costs: Bill): number[] {
  const totals = totalsOf(costs);
  const parts = costs.lines.flatMap((line) => [
    line,
    ...(line.cases ?? []),
    ...(line.alternative ? [line.alternative] : []),
  ]);
  return [
    totals.known,
    totals.low,
    totals.high,
    ...parts.flatMap(({ amount, range }) => [amount, range?.low, range?.high, range?.typical]),
    ...costs.lines.map(({ taxableAmount }) => taxableAmount),
  ].filter((amount) => amount !== undefined);
}

const places = jurisdictions.map((data) => [`${data.country}-${data.code}`, data] as const);

describe.each(places)('%s', (_, data) => {
  it('answers every kind of sale at the edges of the price, in the shape that is published', () => {
    for (const kind of ['private', 'dealer'] as const) {
      for (const price of [1, 99, 100_000, 2_500_000, 500_000_000]) {
        const costs = service.compute(queryFor(data, price, kind));
        expect(costsSchema.safeParse(publishBill(costs)).error).toBeUndefined();
        for (const line of costs.lines)
          expect([line.id, Number(line.amount === undefined) + Number(line.range === undefined)]).toEqual([
            line.id,
            1,
          ]);
      }
    }
  });

  it('shows amounts that are never negative and never finer than a cent', () => {
    fc.assert(
      fc.property(priceCents, saleType, (price, kind) => {
        const amounts = everyAmount(service.compute(queryFor(data, price, kind)));
        return amounts.every(
          (amount) => amount >= 0 && Number.isFinite(amount) && cents(amount) / 100 === amount,
        );
      }),
      { numRuns: 40 },
    );
  });

  it('has a known total that is the sum of its known lines, within its own estimate', () => {
    fc.assert(
      fc.property(priceCents, saleType, (price, kind) => {
        const costs = service.compute(queryFor(data, price, kind));
        const sum = costs.lines
          .filter(({ known }) => known)
          .reduce((total, { amount = 0 }) => total + cents(amount), 0);
        const { known, low, high } = totalsOf(costs);
        return cents(known) === sum && known <= low && low <= high;
      }),
      { numRuns: 40 },
    );
  });

  it('states a rate only where the amount is that share of the taxable amount', () => {
    fc.assert(
      fc.property(priceCents, saleType, (price, kind) => {
        const { lines } = service.compute(queryFor(data, price, kind));
        for (const { id, rate, rateRange, taxableAmount = 0, taxableRange, amount, range } of lines) {
          const rates = rateRange ?? (rate === undefined ? undefined : { low: rate, high: rate });
          if (rates === undefined) continue;
          const taxed = taxableRange ?? { low: taxableAmount, high: taxableAmount };
          const shares = { low: amount ?? range?.low ?? 0, high: amount ?? range?.high ?? 0 };
          for (const end of ['low', 'high'] as const) {
            expect([id, Math.abs(shares[end] - (rates[end] * taxed[end]) / 100) < 0.00501]).toEqual([
              id,
              true,
            ]);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('never costs less at a higher price', () => {
    fc.assert(
      fc.property(priceCents, priceCents, saleType, (one, other, kind) => {
        const cheap = totalsOf(service.compute(queryFor(data, Math.min(one, other), kind)));
        const dear = totalsOf(service.compute(queryFor(data, Math.max(one, other), kind)));
        // Knowledge may fall: above a threshold a line can hang on what the car runs on.
        return cheap.low <= dear.low && cheap.high <= dear.high;
      }),
      { numRuns: 60 },
    );
  });

  it('gives the same answer to the same question', () => {
    const query = queryFor(data, 1_234_567, 'dealer');
    expect(service.compute(query)).toEqual(service.compute(query));
  });
});

const withLocalTax = jurisdictions.flatMap((data) => {
  const bounds = [...data.privateSaleTaxes, ...data.dealerSaleTaxes]
    .map(({ amount }) => localBounds(amount))
    .find(Boolean);
  return bounds === undefined ? [] : [[data.code, data, bounds] as const];
});

describe.each(withLocalTax)('the local rate in %s', (_, data, bounds) => {
  it('gives a tax within the range that stands there without it', () => {
    const rate = fc.integer({ min: Math.round(bounds.low * 1000), max: Math.round(bounds.high * 1000) });
    fc.assert(
      fc.property(priceCents, saleType, rate, (price, kind, thousandths) => {
        const open = service.compute(queryFor(data, price, kind));
        const exact = service.compute(
          queryFor(data, price, kind, { local_rate: String(thousandths / 1000) }),
        );
        return exact.lines.every((line, index) => {
          const before = boundsOf(open.lines[index]);
          const after = boundsOf(line);
          return before.low <= after.low && after.high <= before.high;
        });
      }),
      { numRuns: 40 },
    );
  });
});

function boundsOf(line: Bill['lines'][number] | undefined): { low: number; high: number } {
  return line?.range ?? { low: line?.amount ?? Number.NaN, high: line?.amount ?? Number.NaN };
}

function localBounds(rule: AmountRule): { low: number; high: number } | undefined {
  if (typeof rule === 'number') return undefined;
  switch (rule.rule) {
    case 'local':
      return rule;
    case 'sum':
      return rule.parts.map(localBounds).find(Boolean);
    case 'byPrice':
      return rule.rows
        .map(({ amount }) => (amount === undefined ? undefined : localBounds(amount)))
        .find(Boolean);
    default:
      return undefined;
  }
}
