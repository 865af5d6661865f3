import { z } from 'zod';
import { countries } from '../../costs/places.ts';
import { amountRange, type Costs, lineSchema, readBill, usCostsSchema } from '../../costs/published.ts';

const { saleType, price, dueOnTheDay, dueLater, laterYears, assumptions, on, figuresVerifiedOn } =
  usCostsSchema.shape;

const lineBriefSchema = lineSchema
  .pick({ label: true, amount: true, range: true, known: true, confidence: true })
  .extend({ source: z.url() })
  .meta({ id: 'BriefCostLine', description: 'One tax or fee' });

export const costsBriefSchema = z
  .object({
    country: z.enum(countries),
    place: z.string().describe('Code of the province, territory, state or DC'),
    placeName: z.string(),
    currency: z.string(),
    saleType,
    price,
    totalKnown: z.number(),
    totalRange: amountRange,
    dueOnTheDay,
    dueLater,
    laterYears,
    lines: z.array(lineBriefSchema),
    narrowing: z.array(z.string()).describe('Parameters that would make the bill more exact, the best first'),
    assumptions,
    figuresVerifiedOn,
    on,
  })
  .meta({ id: 'BriefCosts', description: 'A bill in short' });

/** A bill as one part of a report: what each line is called and costs. */
export const billPartSchema = costsBriefSchema
  .omit({ lines: true, narrowing: true })
  .extend({ lines: z.array(lineBriefSchema.omit({ source: true, confidence: true, known: true })) })
  .meta({ id: 'BillPart', description: 'A bill, without its sources' });

export function billPart(costs: Costs): z.infer<typeof billPartSchema> {
  const { lines, narrowing: _narrowing, ...bill } = briefCosts(costs);
  return {
    ...bill,
    lines: lines.map(({ source: _source, confidence: _confidence, known: _known, ...line }) => line),
  };
}

/** A bill with its lines in short, each with the address of its source. */
export function briefCosts(costs: Costs): z.infer<typeof costsBriefSchema> {
  const { place, currency, saleType, price, lines, known, range, narrowing, ...bill } = readBill(costs);
  const { dueOnTheDay, dueLater, laterYears, assumptions, figuresVerifiedOn, on } = bill;
  const parameters = narrowing.toSorted((a, b) => b.byUpTo - a.byUpTo).map(({ parameter }) => parameter);
  return {
    country: place.country,
    place: place.code,
    placeName: place.name,
    currency,
    saleType,
    price,
    totalKnown: known,
    totalRange: range,
    dueOnTheDay,
    dueLater,
    laterYears,
    lines: lines.map(({ label, amount, range, known, confidence, source }) => ({
      label,
      ...(amount !== undefined && { amount }),
      ...(range && { range }),
      known,
      confidence,
      source: source.url,
    })),
    narrowing: [...new Set(parameters)],
    assumptions,
    figuresVerifiedOn,
    on,
  };
}
