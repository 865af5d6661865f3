import { z } from 'zod';
import { issueReportSchema, issueStatus, type Reliability } from '../issues/schemas.ts';
import type { IssueAnswer } from '../issues/service.ts';
import { counted, grouped, listed, severityText } from '../lib/wording.ts';
import { provenanceSchema } from '../sources/provenance.ts';
import type { SectionOutcome } from './section-outcome.ts';

export const knownIssuesSectionSchema = issueReportSchema.omit({ knownIssues: true }).extend({
  status: issueStatus.exclude(['synthesis_unavailable']),
  reliabilitySummary: z.string().describe('The complaints in a few sentences, counted by us'),
  topIssues: issueReportSchema.shape.knownIssues.describe('Named failures, the most serious first'),
  provenance: provenanceSchema,
});

export type KnownIssuesSection = z.infer<typeof knownIssuesSectionSchema>;

/** Too few complaints and no clear pattern are answers; complaints that could not be read are none. */
export function knownIssuesSection(answer: IssueAnswer): SectionOutcome<KnownIssuesSection> {
  const { knownIssues, status, ...rest } = answer;
  if (status === 'synthesis_unavailable')
    return { kind: 'unavailable', reason: 'The owner complaints could not be read for patterns just now.' };
  return {
    kind: 'ok',
    section: {
      status,
      reliabilitySummary: summarise(status, knownIssues.length, answer),
      topIssues: knownIssues,
      ...rest,
    },
  };
}

const MOST_COMPONENTS = 3;

function summarise(
  status: KnownIssuesSection['status'],
  issueCount: number,
  {
    complaintCount,
    modelListed,
    reliability,
    missingComplaints,
  }: Pick<IssueAnswer, 'complaintCount' | 'modelListed' | 'reliability' | 'missingComplaints'>,
): string {
  if (complaintCount === 0) {
    return modelListed
      ? 'No owner has complained to NHTSA about this model and year.'
      : 'NHTSA lists no such model and year, so that the absence of complaints says nothing.';
  }
  return [
    `${counted(complaintCount, 'owner complaint')} to NHTSA as of ${reliability.asOf}.`,
    ...componentSentence(reliability),
    ...severitySentence(reliability),
    ...missingSentence(missingComplaints),
    conclusion(status, issueCount),
  ].join(' ');
}

function componentSentence({ topComponents }: Reliability): string[] {
  if (topComponents.length === 0) return [];
  const parts = topComponents
    .slice(0, MOST_COMPONENTS)
    .map(({ component, count }) => `${component} (${grouped(count)})`);
  return [`Named most often: ${listed(parts)}.`];
}

function severitySentence({ severitySignals }: Reliability): string[] {
  const reported = severityText(severitySignals);
  return [reported === '' ? 'None reports a fire, a crash or an injury.' : `They report ${reported}.`];
}

function missingSentence(missing: IssueAnswer['missingComplaints']): string[] {
  if (missing === null) return [];
  return [
    `${grouped(missing.count)} of them are missing from NHTSA's newest answer and kept until a second one agrees.`,
  ];
}

function conclusion(status: KnownIssuesSection['status'], issueCount: number): string {
  switch (status) {
    case 'ok':
      return `${counted(issueCount, 'failure')} ${issueCount === 1 ? 'is' : 'are'} named from them.`;
    case 'insufficient_data':
      return 'That is too few to name known issues.';
    case 'no_clear_pattern':
      return 'They show no clear pattern.';
  }
}
