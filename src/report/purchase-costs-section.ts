import { z } from 'zod';
import type { CostsService, CountryEstimate } from '../costs/costs-service.ts';
import type { Country } from '../costs/places.ts';
import {
  type Bill,
  type CostLine,
  canadaTotalsSchema,
  lineSchema,
  money,
  publishTotals,
  amountRange as range,
  usTotalsSchema,
} from '../costs/published.ts';
import { type Provenance, provenanceSchema } from '../sources/cached.ts';

const placeSchema = z.object({
  code: z.string().describe('Province, territory, state or DC'),
  name: z.string(),
  totalKnown: money,
  range,
  largestLine: lineSchema
    .pick({ id: true, label: true, category: true, source: true, confidence: true })
    .extend({ range })
    .nullable()
    .describe('The tax or fee that can cost most'),
});

const common = {
  price: money.describe('The typical price that was assumed'),
  saleType: z.literal('private'),
  notes: z.string(),
  byJurisdiction: z.array(placeSchema),
  figuresVerifiedOn: z.iso.date(),
  provenance: provenanceSchema,
};

export const purchaseCostsSectionSchema = z.discriminatedUnion('country', [
  z.object({ country: z.literal('CA'), estimatedFees: canadaTotalsSchema, ...common }),
  z.object({ country: z.literal('US'), estimatedFees: usTotalsSchema, ...common }),
]);

export type PurchaseCostsSection = z.infer<typeof purchaseCostsSectionSchema>;
export type EstimatingCosts = Pick<CostsService, 'estimate' | 'compare'>;

/** The estimate of a country never changes while the service runs, so it is made once. */
export function createCostsSections(costs: EstimatingCosts) {
  const made = new Map<Country, PurchaseCostsSection>();
  return (country: Country, nowMs: number): PurchaseCostsSection => {
    const section = made.get(country) ?? makeSection(costs, country);
    made.set(country, section);
    return { ...section, provenance: provenanceOf(section.figuresVerifiedOn, nowMs) };
  };
}

function makeSection(costs: EstimatingCosts, country: Country): PurchaseCostsSection {
  const estimate = costs.estimate(country);
  const { known, range, price, saleType, figuresVerifiedOn, notes } = estimate;
  return {
    ...publishTotals(country, { known, range }),
    price,
    saleType,
    byJurisdiction: placesOf(costs, estimate),
    figuresVerifiedOn,
    notes,
    provenance: provenanceOf(figuresVerifiedOn, 0),
  };
}

function placesOf(costs: EstimatingCosts, { country, price, saleType, byJurisdiction }: CountryEstimate) {
  const bills = costs.compare(country, { price: Math.round(price * 100), saleType });
  const largest = new Map<string, Place['largestLine']>(
    bills.map((bill) => [bill.place.code, largestLineOf(bill)]),
  );
  return byJurisdiction.map((place) => ({ ...place, largestLine: largest.get(place.code) ?? null }));
}

type Place = PurchaseCostsSection['byJurisdiction'][number];

/** Finds the places where the least and the most may be due; undefined for a section without places. */
export function cheapestAndDearest({ byJurisdiction: places }: Pick<PurchaseCostsSection, 'byJurisdiction'>) {
  const [cheapest] = places.toSorted((a, b) => a.range.low - b.range.low);
  const [dearest] = places.toSorted((a, b) => b.range.high - a.range.high);
  return cheapest && dearest && { cheapest, dearest };
}

/** Looks among what the law demands: a line that a buyer may decline is no cost of the purchase. */
function largestLineOf({ lines }: Bill) {
  const [largest] = lines
    .filter(({ mandatory }) => mandatory)
    .map(({ id, label, category, source, confidence, ...line }) => {
      return { id, label, category, source, confidence, range: rangeOf(line) };
    })
    .sort((a, b) => b.range.high - a.range.high);
  return largest ?? null;
}

function rangeOf({ amount, range: between }: Pick<CostLine, 'amount' | 'range'>) {
  if (amount !== undefined) return { low: amount, high: amount };
  return { low: between?.low ?? 0, high: between?.high ?? 0 };
}

function provenanceOf(verifiedOn: string, nowMs: number): Provenance {
  const verifiedMs = Date.parse(`${verifiedOn}T00:00:00Z`);
  return {
    source: 'Official fee and tax schedules, collected with the service',
    dataset: `figures verified on ${verifiedOn}`,
    fetchedAt: new Date(verifiedMs).toISOString(),
    ageSeconds: Math.max(0, Math.floor((nowMs - verifiedMs) / 1000)),
    cache: 'none',
  };
}
