import { type CompiledJurisdiction, compileJurisdiction, computeCosts } from './compute-costs.ts';
import { type CountryEstimate, estimateCountry } from './estimate-country.ts';
import type { Jurisdiction } from './jurisdiction-schema.ts';
import { type Country, provinces, states } from './places.ts';
import type { CanadaQuery, CostsQuery, UsQuery } from './query.ts';
import type { CanadaCosts, Costs, UsCosts } from './result-schema.ts';

export interface CostsService {
  compute(query: CanadaQuery): CanadaCosts;
  compute(query: UsQuery): UsCosts;
  compute(query: CostsQuery): Costs;
  /** The same sale in every jurisdiction of the country. */
  compare(query: CostsQuery): Costs[];
  /** What the bundle tells when it knows the country only. */
  estimate(country: Country): CountryEstimate;
}

export interface CostsDependencies {
  jurisdictions: readonly Jurisdiction[];
}

export function createCostsService({ jurisdictions }: CostsDependencies): CostsService {
  const compiled = new Map<string, CompiledJurisdiction>();
  for (const data of jurisdictions) compiled.set(`${data.country}-${data.code}`, compileJurisdiction(data));

  const find = (country: Country, code: string): CompiledJurisdiction => {
    const found = compiled.get(`${country}-${code}`);
    if (found === undefined) throw new Error(`no cost figures for ${country}-${code}`);
    return found;
  };

  function compute(query: CanadaQuery): CanadaCosts;
  function compute(query: UsQuery): UsCosts;
  function compute(query: CostsQuery): Costs;
  function compute(query: CostsQuery): Costs {
    return computeCosts(find(query.country, query.country === 'CA' ? query.province : query.state), query);
  }

  const compare = (query: CostsQuery): Costs[] =>
    query.country === 'CA'
      ? provinces.map((province) => compute({ ...query, province }))
      : states.map((state) => compute({ ...query, state }));

  return { compute, compare, estimate: (country) => estimateCountry(country, compare) };
}
