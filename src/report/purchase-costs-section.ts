import { z } from 'zod';
import { carOfVehicle } from '../costs/car.ts';
import type { CostsService } from '../costs/costs-service.ts';
import { estimateCountry, typicalSale } from '../costs/estimate-country.ts';
import { saleType } from '../costs/jurisdiction-schema.ts';
import type { Country } from '../costs/places.ts';
import {
  type Bill,
  type CostLine,
  canadaTotalsSchema,
  costsSchema,
  lineSchema,
  money,
  publishBill,
  publishTotals,
  amountRange as range,
  readBill,
  usTotalsSchema,
} from '../costs/published.ts';
import type { CarSale, CostsQuery } from '../costs/sale.ts';
import { grouped } from '../lib/wording.ts';
import { type Provenance, provenanceSchema } from '../sources/cached.ts';
import type { Vehicle } from '../vehicle/vehicle.ts';

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
  price: money,
  saleType,
  notes: z.string(),
  bill: costsSchema
    .nullable()
    .describe('The bill of the place that was given, as /v1/purchase-costs answers it; null without a place'),
  byJurisdiction: z.array(placeSchema).describe('Every place of the country; empty where `bill` is there'),
  figuresVerifiedOn: z.iso.date().nullable(),
  provenance: provenanceSchema,
};

export const purchaseCostsSectionSchema = z.discriminatedUnion('country', [
  z.object({ country: z.literal('CA'), estimatedFees: canadaTotalsSchema, ...common }),
  z.object({ country: z.literal('US'), estimatedFees: usTotalsSchema, ...common }),
]);

export type PurchaseCostsSection = z.infer<typeof purchaseCostsSectionSchema>;
export type EstimatingCosts = Pick<CostsService, 'compare' | 'compute'>;

/** A sale in one place, or wherever in the country. */
export type PurchaseSale = CarSale | CostsQuery;

/** Makes the bill of the buyer's place, or the estimate of a country, which is the same all day without a price. */
export function createCostsSections(costs: EstimatingCosts) {
  const made = new Map<Country, ReturnType<typeof makeEstimate>>();
  return (
    { country, sale }: { country: Country; sale: PurchaseSale },
    vehicle: Vehicle,
    nowMs: number,
  ): PurchaseCostsSection => {
    const { on, ...section } =
      'place' in sale
        ? makeBill(costs.compute({ ...sale, car: carOfVehicle(vehicle) }))
        : sale === typicalSale
          ? typicalOf(country, nowMs)
          : makeEstimate(costs, country, sale);
    return { ...section, provenance: provenanceOf(on, nowMs) };
  };

  function typicalOf(country: Country, nowMs: number) {
    const kept = made.get(country);
    const estimate = kept?.on === dayOf(nowMs) ? kept : makeEstimate(costs, country, typicalSale);
    made.set(country, estimate);
    return estimate;
  }
}

function makeBill(bill: Bill) {
  const { place, currency, price, saleType, figuresVerifiedOn, on } = bill;
  return {
    ...publishTotals(place.country, bill),
    price,
    saleType,
    bill: publishBill(bill),
    byJurisdiction: [],
    figuresVerifiedOn,
    notes: `The bill of a ${saleType} sale at ${grouped(price)} ${currency} in ${place.name}, line by line, as /v1/purchase-costs computes it for this VIN.`,
    on,
  };
}

function makeEstimate(costs: EstimatingCosts, country: Country, sale: CarSale) {
  const bills = costs.compare(country, sale);
  const { known, range, byJurisdiction, ...rest } = estimateCountry(country, sale, bills);
  const { price, saleType, figuresVerifiedOn, notes, on } = rest;
  const largest = new Map<string, Place['largestLine']>(
    bills.map((bill) => [bill.place.code, largestLineOf(bill)]),
  );
  return {
    ...publishTotals(country, { known, range }),
    price,
    saleType,
    bill: null,
    byJurisdiction: byJurisdiction.map((place) => ({
      ...place,
      largestLine: largest.get(place.code) ?? null,
    })),
    figuresVerifiedOn,
    notes,
    on,
  };
}

type Place = PurchaseCostsSection['byJurisdiction'][number];

interface Ends {
  low: { name: string; amount: number };
  high: { name: string; amount: number };
  /** The costliest line where most is due. */
  largestLine: Place['largestLine'];
  /** The place where most is due, as this answer has it. */
  dearest: { code: string; pointer: string };
}

/** Finds where the least and the most may be due: both in one place where a bill is there. */
export function endsOf({ bill, byJurisdiction: places }: PurchaseCostsSection): Ends | undefined {
  if (bill !== null) {
    const { place, range, ...rest } = readBill(bill);
    return {
      low: { name: place.name, amount: range.low },
      high: { name: place.name, amount: range.high },
      largestLine: largestLineOf(rest),
      dearest: { code: place.code, pointer: '/purchaseCosts/bill' },
    };
  }
  const [cheapest] = places.toSorted((a, b) => a.range.low - b.range.low);
  const [dearest] = places.toSorted((a, b) => b.range.high - a.range.high);
  if (!cheapest || !dearest) return undefined;
  const { code, name, range, largestLine } = dearest;
  return {
    low: { name: cheapest.name, amount: cheapest.range.low },
    high: { name, amount: range.high },
    largestLine,
    dearest: { code, pointer: `/purchaseCosts/byJurisdiction/${places.indexOf(dearest)}` },
  };
}

/** Looks among what the law demands: a line that a buyer may decline is no cost of the purchase. */
function largestLineOf({ lines }: Pick<Bill, 'lines'>) {
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
