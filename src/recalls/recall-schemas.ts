import { z } from 'zod';
import { withThousands } from '../lib/wording.ts';
import { provenanceSchema } from '../sources/cached.ts';

const day = z.iso.date();

export const worded = {
  stopSale: z
    .boolean()
    .nullable()
    .describe('true: dealers are asked not to sell or deliver it; null: not stated'),
  warningText: z.string().nullable().describe('The sentences that warn, as published'),
  unreadAdvice: z
    .string()
    .nullable()
    .describe(
      'Sentences about driving or parking that may be advice and were not understood: see the notice; null: none',
    ),
};
const doubt = {
  inDoubt: z
    .boolean()
    .describe(
      'true: it is filed only for a version, such as the hybrid, the coupe or the plain model beside a hybrid, and the VIN does not say whether the car is one',
    ),
};
const kept = {
  missingSince: z.iso
    .datetime()
    .nullable()
    .describe(
      'When the source first answered without this recall; it stays until a second reading, six hours later, agrees',
    ),
};

export const usRecallSchema = z
  .object({
    campaign: z.string().describe('NHTSA campaign number'),
    kind: z
      .enum(['vehicle', 'equipment', 'tire', 'childSeat'])
      .describe('equipment, tire and childSeat concern the car only if that part is fitted to it'),
    component: z.string().describe("NHTSA's component, from the general to the particular, joined by colons"),
    summary: z.string(),
    consequence: z.string(),
    remedy: z.string(),
    notes: z.string().nullable(),
    manufacturer: z.string().nullable().describe('Who filed the recall'),
    reportedOn: day.describe('When NHTSA received the report'),
    parkIt: z
      .boolean()
      .nullable()
      .describe('true: do not drive the car, by flag or by its text; null: not stated'),
    parkOutside: z
      .boolean()
      .nullable()
      .describe('true: park the car outside, away from buildings, by flag or by its text; null: not stated'),
    ...worded,
    flags: z
      .object({ parkIt: z.boolean().nullable(), parkOutside: z.boolean().nullable() })
      .describe(
        "NHTSA's own flags; where they differ from parkIt and parkOutside, the text warns and the flag doesn't",
      ),
    overTheAirUpdate: z.boolean().nullable().describe('true: repaired by a download; null: not stated'),
    filing: z
      .object({
        unitsAffected: z
          .int()
          .nullable()
          .describe('Vehicles in the United States, of all models in the recall'),
        ownersToldOn: day.nullable().describe('When the maker was to write to the owners'),
        producedFrom: day
          .nullable()
          .describe('First day on which cars of this model that are in it were made'),
        producedTo: day.nullable().describe('Last such day'),
      })
      .exactOptional()
      .describe(
        "What NHTSA's files say beyond its answers by vehicle; absent where the recall was not read from them. A car made outside the days is not in the recall",
      ),
    models: z.array(z.string()).describe('Names of the model under which NHTSA files it'),
    ...doubt,
    ...kept,
    url: z.url(),
  })
  .meta({ id: 'UsRecall', description: 'A recall in the United States' });

export const canadaRecallSchema = z
  .object({
    recallNumber: z.string().nullable().describe("Transport Canada's number"),
    manufacturerRecallNumber: z.string().nullable(),
    component: z.string().nullable().describe('The part, as far as the text names one'),
    system: z.string().nullable().describe("Transport Canada's group of parts"),
    summary: z.string().nullable(),
    unitsAffected: z.number().int().nullable().describe('Vehicles in Canada, of all models in the recall'),
    recalledOn: day,
    parkIt: z.boolean().nullable().describe('true: do not drive the car, by its text; null: not stated'),
    parkOutside: z
      .boolean()
      .nullable()
      .describe('true: park the car outside, away from buildings, by its text; null: not stated'),
    ...worded,
    ...doubt,
    ...kept,
    inFrench: z
      .object({ summary: z.string(), warningText: z.string().nullable() })
      .exactOptional()
      .describe("Transport Canada's own French text; absent where it publishes none"),
    makes: z.array(z.string()),
    models: z.array(z.string()),
    years: z.array(z.number().int()),
    url: z.url(),
  })
  .meta({ id: 'CanadaRecall', description: 'A recall in Canada' });

const relatedPairSchema = z
  .object({
    campaign: z.string(),
    recallNumber: z.string().nullable(),
    confidence: z.number().min(0).max(1),
    evidence: z.object({
      manufacturerNumber: z
        .string()
        .nullable()
        .describe("The maker's own number, where both recalls state it"),
      component: z.string().nullable().describe('Group of parts that both recalls name'),
      daysApart: z.number().int().describe('Days between the two reports'),
      wording: z
        .number()
        .min(0)
        .max(1)
        .describe('Likeness of the two texts: 0 nothing in common, 1 the same words'),
    }),
  })
  .describe('A recall in the United States and one in Canada of the same defect');

const recallProvenanceSchema = provenanceSchema
  .extend({
    matchedModels: z
      .array(z.string())
      .describe('Makes and models, in the spelling of the source, that were asked for'),
    inDoubt: z
      .array(z.string())
      .describe('Of those, versions that the car may or may not be: the VIN does not say'),
    keptApart: z
      .array(z.string())
      .describe(
        'Versions that the source files separately and the car is not, such as hybrids and other bodies; their recalls are not included',
      ),
    notRead: z
      .array(z.string())
      .describe(
        'Names for which the source, asked twice, had nothing though it should have: recalls may be missing. Empty: all was read',
      ),
    modelListed: z
      .boolean()
      .describe(
        'false: the source has nothing under this name and year, so that zero says little; true: it has the model',
      ),
  })
  .meta({ id: 'RecallProvenance', description: 'Where the recalls came from, and under which names' });

/** The licence of the Canadian data goes wherever they go. */
export const canadaAttributionSchema = z
  .object({
    canada: z.object({ text: z.string(), licenceUrl: z.url() }),
  })
  .meta({ id: 'Attribution', description: 'The licence of the Canadian data' });

export const recallReportSchema = z.object({
  counts: z
    .object({ us: z.number().int(), canada: z.number().int() })
    .describe('All recalls of the make, model and year'),
  us: z.array(usRecallSchema).describe('"Do not drive" first, then "park outside", then the newest'),
  canada: z
    .array(canadaRecallSchema)
    .describe('"Do not drive" first, then "park outside", then the newest, of the 25 newest'),
  related: z.array(relatedPairSchema),
  scope: z.literal('model-year'),
  scopeNote: z.string(),
  namesNote: z
    .string()
    .nullable()
    .describe(
      'What was set aside or asked in doubt, wherever a count could be read as complete; null: nothing',
    ),
  provenance: z.object({ us: recallProvenanceSchema, canada: recallProvenanceSchema }),
  attribution: canadaAttributionSchema,
});

const bothOrOne = recallReportSchema.shape;

/** Recalls of two countries, of which one may have failed. */
export const readRecallsSchema = recallReportSchema.extend({
  counts: z.object({ us: z.int().nullable(), canada: z.int().nullable() }).meta({
    id: 'RecallCounts',
    description: 'All recalls of the make, model and year; null: the country could not be read',
  }),
  provenance: z
    .object({
      us: bothOrOne.provenance.shape.us.nullable(),
      canada: bothOrOne.provenance.shape.canada.nullable(),
    })
    .describe('null: the country could not be read'),
});

export type UsRecall = z.infer<typeof usRecallSchema>;
export type CanadaRecall = z.infer<typeof canadaRecallSchema>;
export type RelatedPair = z.infer<typeof relatedPairSchema>;
export type ReadRecalls = z.infer<typeof readRecallsSchema>;
export type RecallReport = z.infer<typeof recallReportSchema>;

type Filing = NonNullable<z.infer<typeof usRecallSchema>['filing']>;

/** Says in one sentence what helps to find out whether this very car is in a recall; undefined where nothing is stated. */
export function filingSentence({ unitsAffected, ownersToldOn, producedFrom, producedTo }: Filing) {
  const days =
    producedFrom !== null && producedTo !== null
      ? `between ${producedFrom} and ${producedTo}`
      : (producedFrom && `from ${producedFrom} on`) || (producedTo && `until ${producedTo}`);
  const parts = [
    ...(days ? [`it concerns cars of this model made ${days} (the label on the door frame says when)`] : []),
    ...(ownersToldOn === null ? [] : [`owners were to be told on ${ownersToldOn}`]),
    ...(unitsAffected === null ? [] : [`${withThousands(unitsAffected)} vehicles are in it`]),
  ];
  const text = parts.join('; ');
  return text === '' ? undefined : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
