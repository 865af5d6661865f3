import { z } from 'zod';
import { category, confidence, frequency, saleType, source } from './jurisdiction-schema.ts';

export const money = z.number().nonnegative();

const rangeSchema = z.object({
  low: money,
  high: money,
  typical: money.optional().describe('What most buyers pay, where that is known'),
});

const amountOrRange = { amount: money.optional(), range: rangeSchema.optional() };

export const lineSchema = z
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
      .describe('What decides within the range, where the query does not say'),
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

export const amountRange = z.object({ low: money, high: money });

/** The members of a bill that are called the same in every country. */
export const saleMembers = { saleType, price: money, lines: z.array(lineSchema) };
const partOfTotal = z.object({ known: money, low: money, high: money });

/** When the total falls due, and what would make it more exact. */
export const dueMembers = {
  dueOnTheDay: partOfTotal.describe('What is or may be due at the purchase'),
  dueLater: partOfTotal.describe(
    'What falls due at the next renewal, while the registration of the car still runs; the two add up to the totals',
  ),
  narrowing: z
    .array(
      z.object({
        parameter: z.string(),
        line: z.string(),
        byUpTo: money.describe('How much of the range of the line it can take away'),
      }),
    )
    .describe('Which parameter would make which line more exact'),
};

export const wordMembers = {
  assumptions: z.array(z.string()),
  notes: z.array(z.string()),
  figuresVerifiedOn: z.iso.date(),
};

export type CostLine = z.infer<typeof lineSchema>;
