import { type CostsService, verifiedSince } from './costs-service.ts';
import { type Cents, dollars, moneyText } from './money.ts';
import { type Country, countryFacts, type PlaceKey } from './places.ts';
import type { Bill } from './published.ts';
import { type CarSale, today } from './sale.ts';

const TYPICAL_PRICE: Cents = 25_000_00;

/** The sale of estimates and samples: the price is what a guide says, so that the laws that tax a guide agree with it. */
export const typicalSale = { price: TYPICAL_PRICE, bookValue: TYPICAL_PRICE, saleType: 'private' } as const;

/** Sums up the bills of a sale in every jurisdiction of a country, for a caller whose place is not known. */
export function estimateCountry(country: Country, sale: CarSale, bills: readonly Bill[]) {
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
    /** The day of which the figures are. */
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
