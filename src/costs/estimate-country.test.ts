import { describe, expect, it } from 'vitest';
import { createCostsService } from './costs-service.ts';
import { estimateCountry, typicalSale } from './estimate-country.ts';
import { loadJurisdictions } from './load-jurisdictions.ts';
import { type Country, provinces } from './places.ts';

const service = createCostsService({ jurisdictions: loadJurisdictions() });
const estimate = (country: Country) =>
  estimateCountry(country, typicalSale, service.compare(country, typicalSale));

describe('the estimate for a whole country', () => {
  it('runs from the cheapest to the dearest province', () => {
    const canada = estimate('CA');
    // Yukon: registration from 40. Newfoundland and Labrador: 3,750 tax, 180, 45 and 130.
    expect(canada.range).toEqual({ low: 40, high: 4346.43 });
    expect(canada.byJurisdiction).toHaveLength(13);
  });

  it('gives the middle one of the known totals, which a real province has', () => {
    // AB, NT, NU, YT 0; SK 1,500; MB 1,869; QC 2,493.75; BC 3,046; ON 3,309; NS 3,513.20; NB, NL, PE 3,750.
    expect(estimate('CA').known).toBe(2493.75);
  });

  it('covers the states in dollars of the US and says how it was made', () => {
    const states = estimate('US');
    expect(states.byJurisdiction).toHaveLength(51);
    expect(states.range.high).toBeGreaterThan(states.range.low);
    expect(states.notes).toContain('a private sale at a typical price of $25,000 USD');
  });
});

describe('a comparison', () => {
  it('computes the same sale in every province', () => {
    const results = service.compare('CA', { price: 1_000_000, saleType: 'private' });
    expect(results.map(({ place }) => place.code)).toEqual(provinces);
    expect(results.every(({ price }) => price === 10_000)).toBe(true);
  });
});
