import { z } from 'zod';
import { type Condition, fuels, vehicleKinds } from './car.ts';

const span = z
  .tuple([z.number().nonnegative(), z.number().nonnegative().nullable()])
  .describe('From and to, both included; null: no end');

export const conditionSchema = z.strictObject({
  fuel: z.array(z.enum(fuels)).min(1).optional(),
  age: span.optional().describe('This year less the model year'),
  registeredYears: span
    .optional()
    .describe('The year of registration, from 1 on; from the model year it is known within 3'),
  modelYear: span.optional(),
  weightLb: span.optional(),
  weightKg: span.optional(),
  msrp: span.optional().describe('The list price when new'),
  kind: z.array(z.enum(vehicleKinds)).min(1).optional().describe('What the VIN says; a car without one'),
  gvwrLb: span.optional().describe('The weight rating by the VIN'),
  engineLitres: span.optional().describe('The displacement by the VIN'),
  county: z.array(z.string()).min(1).optional().describe('Counties of local-areas.json'),
  notCounty: z.array(z.string()).min(1).optional().describe('Every county but these'),
  andMore: z.literal(true).optional().describe('The words demand more than the car: never surely true'),
}) satisfies z.ZodType<Condition>;

const money = z
  .number()
  .nonnegative()
  .max(9_000_000)
  .multipleOf(0.01)
  .describe('Amount in the currency of the country, at most two decimals');
export const percentage = z
  .number()
  .nonnegative()
  .max(100)
  .multipleOf(0.00001)
  .describe('Percent: 6.25 means 6.25 %');

const oneAmount = 'give percent or amount, not both';

const limits = {
  atLeast: money.optional().describe('The result is never below this amount'),
  atMost: money.optional().describe('The result is never above this amount'),
  atMostPercentOfPrice: percentage
    .optional()
    .describe('The result is never above this percentage of the price'),
  wholeDollars: z.literal(true).optional().describe('Rounded to the nearest whole dollar'),
};

const range = z
  .strictObject({
    rule: z.literal('range'),
    low: money,
    high: money,
    typical: money.optional().describe('What most buyers pay'),
    ...limits,
  })
  .describe('Somewhere between two amounts, for a reason that the note gives');

const percent = z
  .strictObject({
    rule: z.literal('percent'),
    percent: percentage,
    onPartFrom: money.optional().describe('Only the part of the taxable amount above this counts'),
    onPartTo: money.optional().describe('Only the part of the taxable amount up to this counts'),
    ...limits,
  })
  .describe('A percentage of the taxable amount');

const percentRange = z
  .strictObject({
    rule: z.literal('percentRange'),
    low: percentage,
    high: percentage,
    typical: percentage.optional(),
    ...limits,
  })
  .describe('A percentage of the taxable amount of which only the bounds are known');

const local = z
  .strictObject({
    rule: z.literal('local'),
    low: percentage.describe('The smallest local rate any place there has'),
    high: percentage.describe('The largest local rate any place there has'),
    typical: percentage.optional().describe('A rate many places have'),
    onPartTo: money.optional().describe('Only the part of the taxable amount up to this counts'),
    ...limits,
  })
  .describe('County or city tax; the local_rate of the query or the rate of its place replaces the bounds');

const tier = z
  .strictObject({
    from: money.describe('Where the tier begins'),
    percent: percentage.optional().describe('Percentage of the part that falls in this tier'),
    amount: money.optional().describe('Fixed amount due in full as soon as the tier is reached'),
  })
  .refine((row) => (row.percent === undefined) !== (row.amount === undefined), oneAmount);

const tiers = z
  .strictObject({ rule: z.literal('tiers'), tiers: z.array(tier).min(1), ...limits })
  .describe('Marginal tiers: each part of the taxable amount is charged at the rate of its own tier');

const listPrice = z
  .strictObject({
    rule: z.literal('listPrice'),
    percent: percentage,
    low: money,
    high: money,
    roundedTo: money.optional().describe('The law rounds the list price to the nearest multiple of this'),
    ...limits,
  })
  .describe('A percentage of the list price when new; between two amounts where that is not known');

const perPound = z
  .strictObject({
    rule: z.literal('perPound'),
    cents: money,
    low: money,
    high: money,
    everyStarted: z
      .int()
      .min(2)
      .optional()
      .describe('Pounds are counted in steps of this size; one that was begun counts whole'),
    ...limits,
  })
  .describe('Cents for every pound of the car; between two amounts where its weight is not known');

/** Rules that hold no other rule. */
const simpleAmount = z.union([
  money,
  z.discriminatedUnion('rule', [range, percent, percentRange, local, tiers, listPrice, perPound]),
]);

const sum = z
  .strictObject({ rule: z.literal('sum'), parts: z.array(simpleAmount).min(2), ...limits })
  .describe('Several rules added up and rounded once');

const when = {
  when: z.string().min(2).describe('When this case holds, in words'),
  if: conditionSchema.optional().describe('The same for a car that is known'),
  rare: z
    .literal(true)
    .optional()
    .describe('Counts only for a car of which it is known to hold: most used cars are no such car'),
};

const caseRow = z
  .strictObject({
    ...when,
    percent: percentage.optional().describe('Short for a percent rule'),
    amount: z.union([simpleAmount, sum]).optional(),
  })
  .refine((row) => (row.percent === undefined) !== (row.amount === undefined), oneAmount);

const oneOf = z
  .strictObject({
    rule: z.literal('oneOf'),
    dependsOn: z.string().min(3).describe('What decides, in words: the weight of the car'),
    cases: z.array(caseRow).min(2),
    typical: money.optional().describe('What most buyers pay'),
    typicalPercent: percentage.optional().describe('The rate most buyers pay'),
    ...limits,
  })
  .describe('One of several cases; the query does not say which, so the line is a range and lists them');

const byListPrice = z
  .strictObject({
    rule: z.literal('byListPrice'),
    dependsOn: z.string().min(3).describe('What decides, in words'),
    rows: z
      .array(z.strictObject({ from: money.describe('The row holds from this list price on'), amount: money }))
      .min(2)
      .describe('What a list price costs before the share; the highest row that is reached holds'),
    usual: z
      .tuple([money, money])
      .describe('The list prices between which most cars lie, for a car whose own is not known'),
    shares: z
      .array(z.strictObject({ ...when, percent: percentage.describe('Of the amount of the row') }))
      .min(2),
    typical: money.optional().describe('What most buyers pay'),
    ...limits,
  })
  .describe('A table of list prices, of which a share is due that falls with the age of the car');

const rowAmount = z.union([
  money,
  z.discriminatedUnion('rule', [range, percent, percentRange, local, tiers, listPrice, perPound, sum, oneOf]),
]);

const priceRow = z
  .strictObject({
    from: money.describe('The row holds from this amount on'),
    percent: percentage.optional().describe('Short for a percent rule'),
    amount: rowAmount.optional(),
  })
  .refine((row) => (row.percent === undefined) !== (row.amount === undefined), oneAmount);

const byPrice = z
  .strictObject({
    rule: z.literal('byPrice'),
    measuredOn: z
      .enum(['taxableAmount', 'priceBeforeTradeIn'])
      .optional()
      .describe('What picks the row; the taxable amount unless stated otherwise'),
    rows: z.array(priceRow).min(2),
    ...limits,
  })
  .describe('The highest row whose `from` the amount reaches holds for the whole amount');

/** The cost of a line. A plain number is a fixed amount. */
export const amountSchema = z.union([
  money,
  z.discriminatedUnion('rule', [
    range,
    percent,
    percentRange,
    local,
    tiers,
    listPrice,
    perPound,
    sum,
    byPrice,
    oneOf,
    byListPrice,
  ]),
]);

export type AmountRule = z.infer<typeof amountSchema>;
