import { createCostsService } from '../costs-service.ts';
import { loadJurisdiction } from '../load-jurisdictions.ts';
import { countryFacts, findPlace } from '../places.ts';
import { costsQuery } from '../query.ts';

type Bill = Record<string, number | [number, number]>;
export type BillOf = (parameters: Record<string, string>) => Bill;

/**
 * What a caller gets, cut down to figures: `known` and `range` are the totals, every other key is a line by its id
 * with its amount or its bounds.
 */
export function billsOf(country: 'CA' | 'US', code: string): BillOf {
  const key = findPlace(country, code);
  if (key === undefined) throw new Error(`there is no place ${country}-${code}`);
  const costs = createCostsService({ jurisdictions: [loadJurisdiction(key)] });
  const place = { country, [countryFacts[country].placeParameter]: code };
  return (parameters) => {
    const result = costs.compute(costsQuery.parse({ ...place, ...parameters }));
    const bill: Bill = {};
    for (const { id, amount, range } of result.lines) {
      if (id in bill) throw new Error(`two lines are called ${id}`);
      if ((amount === undefined) === (range === undefined))
        throw new Error(`${id} needs an amount or a range`);
      bill[id] = amount ?? (range ? [range.low, range.high] : Number.NaN);
    }
    bill.known = result.known;
    bill.range = [result.range.low, result.range.high];
    return bill;
  };
}
