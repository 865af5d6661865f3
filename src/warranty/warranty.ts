import { z } from 'zod';

export const markets = ['US', 'CA'] as const;
export const confidences = ['high', 'medium', 'low'] as const;

const coverageSchema = z
  .object({
    months: z
      .number()
      .int()
      .positive()
      .nullable()
      .describe('Length in months from the first day in service; null is for life'),
    miles: z
      .number()
      .int()
      .positive()
      .nullable()
      .describe('Distance limit in miles; null where there is none'),
    km: z
      .number()
      .int()
      .positive()
      .nullable()
      .describe('Distance limit in kilometres; null where there is none'),
    unlimitedDistance: z.boolean().describe('True where no distance ends the coverage'),
    transferable: z
      .boolean()
      .nullable()
      .describe('Whether this very term passes to later owners; false: see `note`; null: not established'),
    note: z.string().nullable().describe('Conditions, exceptions and what later owners get'),
  })
  .meta({ id: 'WarrantyCoverage', description: 'One kind of coverage' })
  .nullable();

/** The factory warranty of a make and model year, as it was when the vehicle was sold new. */
export const warrantySchema = z
  .object({
    make: z.string(),
    modelYear: z.number().int(),
    market: z.enum(markets).describe('The market whose terms these are'),
    coverages: z.object({
      basic: coverageSchema.describe('The whole vehicle, also called bumper-to-bumper or comprehensive'),
      powertrain: coverageSchema.describe('Engine, transmission and driven axles, or an electric drive unit'),
      corrosion: coverageSchema.describe('Rust that perforates body panels'),
      roadside: coverageSchema.describe('Roadside assistance'),
      evBattery: coverageSchema.describe('The traction battery; null for a vehicle without one'),
    }),
    asSold: z.literal(true).describe('The terms as sold new, never what remains of them'),
    source: z.object({ url: z.url({ protocol: /^https$/ }), title: z.string() }),
    confidence: z
      .enum(confidences)
      .describe('How sure basic and powertrain are; `note` names coverages that are less sure'),
    note: z
      .string()
      .describe('What the terms are and are not, what is not established, and how they are known'),
  })
  .meta({
    id: 'Warranty',
    description: 'Original factory new-vehicle warranty as sold. It is not the warranty that remains.',
  });

export type Warranty = z.infer<typeof warrantySchema>;
export type Coverage = NonNullable<z.infer<typeof coverageSchema>>;
export type CoverageName = keyof Warranty['coverages'];
export type Market = (typeof markets)[number];
