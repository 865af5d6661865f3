import { z } from 'zod';
import { vinWarning } from '../vehicle/vehicle.ts';
import { category, confidence, frequency, saleType, source } from './jurisdiction-schema.ts';
import { type Country, type Currency, type PlaceKey, provinces, states } from './places.ts';

export const money = z.number().nonnegative();

const verifiedOn = z.iso.date().nullable();

export const amountRange = z
  .object({ low: money, high: money })
  .meta({ id: 'AmountRange', description: 'Between which amounts' });

const costRange = z
  .object({
    low: money,
    high: money,
    typical: money.optional().describe('What most buyers pay, where that is known'),
  })
  .meta({ id: 'CostRange', description: 'Between which amounts' });

const amountOrRange = { amount: money.optional(), range: costRange.optional() };

export const lineSchema = z
  .object({
    id: z.string(),
    category,
    label: z.string(),
    ...amountOrRange,
    rate: z.number().optional().describe('Percent of the taxable amount, where one rate holds'),
    rateRange: z.object({ low: z.number(), high: z.number() }).optional(),
    taxableAmount: money.optional(),
    taxableRange: amountRange
      .optional()
      .describe("In its place where the law taxes a guide's value that book_value would tell"),
    cases: z
      .array(z.object({ when: z.string(), ...amountOrRange }))
      .optional()
      .describe('What decides within the range, where the query does not say'),
    chargedBy: z.literal('dealer').exactOptional().describe('Asked by the dealer, not by the law'),
    mandatory: z.boolean().describe('Whether the law leaves no choice to a buyer for whom the line is due'),
    frequency,
    known: z
      .boolean()
      .describe('Whether the amount is exact and due for sure: the lines that make up the known total'),
    note: z.string().optional(),
    alternative: z.object({ ...amountOrRange, why: z.string() }).optional(),
    source,
    confidence,
    asOf: z.string().nullable().describe('The day of which the source speaks; null where it names none'),
    verifiedOn: verifiedOn.describe('The last day on which somebody compared the figure with its source'),
  })
  .meta({ id: 'CostLine', description: 'One tax or fee' });

/** The members of a bill that are called the same in every country. */
const saleMembers = { saleType, price: money, lines: z.array(lineSchema) };
const partOfTotal = z
  .object({ known: money, low: money, high: money })
  .meta({ id: 'PartOfTotal', description: 'What of it is known, and between which amounts it is' });

const narrowing = z
  .object({
    parameter: z.string(),
    line: z.string(),
    byUpTo: money.describe('How much of the range of the line it can take away'),
  })
  .meta({ id: 'Narrowing', description: 'A parameter that would make a line more exact' });

/** The dates on which parts of the total fall due, and the parameters that would make it more exact. */
const dueMembers = {
  dueOnTheDay: partOfTotal.describe('What is or may be due at the purchase'),
  dueLater: partOfTotal.describe(
    'What falls due at the next renewal, while the registration of the car still runs, or is billed by a town or county after it; the two add up to the totals',
  ),
  laterYears: amountRange.describe(
    'What comes again in a later year, by the lines that are not due once; what follows the value of the car falls from year to year',
  ),
  narrowing: z.array(narrowing).describe('Which parameter would make which line more exact'),
};

const wordMembers = {
  assumptions: z.array(z.string()),
  notes: z.array(z.string()),
  figuresVerifiedOn: verifiedOn.describe(
    'The day since which every line was compared with its source; null, or left out of a brief form, where one never was',
  ),
  on: z.iso.date().describe('The day of which the figures are'),
};

export type CostLine = z.infer<typeof lineSchema>;

type Place = PlaceKey & { name: string };

type CostRange = z.infer<typeof costRange>;
export type AmountRange = z.infer<typeof amountRange>;
export type PartOfTotal = z.infer<typeof partOfTotal>;
export type Narrowing = z.infer<typeof narrowing>;
type SharedMembers = z.infer<z.ZodObject<typeof saleMembers & typeof dueMembers & typeof wordMembers>>;

/** The costs of a purchase in one place, of one form for every country; amounts are in its currency. */
export interface Bill extends SharedMembers {
  place: Place;
  currency: Currency;
  /** The sum of the lines that are known for sure. */
  known: number;
  /** The known total plus everything that is or may be due; typical where no line lacks what most buyers pay. */
  range: CostRange;
}

/**
 * The edge of the product: callers get the place and the totals under names that differ by country. They are
 * written here and nowhere else; everything inside works on a `Bill`.
 */
const knownWords = 'Sum of the lines with known: true';
const rangeWords = 'The known total plus everything that is or may be due, at its least and most';

export const canadaCostsSchema = z
  .object({
    ...vinWarning,
    country: z.literal('CA'),
    province: z.enum(provinces).meta({ id: 'Province', description: 'A province or territory' }),
    provinceName: z.string(),
    currency: z.literal('CAD'),
    ...saleMembers,
    totalKnownCad: money.describe(knownWords),
    estimatedTotalRangeCad: costRange.describe(rangeWords),
    ...dueMembers,
    ...wordMembers,
  })
  .meta({ id: 'CanadaCosts', description: 'A bill in Canada' });

export const usCostsSchema = z
  .object({
    ...vinWarning,
    country: z.literal('US'),
    state: z.enum(states).meta({ id: 'State', description: 'A state or DC' }),
    stateName: z.string(),
    currency: z.literal('USD'),
    ...saleMembers,
    totalKnownUsd: money.describe(knownWords),
    estimatedTotalRangeUsd: costRange.describe(rangeWords),
    ...dueMembers,
    ...wordMembers,
  })
  .meta({ id: 'UsCosts', description: 'A bill in the United States' });

export const costsSchema = z.discriminatedUnion('country', [canadaCostsSchema, usCostsSchema]);

/** The totals of an estimate for a whole country. */
export const canadaTotalsSchema = z
  .object({ totalKnownCad: money, estimatedTotalRangeCad: costRange })
  .meta({ id: 'CanadaTotals', description: 'Totals in Canadian dollars' });
export const usTotalsSchema = z
  .object({ totalKnownUsd: money, estimatedTotalRangeUsd: costRange })
  .meta({ id: 'UsTotals', description: 'Totals in US dollars' });

export type Costs = z.infer<typeof costsSchema>;
type CanadaTotals = z.infer<typeof canadaTotalsSchema>;
type UsTotals = z.infer<typeof usTotalsSchema>;

interface Totals {
  known: number;
  range: CostRange;
}

/** The bill as callers get it. */
export function publishBill({ place, known, range, ...bill }: Bill): Costs {
  switch (place.country) {
    case 'CA': {
      const { country, code: province, name: provinceName } = place;
      const totals = canadaTotals({ known, range });
      return { country, province, provinceName, ...totals, ...bill, currency: 'CAD' };
    }
    case 'US': {
      const { country, code: state, name: stateName } = place;
      const totals = usTotals({ known, range });
      return { country, state, stateName, ...totals, ...bill, currency: 'USD' };
    }
  }
}

/** The bill that a service has sent. */
export function readBill(costs: Costs): Bill {
  const place =
    costs.country === 'CA'
      ? { country: costs.country, code: costs.province, name: costs.provinceName }
      : { country: costs.country, code: costs.state, name: costs.stateName };
  return { ...costs, place, ...readTotals(costs) };
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
