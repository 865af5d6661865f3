import { type CompiledJurisdiction, compileJurisdiction, computeCosts } from './compute-costs.ts';
import { type CountryEstimate, estimateCountry } from './estimate-country.ts';
import type { Jurisdiction } from './jurisdiction-schema.ts';
import { type Country, type PlaceKey, placeKeys } from './places.ts';
import type { Bill } from './published.ts';
import type { CostsQuery, Sale } from './sale.ts';

export interface CostsService {
  /** The data files as they were read. */
  figures: readonly Jurisdiction[];
  compute(query: CostsQuery): Bill;
  /** The same sale in every jurisdiction of the country. */
  compare(country: Country, sale: Sale): Bill[];
  /** What the bundle says when it knows the country only. */
  estimate(country: Country): CountryEstimate;
  /** Where the place stands in a grid of equal tiles: column and row. */
  tileOf(place: PlaceKey): readonly [number, number];
}

export interface CostsDependencies {
  jurisdictions: readonly Jurisdiction[];
}

export function createCostsService({ jurisdictions }: CostsDependencies): CostsService {
  const compiled = new Map<string, CompiledJurisdiction>();
  for (const data of jurisdictions) compiled.set(`${data.country}-${data.code}`, compileJurisdiction(data));

  const find = ({ country, code }: PlaceKey): CompiledJurisdiction => {
    const found = compiled.get(`${country}-${code}`);
    if (found === undefined) throw new Error(`no cost figures for ${country}-${code}`);
    return found;
  };

  const compute = (query: CostsQuery): Bill => computeCosts(find(query.place), query);

  const compare = (country: Country, sale: Sale): Bill[] =>
    placeKeys
      .filter((place) => place.country === country)
      .map((place) => compute({ place, familyGift: false, buyerHasPlates: false, ...sale }));

  return {
    figures: jurisdictions,
    compute,
    compare,
    estimate: (country) => estimateCountry(country, compare),
    tileOf: (place) => find(place).data.tile,
  };
}
