import { z } from 'zod';
import type { Report } from '../report-schema.ts';

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
  'older_copy',
  'recorded_answer',
  'warranty_may_run',
  'largest_cost',
] as const;

export const statementSchema = z.object({
  kind: z.enum(kinds).describe('Which rule made the statement'),
  level: z.enum(['urgent', 'important', 'note']),
  statement: z.string(),
  section: z.enum(['decode', 'recalls', 'knownIssues', 'purchaseCosts', 'warranty']),
  item: z.string().nullable().describe('Campaign, failure, coverage or place that it is about'),
  pointer: z.string().describe('JSON pointer to the part of this answer that it comes from'),
});

export type Statement = z.infer<typeof statementSchema>;

/** What the rules read. */
export type Facts = Omit<Report, 'summary'>;
