import { z } from 'zod';

export const owners = ['first', 'later'] as const;
export const odometerUnits = ['km', 'mi'] as const;

const state = z
  .enum(['ended', 'running', 'maybe', 'unknown'])
  .describe(
    'running: by date and distance; maybe: it depends on a day or a distance that is not known; ' +
      'unknown: what this owner has is not established',
  );

const remainingCoverage = z
  .object({
    state,
    until: z
      .object({
        earliest: z.iso.date(),
        latest: z.iso.date(),
      })
      .nullable()
      .describe(
        'The day on which it ends by time; both are the same where the first day in service is known',
      ),
    miles: z.number().int().positive().nullable().describe('The odometer at which it ends; null: no limit'),
    km: z.number().int().positive().nullable().describe('The odometer at which it ends; null: no limit'),
    sentence: z.string(),
  })
  .meta({ id: 'RemainingCoverage', description: 'What is left of one coverage, whichever limit comes first' })
  .nullable();

/** The rest of a warranty for one owner on one day. */
const remainingSchema = z
  .object({
    asOf: z.iso.date(),
    owner: z.enum(owners),
    inService: z
      .object({ earliest: z.iso.date(), latest: z.iso.date() })
      .describe('The first day in service, or the days on which it can have been'),
    odometer: z.object({ miles: z.number().int(), km: z.number().int() }).nullable(),
    coverages: z.object({
      basic: remainingCoverage,
      powertrain: remainingCoverage,
      corrosion: remainingCoverage,
      roadside: remainingCoverage,
      evBattery: remainingCoverage,
      emissions: remainingCoverage,
      emissionsMajorComponents: remainingCoverage,
      emissionsCalifornia: remainingCoverage.describe(
        'The longer emission terms of a car certified to the rules of California, while such a car could have one',
      ),
    }),
    sentence: z.string().describe('What this owner still has, in one sentence'),
  })
  .meta({ id: 'WarrantyRemaining', description: 'What remains of the warranty for this owner' });

export type Owner = (typeof owners)[number];
export type OdometerUnit = (typeof odometerUnits)[number];
export type Remaining = z.infer<typeof remainingSchema>;
export type RemainingCoverage = NonNullable<z.infer<typeof remainingCoverage>>;
export type RemainingName = keyof Remaining['coverages'];

export const markets = ['US', 'CA'] as const;
export const marketNames: Record<Market, string> = { US: 'the United States', CA: 'Canada' };
export const confidences = ['high', 'medium', 'low'] as const;

const months = z.number().int().positive().nullable();
const distance = z.number().int().positive().nullable();

const termMembers = {
  months: months.describe('Length in months from the first day in service; null is for life'),
  miles: distance.describe('Distance limit in miles; null where there is none'),
  km: distance.describe('Distance limit in kilometres; null where there is none'),
  unlimitedDistance: z.boolean().describe('True where no distance ends the coverage'),
};

const sourceSchema = z.object({ url: z.url({ protocol: /^https$/ }), title: z.string() });

const laterOwnersSchema = z
  .discriminatedUnion('kind', [
    z
      .object({ kind: z.literal('term'), ...termMembers, source: sourceSchema })
      .describe('The term of later owners, also counted from the first day in service'),
    z.object({ kind: z.literal('ends_with_first_owner'), source: sourceSchema }),
    z.object({ kind: z.literal('unknown') }).describe('Not established'),
  ])
  .meta({ id: 'WarrantyLaterOwners', description: 'What a second or later owner has' });

const coverageObject = z.object({
  ...termMembers,
  transferable: z
    .boolean()
    .nullable()
    .describe(
      'Whether this very term passes to later owners; false: see `laterOwners`; null: not established',
    ),
  laterOwners: laterOwnersSchema,
  note: z.string().nullable().describe('Conditions, exceptions and what later owners get'),
});

const coverageSchema = coverageObject
  .meta({ id: 'WarrantyCoverage', description: 'One kind of coverage' })
  .nullable();

const termSchema = z
  .object(termMembers)
  .meta({ id: 'WarrantyTerm', description: 'How long a coverage lasts' });

const emissionsSchema = coverageObject
  .extend({
    majorComponents: termSchema.describe(
      'Catalytic converters, electronic emission control units and onboard diagnostic devices',
    ),
    california: z
      .object({
        defects: termSchema.describe('All parts that affect emissions'),
        listedParts: termSchema.describe('The expensive parts that the maker lists in the booklet'),
        partialZeroEmission: termSchema.describe('Vehicles labelled PZEV'),
        condition: z.string(),
        sources: z.array(sourceSchema),
      })
      .describe('Instead of the federal terms, where they are longer and the vehicle is certified so'),
    source: sourceSchema,
  })
  .meta({ id: 'EmissionsWarranty', description: 'What federal law demands of every maker' })
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
      emissions: emissionsSchema.describe(
        'The federal emission warranty of the US; null for other markets and for what it does not cover',
      ),
    }),
    asSold: z.literal(true).describe('The terms as sold new; what is left of them stands in `remaining`'),
    source: sourceSchema,
    confidence: z
      .enum(confidences)
      .describe('How sure basic and powertrain are; `note` names coverages that are less sure'),
    note: z
      .string()
      .describe('What the terms are and are not, what is not established, and how they are known'),
    remaining: remainingSchema,
  })
  .meta({
    id: 'Warranty',
    description: 'Original factory new-vehicle warranty as sold, and what remains of it.',
  });

export type Warranty = z.infer<typeof warrantySchema>;
export type Coverage = z.infer<typeof coverageObject>;
export type EmissionsCoverage = NonNullable<z.infer<typeof emissionsSchema>>;
export type LaterOwners = z.infer<typeof laterOwnersSchema>;
export type Term = z.infer<typeof termSchema>;
export type SourceReference = z.infer<typeof sourceSchema>;
export type CoverageName = keyof Warranty['coverages'];
export type Market = (typeof markets)[number];
