import { z } from 'zod';
import { readDataFile } from '../lib/data-file.ts';
import { onDemand } from '../lib/on-demand.ts';
import { confidence, source } from './jurisdiction-schema.ts';
import { states } from './places.ts';

const rate = z
  .union([z.number().nonnegative(), z.tuple([z.number().nonnegative(), z.number().nonnegative()])])
  .describe('Percent of county, city and districts together, or its bounds');
const codes = z
  .string()
  .regex(/^\d{5}(-\d{5})?( \d{5}(-\d{5})?)*$/)
  .describe('ZIP codes and ranges of them');

/** The file with what is decided below the states: local rates and counties, by city and ZIP code. */
const localAreasSchema = z.strictObject({
  writtenOn: z.iso.date(),
  sources: z.record(z.string(), source),
  states: z.partialRecord(
    z.enum(states),
    z.strictObject({
      source: z.string().nullable().optional().describe('Where its rates were read; null: nowhere'),
      asOf: z.string().nullable().optional(),
      confidence: confidence
        .optional()
        .describe('low: the bounds of a rate are a quarter point away from it'),
      placeOfDealer: z.literal(true).optional().describe('At a dealer the rate is that of the dealer'),
      counties: z.record(z.string(), z.strictObject({ rate: rate.optional(), codes })),
      cities: z.record(
        z.string(),
        z.strictObject({
          counties: z.array(z.string()).min(1),
          rate: rate.optional(),
          source: z.null().optional().describe('null: not read where the others of the state were'),
          codes: codes.optional().describe('The ZIP codes of its post offices, where the city has a rate'),
        }),
      ),
    }),
  ),
});

export type StatedRate = z.infer<typeof rate>;
export type StateAreas = NonNullable<z.infer<typeof localAreasSchema>['states'][(typeof states)[number]]>;
export type LocalAreas = z.infer<typeof localAreasSchema>;

export const localAreas = onDemand(
  (): LocalAreas => readDataFile('costs/local-areas.json', localAreasSchema),
);
