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
export const remainingSchema = z
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
    }),
    sentence: z.string().describe('What this owner still has, in one sentence'),
  })
  .meta({ id: 'WarrantyRemaining', description: 'What remains of the warranty for this owner' });

export type Owner = (typeof owners)[number];
export type OdometerUnit = (typeof odometerUnits)[number];
export type Remaining = z.infer<typeof remainingSchema>;
export type RemainingCoverage = NonNullable<z.infer<typeof remainingCoverage>>;
export type RemainingName = keyof Remaining['coverages'];
