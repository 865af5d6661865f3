import { z } from 'zod';
import { recordedNote } from '../sources/cached.ts';
import {
  decodeProvenanceSchema,
  decodeVerdictSchema,
  vehicleSchema,
  vinWarning,
} from '../vehicle/vehicle.ts';
import { warrantySchema } from '../warranty/warranty.ts';
import { knownIssuesSectionSchema } from './known-issues-section.ts';
import { purchaseSchema } from './purchase.ts';
import { purchaseCostsSectionSchema } from './purchase-costs-section.ts';
import { recallsSectionSchema } from './recalls-section.ts';

const { year, ...particulars } = vehicleSchema.shape;

const kinds = [
  'vin_doubtful',
  'do_not_drive',
  'park_outside',
  'stop_sale',
  'section_unavailable',
  'rising_danger',
  'dangerous_failure',
  'rising_failure',
  'recalls_to_check',
  'versions_set_aside',
  'model_not_listed',
  'country_missing',
  'older_copy',
  'recorded_answer',
  'warranty_may_run',
  'largest_cost',
] as const;

const statementSchema = z.object({
  kind: z.enum(kinds).describe('Which rule made the statement'),
  level: z.enum(['urgent', 'important', 'note']),
  statement: z.string(),
  section: z.enum(['decode', 'recalls', 'knownIssues', 'purchaseCosts', 'warranty']),
  item: z.string().nullable().describe('Campaign, failure, coverage or place that it is about'),
  pointer: z.string().describe('JSON pointer to the part of this answer that it comes from'),
});

const section = statementSchema.shape.section;

const evidenceSchema = z
  .object({
    pointer: z.string().describe('JSON pointer to the part of this answer that it comes from'),
    campaigns: z.array(z.string()).exactOptional().describe('Numbers of the recall notices'),
    odiNumbers: z.array(z.int()).exactOptional().describe('The newest complaints; all stand at the pointer'),
    coverages: z.array(z.string()).exactOptional().describe('Coverages of the warranty'),
    lines: z.array(z.string()).exactOptional().describe('Ids of the lines of the costs'),
  })
  .meta({ id: 'Evidence', description: 'What a sentence rests on' });

const matterSchema = z
  .object({
    level: statementSchema.shape.level,
    title: z.string(),
    text: z.string(),
    section,
    evidence: evidenceSchema,
  })
  .meta({ id: 'Matter', description: 'One of the things that matter most' });

const adviceSchema = z
  .object({
    kind: z.enum(['check', 'question']).describe('question: what to ask the seller'),
    text: z.string(),
    because: z.string(),
    section,
    evidence: evidenceSchema,
  })
  .meta({ id: 'Advice', description: 'Something to look at or to ask, and why' });

const decisionSchema = z
  .object({
    level: z.enum(['urgent', 'important', 'calm']),
    verdict: z.string().describe('The report in one sentence'),
    evidence: evidenceSchema.nullable().describe('What the verdict rests on; null: that nothing was found'),
    matters: z.array(matterSchema).describe('The three things at most that matter most'),
    beforeYouGo: z.array(adviceSchema),
    atTheCar: z.array(adviceSchema),
    atTheCounter: z.array(adviceSchema),
  })
  .describe('What to do: derived by rules, each sentence with its evidence');

export type Evidence = z.infer<typeof evidenceSchema>;
export type Matter = z.infer<typeof matterSchema>;
export type Advice = z.infer<typeof adviceSchema>;
export type Decision = z.infer<typeof decisionSchema>;
export type Statement = z.infer<typeof statementSchema>;

const state = z.enum(['ok', 'unavailable']);

/** All that is said about a car before it is bought. A section that is unavailable is null. */
export const reportSchema = z.object({
  ...vinWarning,
  ...recordedNote,
  vin: z.string(),
  vehicle: z
    .object({ modelYear: year, ...particulars })
    .describe('The decoded vehicle. Every key is always present; null means that the data does not say.'),
  decode: decodeVerdictSchema.extend({ provenance: decodeProvenanceSchema }),
  purchase: purchaseSchema,
  decision: decisionSchema,
  summary: z
    .array(statementSchema)
    .describe(
      'What to look at first, the most pressing on top; each says which part of the report it is from',
    ),
  recalls: recallsSectionSchema.nullable(),
  knownIssues: knownIssuesSectionSchema.nullable(),
  purchaseCosts: purchaseCostsSectionSchema.nullable(),
  warranty: warrantySchema.nullable(),
  warrantyNote: z.string().nullable().describe('Why the warranty is not known; null where it is'),
  sections: z.object({
    decode: z.literal('ok'),
    recalls: state,
    knownIssues: state,
    purchaseCosts: state,
  }),
  sectionDetails: z
    .object({
      recalls: z.string().exactOptional(),
      knownIssues: z.string().exactOptional(),
      purchaseCosts: z.string().exactOptional(),
    })
    .describe('Why a section is unavailable'),
});

export type Report = z.infer<typeof reportSchema>;
/** The findings, before anything is concluded from them. */
export type Facts = Omit<Report, 'summary' | 'decision'>;
export type SecondarySection = keyof Report['sectionDetails'];
