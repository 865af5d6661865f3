import { z } from 'zod';
import type { IssueBody } from '../../issues/issue-sample.ts';
import { comparisonSentence } from '../../issues/reliability.ts';
import { issueReportSchema, type KnownIssue } from '../../issues/schemas.ts';
import { statementsInWords } from '../../issues/statements.ts';
import { severityText } from '../../lib/wording.ts';
import { bySeriousness } from '../../report/known-issues-section.ts';
import { hadItBefore } from '../../report/words.ts';
import { sourceWords } from '../../view/recalls.ts';
import { firstSentence } from './first-sentence.ts';

const MOST_ISSUES = 5;
const MOST_NUMBERS = 3;

const { knownIssues, status, complaintCount, complaintsAnalyzed, reliability } = issueReportSchema.shape;

const issueSchema = knownIssues.element
  .pick({ title: true, count: true, share: true, trend: true, confidence: true })
  .extend({
    said: z.string().exactOptional().describe('What the cited complaints say beside the title'),
    harm: z.string().describe('What the cited complaints report; empty: no fire, crash, injury or death'),
    mileage: z.string().exactOptional(),
    odiNumbers: z.array(z.int()).describe('The three newest of the cited complaints'),
    recalls: z.array(z.string()).exactOptional().describe('US campaigns about the same failure'),
  })
  .meta({ id: 'BriefIssue', description: 'A failure mode that several owners report' });

export const issuesBriefSchema = z.object({
  status,
  complaintCount,
  complaintsAnalyzed,
  severitySignals: reliability.shape.severitySignals,
  knownIssues: z.array(issueSchema).describe('The gravest five'),
  furtherIssues: z.int().describe('Known issues that are not listed here'),
  comparison: z.string().exactOptional().describe('How often owners complain, compared with like cars'),
  missing: z.string().nullable().describe('What the newest answer of the source lacks; null: nothing'),
  source: z.string(),
});

type Findings = Omit<IssueBody, 'vin' | 'vehicle' | 'knownIssues'>;

/** The gravest issues first, as the report has them, each with three complaints that can be looked up. */
export function briefIssues(
  { status, complaintCount, complaintsAnalyzed, reliability, missingComplaints, provenance }: Findings,
  issues: readonly KnownIssue[],
): z.infer<typeof issuesBriefSchema> {
  const { comparison, severitySignals } = reliability;
  return {
    status,
    complaintCount,
    complaintsAnalyzed,
    severitySignals,
    knownIssues: issues.toSorted(bySeriousness).slice(0, MOST_ISSUES).map(briefIssue),
    furtherIssues: Math.max(0, issues.length - MOST_ISSUES),
    ...(comparison && { comparison: comparisonSentence(comparison) }),
    missing:
      missingComplaints &&
      `${missingComplaints.count} of the complaints are missing from the newest answer and kept until a second one agrees.`,
    source: sourceWords(provenance),
  };
}

function briefIssue(issue: KnownIssue): z.infer<typeof issueSchema> {
  const { title, summary, count, share, trend, confidence, severitySignals, odiNumbers } = issue;
  const mileage = hadItBefore(issue, 'US');
  // The embedded engine's own words are the numbers that stand here anyway.
  const summarized = summary.startsWith(`${count} of`) ? undefined : firstSentence(summary);
  const said = statementsInWords(issue.statements ?? []) ?? summarized;
  const recalls = issue.relatedRecalls?.map(({ campaign }) => campaign) ?? [];
  return {
    title,
    ...(said !== undefined && { said }),
    count,
    share,
    trend,
    confidence,
    harm: severityText(severitySignals),
    ...(mileage !== undefined && { mileage }),
    odiNumbers: odiNumbers.slice(-MOST_NUMBERS),
    ...(recalls.length > 0 && { recalls: recalls.slice(0, MOST_NUMBERS) }),
  };
}
