import type { Cents } from './money.ts';
import { dollars, moneyText } from './money.ts';
import type { Country } from './places.ts';
import type { CostsQuery } from './query.ts';
import type { Costs } from './result-schema.ts';

const TYPICAL_PRICE: Cents = 25_000_00;

interface Range {
  low: number;
  high: number;
}

interface PlaceEstimate {
  code: string;
  name: string;
  totalKnown: number;
  range: Range;
}

export type CountryEstimate = {
  price: number;
  saleType: 'private';
  byJurisdiction: readonly PlaceEstimate[];
  notes: string;
  figuresVerifiedOn: string;
} & (
  | { country: 'CA'; estimatedFees: { totalKnownCad: number; estimatedTotalRangeCad: Range } }
  | { country: 'US'; estimatedFees: { totalKnownUsd: number; estimatedTotalRangeUsd: Range } }
);

/** From the cheapest to the dearest jurisdiction for a private sale at a typical price. */
export function estimateCountry(country: Country, compare: (query: CostsQuery) => Costs[]): CountryEstimate {
  const sale = { price: TYPICAL_PRICE, saleType: 'private' } as const;
  const results = compare(
    country === 'CA'
      ? { country, province: 'ON', ...sale, familyGift: false, buyerHasPlates: false }
      : { country, state: 'CA', ...sale },
  );
  const places = results.map(placeOf);
  const known = middle(places.map(({ totalKnown }) => totalKnown));
  const range = {
    low: Math.min(...places.map((place) => place.range.low)),
    high: Math.max(...places.map((place) => place.range.high)),
  };
  const common = {
    price: dollars(TYPICAL_PRICE),
    saleType: sale.saleType,
    byJurisdiction: places,
    figuresVerifiedOn: results.map((costs) => costs.figuresVerifiedOn).toSorted()[0] ?? '',
  };
  const where = country === 'CA' ? 'provinces and territories' : 'states and DC';
  const currency = country === 'CA' ? 'CAD' : 'USD';
  const notes =
    `An estimate for the whole country, not a bill: a private sale at a typical price of ${moneyText(TYPICAL_PRICE)} ${currency}, ` +
    `computed for each of the ${places.length} ${where}. The range runs from the lowest total of any of them to the highest; ` +
    'the known total is the middle one of their known totals. /v1/purchase-costs gives exact lines for one place and price.';
  return country === 'CA'
    ? { country, estimatedFees: { totalKnownCad: known, estimatedTotalRangeCad: range }, ...common, notes }
    : { country, estimatedFees: { totalKnownUsd: known, estimatedTotalRangeUsd: range }, ...common, notes };
}

function placeOf(costs: Costs): PlaceEstimate {
  return costs.country === 'CA'
    ? {
        code: costs.province,
        name: costs.provinceName,
        totalKnown: costs.totalKnownCad,
        range: costs.estimatedTotalRangeCad,
      }
    : {
        code: costs.state,
        name: costs.stateName,
        totalKnown: costs.totalKnownUsd,
        range: costs.estimatedTotalRangeUsd,
      };
}

/** Of an even number of places the lower of the two middle ones, so that it is the figure of a real place. */
function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
