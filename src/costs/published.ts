import { z } from 'zod';
import type { SaleType } from './jurisdiction-schema.ts';
import type { Narrowing } from './lines/figure-line.ts';
import { type Country, type Currency, type PlaceKey, provinces, states } from './places.ts';
import { amountRange, type CostLine, dueMembers, money, saleMembers, wordMembers } from './result-schema.ts';

type Place = PlaceKey & { name: string };

export interface AmountRange {
  low: number;
  high: number;
}

export interface PartOfTotal extends AmountRange {
  known: number;
}

/** The costs of a purchase in one place, of one form for every country; amounts are in its currency. */
export interface Bill {
  place: Place;
  currency: Currency;
  saleType: SaleType;
  price: number;
  lines: CostLine[];
  /** Which parameter would narrow which line, by how much at most. */
  narrowing: Narrowing[];
  /** The sum of the lines that are known for sure. */
  known: number;
  /** The known total plus everything that is or may be due, at its least and most. */
  range: AmountRange;
  dueOnTheDay: PartOfTotal;
  dueLater: PartOfTotal;
  assumptions: string[];
  notes: string[];
  figuresVerifiedOn: string;
}

/**
 * The edge of the product: callers get the place and the totals under names that differ by country. They are
 * written here and nowhere else; everything inside works on a `Bill`.
 */
const knownWords = 'Sum of the lines with known: true';
const rangeWords = 'The known total plus everything that is or may be due, at its least and most';

export const canadaCostsSchema = z.object({
  country: z.literal('CA'),
  province: z.enum(provinces),
  provinceName: z.string(),
  currency: z.literal('CAD'),
  ...saleMembers,
  totalKnownCad: money.describe(knownWords),
  estimatedTotalRangeCad: amountRange.describe(rangeWords),
  ...dueMembers,
  ...wordMembers,
});

export const usCostsSchema = z.object({
  country: z.literal('US'),
  state: z.enum(states),
  stateName: z.string(),
  currency: z.literal('USD'),
  ...saleMembers,
  totalKnownUsd: money.describe(knownWords),
  estimatedTotalRangeUsd: amountRange.describe(rangeWords),
  ...dueMembers,
  ...wordMembers,
});

export const costsSchema = z.discriminatedUnion('country', [canadaCostsSchema, usCostsSchema]);

/** The totals of an estimate for a whole country. */
export const canadaTotalsSchema = z.object({ totalKnownCad: money, estimatedTotalRangeCad: amountRange });
export const usTotalsSchema = z.object({ totalKnownUsd: money, estimatedTotalRangeUsd: amountRange });

export type Costs = z.infer<typeof costsSchema>;
type CanadaTotals = z.infer<typeof canadaTotalsSchema>;
type UsTotals = z.infer<typeof usTotalsSchema>;

interface Totals {
  known: number;
  range: AmountRange;
}

/** The bill as callers get it. */
export function publishBill(bill: Bill): Costs {
  const { place, saleType, price, lines, known, range, assumptions, notes, figuresVerifiedOn } = bill;
  const { dueOnTheDay, dueLater, narrowing } = bill;
  const due = { dueOnTheDay, dueLater, narrowing };
  const sale = { saleType, price, lines };
  const words = { assumptions, notes, figuresVerifiedOn };
  switch (place.country) {
    case 'CA': {
      const { country, code: province, name: provinceName } = place;
      const totals = canadaTotals({ known, range });
      return { country, province, provinceName, currency: 'CAD', ...sale, ...totals, ...due, ...words };
    }
    case 'US': {
      const { country, code: state, name: stateName } = place;
      return {
        country,
        state,
        stateName,
        currency: 'USD',
        ...sale,
        ...usTotals({ known, range }),
        ...due,
        ...words,
      };
    }
  }
}

/** The bill that a service has sent. */
export function readBill(costs: Costs): Bill {
  const place =
    costs.country === 'CA'
      ? { country: costs.country, code: costs.province, name: costs.provinceName }
      : { country: costs.country, code: costs.state, name: costs.stateName };
  const { currency, saleType, price, lines, assumptions, notes, figuresVerifiedOn } = costs;
  const { dueOnTheDay, dueLater, narrowing } = costs;
  return {
    place,
    currency,
    saleType,
    price,
    lines,
    ...readTotals(costs),
    dueOnTheDay,
    dueLater,
    narrowing,
    assumptions,
    notes,
    figuresVerifiedOn,
  };
}

export function publishTotals(country: Country, totals: Totals) {
  switch (country) {
    case 'CA':
      return { country, estimatedFees: canadaTotals(totals) };
    case 'US':
      return { country, estimatedFees: usTotals(totals) };
  }
}

export function readTotals(totals: CanadaTotals | UsTotals): Totals {
  return 'totalKnownCad' in totals
    ? { known: totals.totalKnownCad, range: totals.estimatedTotalRangeCad }
    : { known: totals.totalKnownUsd, range: totals.estimatedTotalRangeUsd };
}

function canadaTotals({ known, range }: Totals): CanadaTotals {
  return { totalKnownCad: known, estimatedTotalRangeCad: range };
}

function usTotals({ known, range }: Totals): UsTotals {
  return { totalKnownUsd: known, estimatedTotalRangeUsd: range };
}
