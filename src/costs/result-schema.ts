import { z } from 'zod';
import { category, confidence, frequency, saleType, source } from './jurisdiction-schema.ts';
import { provinces, states } from './places.ts';

const money = z.number().nonnegative();

const rangeSchema = z.object({
  low: money,
  high: money,
  typical: money.optional().describe('What most buyers pay, where that is known'),
});

const amountOrRange = { amount: money.optional(), range: rangeSchema.optional() };

const lineSchema = z
  .object({
    id: z.string(),
    category,
    label: z.string(),
    ...amountOrRange,
    rate: z.number().optional().describe('Percent of the taxable amount, where one rate holds'),
    rateRange: z.object({ low: z.number(), high: z.number() }).optional(),
    taxableAmount: money.optional(),
    cases: z
      .array(z.object({ when: z.string(), ...amountOrRange }))
      .optional()
      .describe('What decides within the range, where the query cannot tell'),
    mandatory: z.boolean().describe('Whether the law leaves no choice to a buyer for whom the line is due'),
    frequency,
    known: z
      .boolean()
      .describe('Whether the amount is exact and due for sure: the lines that make up the known total'),
    note: z.string().optional(),
    alternative: z.object({ ...amountOrRange, why: z.string() }).optional(),
    source,
    confidence,
    asOf: z.string(),
  })
  .meta({ id: 'CostLine', description: 'One tax or fee' });

const common = {
  saleType,
  price: money,
  lines: z.array(lineSchema),
  assumptions: z.array(z.string()),
  notes: z.array(z.string()),
  figuresVerifiedOn: z.iso.date(),
};

const total = z.object({ low: money, high: money });

export const canadaCostsSchema = z.object({
  country: z.literal('CA'),
  province: z.enum(provinces),
  provinceName: z.string(),
  currency: z.literal('CAD'),
  ...common,
  totalKnownCad: money.describe('Sum of the lines with known: true'),
  estimatedTotalRangeCad: total.describe(
    'The known total plus everything that is or may be due, at its least and most',
  ),
});

export const usCostsSchema = z.object({
  country: z.literal('US'),
  state: z.enum(states),
  stateName: z.string(),
  currency: z.literal('USD'),
  ...common,
  totalKnownUsd: money.describe('Sum of the lines with known: true'),
  estimatedTotalRangeUsd: total.describe(
    'The known total plus everything that is or may be due, at its least and most',
  ),
});

export const costsSchema = z.discriminatedUnion('country', [canadaCostsSchema, usCostsSchema]);

export type CostLine = z.infer<typeof lineSchema>;
export type CanadaCosts = z.infer<typeof canadaCostsSchema>;
export type UsCosts = z.infer<typeof usCostsSchema>;
export type Costs = z.infer<typeof costsSchema>;
