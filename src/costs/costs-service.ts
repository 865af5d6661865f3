import { computeCosts, verifiedSince } from './compute-costs.ts';
import type { Jurisdiction, SaleType } from './jurisdiction-schema.ts';
import { type Cents, dollars, moneyText } from './money.ts';
import { type Country, countryFacts, type PlaceKey, placeKeys } from './places.ts';
import type { AmountRange, Bill } from './published.ts';
import { type CarSale, type CostsQuery, today } from './sale.ts';

export type CostsService = ReturnType<typeof createCostsService>;

export function createCostsService({ jurisdictions }: { jurisdictions: readonly Jurisdiction[] }) {
  const byPlace = new Map<string, Jurisdiction>(
    jurisdictions.map((data) => [`${data.country}-${data.code}`, data]),
  );
  const find = ({ country, code }: PlaceKey): Jurisdiction => {
    const found = byPlace.get(`${country}-${code}`);
    if (found === undefined) throw new Error(`no cost figures for ${country}-${code}`);
    return found;
  };

  const compute = (query: CostsQuery): Bill => computeCosts(find(query.place), query);

  /** Computes the same sale in every jurisdiction of the country. */
  const compare = (country: Country, sale: CarSale): Bill[] =>
    placeKeys
      .filter((place) => place.country === country)
      .map((place) => compute({ place, familyGift: false, buyerHasPlates: false, ...sale }));

  return {
    /** The data files as they were read. */
    figures: jurisdictions,
    compute,
    compare,
    /** Gives the estimate of the bundle for a caller whose place is not known. */
    estimate: (country: Country, sale: CarSale = typicalSale): CountryEstimate =>
      estimateCountry(country, sale, compare(country, sale)),
    /** Gives the place in a grid of equal tiles: column and row. */
    tileOf: (place: PlaceKey): readonly [number, number] => find(place).tile,
  };
}

const TYPICAL_PRICE: Cents = 25_000_00;

/** The sale of estimates and samples: the price is what a guide says, so that the laws that tax a guide agree with it. */
export const typicalSale = { price: TYPICAL_PRICE, bookValue: TYPICAL_PRICE, saleType: 'private' } as const;

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
  saleType: SaleType;
  byJurisdiction: readonly PlaceEstimate[];
  figuresVerifiedOn: string | null;
  /** The day of which the figures are. */
  on: string;
  notes: string;
}

/** Sums up a sale from the cheapest to the dearest jurisdiction. */
function estimateCountry(country: Country, sale: CarSale, bills: readonly Bill[]): CountryEstimate {
  const places = bills.map(({ place: { code, name }, known, range: { low, high } }) => ({
    code,
    name,
    totalKnown: known,
    range: { low, high },
  }));
  const { placesWords, currency } = countryFacts[country];
  return {
    country,
    known: middle(places.map(({ totalKnown }) => totalKnown)),
    range: {
      low: Math.min(...places.map(({ range }) => range.low)),
      high: Math.max(...places.map(({ range }) => range.high)),
    },
    price: dollars(sale.price),
    saleType: sale.saleType,
    byJurisdiction: places,
    on: today(),
    figuresVerifiedOn: verifiedSince(bills.map((bill) => bill.figuresVerifiedOn)),
    notes:
      `An estimate for the whole country, not a bill: a ${sale.saleType} sale at ${saleWords(sale, currency)}, ` +
      `computed for each of the ${placesWords}. The range runs from the lowest total of any of them to the highest; ` +
      'the known total, of lines with one exact amount alone, is the middle one of theirs. /v1/purchase-costs gives exact lines for one place and price.',
  };
}

function saleWords({ price, bookValue }: CarSale, currency: string): string {
  const amount = `${moneyText(price)} ${currency}`;
  return bookValue === undefined
    ? amount
    : `a typical price of ${amount}, the value that a guide gives the car`;
}

/** Picks the median; of an even number the lower of the two middle ones, so that it is the figure of a real place. */
function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}

/** The bills that are shown free of charge: a private sale in Ontario and in California. */
export function sampleBills(costs: Pick<CostsService, 'compute'>): { ca: Bill; us: Bill } {
  const at = (place: PlaceKey) =>
    costs.compute({ place, ...typicalSale, familyGift: false, buyerHasPlates: false });
  return { ca: at({ country: 'CA', code: 'ON' }), us: at({ country: 'US', code: 'CA' }) };
}
