import { type Cents, dollars, moneyText } from './money.ts';
import { type Country, countryFacts } from './places.ts';
import type { AmountRange, Bill } from './published.ts';
import type { Sale } from './sale.ts';

const TYPICAL_PRICE: Cents = 25_000_00;

interface PlaceEstimate {
  code: string;
  name: string;
  totalKnown: number;
  range: AmountRange;
}

export interface CountryEstimate {
  country: Country;
  known: number;
  range: AmountRange;
  price: number;
  saleType: 'private';
  byJurisdiction: readonly PlaceEstimate[];
  figuresVerifiedOn: string;
  notes: string;
}

/** From the cheapest to the dearest jurisdiction for a private sale at a typical price. */
export function estimateCountry(
  country: Country,
  compare: (country: Country, sale: Sale) => Bill[],
): CountryEstimate {
  const saleType = 'private';
  const bills = compare(country, { price: TYPICAL_PRICE, saleType });
  const places = bills.map(({ place: { code, name }, known, range }) => ({
    code,
    name,
    totalKnown: known,
    range,
  }));
  const { placesWords, currency } = countryFacts[country];
  return {
    country,
    known: middle(places.map(({ totalKnown }) => totalKnown)),
    range: {
      low: Math.min(...places.map(({ range }) => range.low)),
      high: Math.max(...places.map(({ range }) => range.high)),
    },
    price: dollars(TYPICAL_PRICE),
    saleType,
    byJurisdiction: places,
    figuresVerifiedOn: bills.map((bill) => bill.figuresVerifiedOn).toSorted()[0] ?? '',
    notes:
      `An estimate for the whole country, not a bill: a private sale at a typical price of ${moneyText(TYPICAL_PRICE)} ${currency}, ` +
      `computed for each of the ${places.length} ${placesWords}. The range runs from the lowest total of any of them to the highest; ` +
      'the known total is the middle one of their known totals. /v1/purchase-costs gives exact lines for one place and price.',
  };
}

/** Of an even number of places the lower of the two middle ones, so that it is the figure of a real place. */
function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
