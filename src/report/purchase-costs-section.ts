import { z } from 'zod';
import { type CostsService, type CountryEstimate, typicalSale } from '../costs/costs-service.ts';
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

const placeSchema = z
  .object({
    code: z.string().describe('Province, territory, state or DC'),
    name: z.string(),
    totalKnown: money,
    range,
    largestLine: lineSchema
      .pick({ id: true, label: true, category: true, source: true, confidence: true })
      .extend({ range })
      .nullable()
      .describe('The tax or fee that can cost most'),
  })
  .meta({ id: 'PlaceCosts', description: 'What the law adds in one place' });

const common = {
  price: money.describe('The typical price that was assumed'),
  saleType: z.literal('private'),
  notes: z.string(),
  byJurisdiction: z.array(placeSchema),
  figuresVerifiedOn: z.iso.date().nullable(),
  provenance: provenanceSchema,
};

export const purchaseCostsSectionSchema = z.discriminatedUnion('country', [
  z.object({ country: z.literal('CA'), estimatedFees: canadaTotalsSchema, ...common }),
  z.object({ country: z.literal('US'), estimatedFees: usTotalsSchema, ...common }),
]);

export type PurchaseCostsSection = z.infer<typeof purchaseCostsSectionSchema>;
export type EstimatingCosts = Pick<CostsService, 'estimate' | 'compare'>;

/** The estimate of a country is the same all day, so it is made once a day. */
export function createCostsSections(costs: EstimatingCosts) {
  const made = new Map<Country, ReturnType<typeof makeSection>>();
  return (country: Country, nowMs: number): PurchaseCostsSection => {
    const kept = made.get(country);
    const { on, ...section } = kept?.on === dayOf(nowMs) ? kept : makeSection(costs, country);
    made.set(country, { on, ...section });
    return { ...section, provenance: provenanceOf(on, nowMs) };
  };
}

function makeSection(costs: EstimatingCosts, country: Country) {
  const estimate = costs.estimate(country);
  const { known, range, price, saleType, figuresVerifiedOn, notes, on } = estimate;
  return {
    ...publishTotals(country, { known, range }),
    price,
    saleType,
    byJurisdiction: placesOf(costs, estimate),
    figuresVerifiedOn,
    notes,
    on,
  };
}

function placesOf(costs: EstimatingCosts, { country, byJurisdiction }: CountryEstimate) {
  const bills = costs.compare(country, typicalSale);
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

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function provenanceOf(on: string, nowMs: number): Provenance {
  return {
    source: 'Fee and tax schedules, laws and reports of them, collected with the service',
    dataset: `figures of ${on}`,
    fetchedAt: new Date(nowMs).toISOString(),
    ageSeconds: 0,
    cache: 'none',
  };
}
