import { z } from 'zod';
import { fuels } from './car.ts';
import { countries } from './places.ts';
import { amountSchema, conditionSchema, percentage } from './rule-schema.ts';

const text = z.string().trim().min(3);
const key = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower-case words joined by hyphens');
const partialDate = z
  .string()
  .regex(/^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/, 'a date such as 2026, 2026-07 or 2026-07-01');

export const confidence = z
  .enum(['high', 'medium', 'low'])
  .describe(
    "high: read in the law or on a government's own page; medium: in good secondary texts; low: estimated, or its page does not carry it",
  );
export const category = z.enum([
  'tax',
  'title',
  'transfer',
  'registration',
  'plate',
  'inspection',
  'documentation',
  'levy',
  'other',
]);
export const frequency = z.enum(['once', 'annual', 'biennial', 'triennial']);
export const saleType = z.enum(['private', 'dealer']);

export const source = z.strictObject({
  url: z.url({ protocol: /^https$/ }).describe('https only; each address once per file'),
  title: text,
  publisher: text,
});

const evidence = {
  source: key.describe('A name from `sources`'),
  confidence,
  asOf: partialDate
    .nullable()
    .describe('The day, month or year of which the source itself speaks; null where it names none'),
  verifiedOn: z.iso
    .date()
    .optional()
    .describe('The last day on which somebody compared the figure with its source'),
};

/** A change of law stands beside what it changes: two figures of one id whose days do not overlap. */
const period = {
  setAnew: z
    .string()
    .regex(/^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'a day of the year such as 07-01')
    .optional()
    .describe('The day of the year on which the law sets it anew'),
  from: z.iso.date().optional().describe('The first day on which it holds'),
  until: z.iso.date().optional().describe('The last day on which it holds'),
};

const alternative = z
  .strictObject({
    when: text.describe('Completes the sentence "If ...": the car is 10 or more model years old'),
    amount: amountSchema,
    if: conditionSchema
      .optional()
      .describe('The cars that it holds for: a car that is known gets it as its line'),
    priceBelow: z.number().positive().optional().describe('Only stated for prices below this'),
  })
  .describe(
    'A different amount for buyers whom the query does not distinguish; shown beside the line, not in the totals',
  );

const figure = {
  id: key.describe('Unique in the file'),
  label: text.describe('What it is, as a bill would say it'),
  amount: amountSchema,
  note: text.optional().describe('What a buyer should know about this line'),
  alternative: alternative.optional(),
  carAmounts: z
    .array(z.strictObject({ if: conditionSchema, amount: amountSchema }))
    .min(1)
    .optional()
    .describe('The amount for a car of which enough is known; the first that holds counts'),
  omitIf: conditionSchema.optional().describe('Cars for which the line is not due at all'),
  omitWhenZero: z.boolean().optional().describe('Leave the line out when it comes to nothing'),
  ...period,
  ...evidence,
};

const tradeInCredit = z
  .strictObject({
    credit: z
      .enum(['full', 'partial', 'none', 'varies'])
      .describe(
        'full: deducted; partial: not deducted, stated as an alternative; varies: decided by the place',
      ),
    deductAtMost: z
      .number()
      .positive()
      .optional()
      .describe('partial: how much of the trade-in the law deducts'),
    note: text.optional(),
  })
  .describe('What a trade-in does to the taxable amount of a dealer sale');

const guideValue = z
  .strictObject({
    value: text.describe('The value, as the law of the place calls it'),
    counts: z
      .enum(['at least', 'within', 'when far below', 'alone'])
      .describe(
        'at least: the price, but no less than the share of the value; within: the price, but no further from the value than ' +
          'the rest of the share; when far below: the value once the price is below its share; alone: the value whatever the price',
      ),
    percent: percentage.default(100).describe('The share of the value of which `counts` speaks'),
    tolerance: z.number().positive().optional().describe('A price that is less than this below it counts'),
  })
  .describe('What the value in a guide does to the taxable amount; book_value tells it');

const taxFigure = z.strictObject({
  ...figure,
  guide: guideValue.optional(),
  basis: text
    .optional()
    .describe('What the law taxes where that is not simply the price; completes "The law taxes ..."'),
  tradeIn: tradeInCredit.optional(),
});

const feeFigure = z.strictObject({
  ...figure,
  category: category.exclude(['tax']),
  frequency,
  sales: z
    .array(saleType)
    .length(1)
    .optional()
    .describe('Only for these sales; both unless stated otherwise'),
  plates: z
    .enum(['has', 'needs'])
    .optional()
    .describe('Canada: only for a buyer who has plates to move, or who needs new ones'),
  onlyFor: z
    .strictObject({ fuel: z.array(z.enum(fuels)).min(1) })
    .optional()
    .describe('Due for these cars only; the query does not say, so the line begins at 0'),
  onlyIn: text.optional().describe('Due in these places only; completes "Due only in ..."'),
  counties: z
    .strictObject({
      whole: z.array(z.string()).describe('Counties in which it is due everywhere'),
      part: z.array(z.string()).min(1).optional().describe('Counties in which it is due in some places'),
      others: z.literal(true).optional().describe('Other counties may have it too'),
    })
    .optional()
    .describe('What onlyIn says, for a buyer whose county is known'),
  onlyIf: conditionSchema.optional().describe('What onlyWhen says, for a car that is known'),
  onlyWhen: text.optional().describe('Due in this situation only; completes "Due only when ..."'),
  group: key.optional().describe('Of the lines with the same group at most one is due'),
  due: z
    .enum(['at renewal', 'billed later'])
    .optional()
    .describe(
      'at renewal: while the registration of the car still runs; billed later: by a town or county, after the registration',
    ),
  optional: z
    .literal(true)
    .optional()
    .describe('The buyer may do without it, or the seller pays: not in the totals'),
  chargedBy: z.literal('dealer').optional().describe('Asked by the dealer, not by the law'),
});

export const postalCodes = z
  .array(z.string().regex(/^(\d{3}(-\d{3})?|\d{5}|[A-Z](\d[A-Z])?)$/))
  .min(1)
  .describe('First digits of ZIP codes, ranges of them or whole ZIP codes; first letters of Canadian codes');

const familyGift = z.strictObject({
  exempt: z.boolean().describe('Canada: family_gift=true takes the private-sale tax away'),
  who: text.describe('Who counts as family'),
  note: text.optional().describe('Conditions and papers'),
  ...evidence,
});

const paidElsewhere = z
  .strictObject({
    credit: z
      .enum(['up to the tax', 'none', 'not found'])
      .describe('What a tax counts that the buyer paid on the car in another state or province'),
    note: text.optional(),
  })
  .describe('For a car that was bought outside; left out where no tax falls on the car');

const additions = ['documentation', 'service contract', 'gap', 'insurance', 'other'] as const;
export type Addition = (typeof additions)[number];

const additionsOfSeller = z
  .strictObject({
    taxed: z.array(z.enum(additions)),
    untaxed: z.array(z.enum(additions)),
    note: text.optional(),
    url: z
      .url({ protocol: /^https$/ })
      .optional()
      .describe('Where it was read'),
    confidence,
  })
  .describe("What else on a dealer's bill the tax on the car falls on; what stands in neither list is open");

/** One file of data/costs: what buying a used passenger car costs in one place. */
export const jurisdictionSchema = z.strictObject({
  $schema: z.string().optional(),
  country: z.enum(countries),
  code: z.string().regex(/^[A-Z]{2}$/),
  name: text,
  tile: z
    .tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])
    .describe(
      'Column and row in a grid of equal tiles, so that small places are as easy to see as large ones',
    ),
  additions: additionsOfSeller.optional(),
  paidElsewhere: paidElsewhere.optional(),
  postalCodes: postalCodes.describe(
    'Where its post offices are; single codes are exceptions from those that begin like them',
  ),
  sources: z.record(key, source),
  privateSaleTaxes: z.array(taxFigure).min(1).describe('Where nothing is due: one line with amount 0'),
  dealerSaleTaxes: z.array(taxFigure).min(1),
  fees: z.array(feeFigure).min(1),
  familyGift,
  assumptions: z.array(text).describe('What the figures take for granted'),
  notes: z
    .array(text)
    .describe('What else a buyer should know: deadlines, changes to come, what is not included'),
});

export type Jurisdiction = z.infer<typeof jurisdictionSchema>;
export type TaxFigure = z.infer<typeof taxFigure>;
export type FeeFigure = z.infer<typeof feeFigure>;
export type GuideValue = z.infer<typeof guideValue>;
export type FigureSource = z.infer<typeof source>;
export type Confidence = z.infer<typeof confidence>;
export type SaleType = z.infer<typeof saleType>;
