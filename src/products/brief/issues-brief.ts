import { z } from 'zod';
import type { Country } from '../../costs/places.ts';
import type { IssueBody } from '../../issues/issue-sample.ts';
import { comparisonSentence } from '../../issues/reliability.ts';
import { issueReportSchema, type KnownIssue } from '../../issues/schemas.ts';
import { statementsInWords } from '../../issues/statements.ts';
import { firstSentence, severityText } from '../../lib/wording.ts';
import { bySeriousness } from '../../report/known-issues-section.ts';
import { distanceWords, hadItBefore, recordedLack } from '../../report/words.ts';
import { recallWords } from '../../view/issues.ts';
import { sourceWords } from '../../view/recalls.ts';

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
    recalls: z
      .array(z.string())
      .exactOptional()
      .describe('US campaigns about it; one that is not of this model says so'),
    check: z.string().exactOptional().describe('What to check at the car'),
  })
  .meta({ id: 'BriefIssue', description: 'A failure mode that several owners report' });

export const issuesBriefSchema = z.object({
  status,
  complaintCount,
  complaintsAnalyzed,
  severitySignals: reliability.shape.severitySignals,
  knownIssues: z.array(issueSchema).describe('The gravest five'),
  furtherIssues: z
    .array(z.string())
    .describe(
      'The other known issues with their complaints, in order of gravity; with an odometer those nearest to it first',
    ),
  comparison: z.string().exactOptional().describe('How often owners complain, compared with like cars'),
  missing: z.string().nullable().describe('What the answer lacks, as far as known; null: nothing'),
  source: z.string(),
});

type Findings = Omit<IssueBody, 'vin' | 'vehicle' | 'knownIssues'>;

interface Asked {
  /** Decides on miles or kilometres. */
  country: Country;
  /** On the odometer of the car. */
  miles?: number | undefined;
  /** Of the issues beside the gravest; all where left out. */
  most?: number;
}

/** The gravest issues first, as the report has them, each with three complaints that can be looked up. */
export function briefIssues(
  { status, complaintCount, complaintsAnalyzed, reliability, missingComplaints, provenance }: Findings,
  issues: readonly KnownIssue[],
  asked: Asked = { country: 'US' },
): z.infer<typeof issuesBriefSchema> {
  const { comparison, severitySignals } = reliability;
  const sorted = issues.toSorted(bySeriousness);
  const missing = [
    recordedLack(provenance),
    missingComplaints &&
      `${missingComplaints.count} of the complaints are missing from the newest answer and kept until a second one agrees.`,
  ].filter((lack) => typeof lack === 'string');
  return {
    status,
    complaintCount,
    complaintsAnalyzed,
    severitySignals,
    knownIssues: sorted.slice(0, MOST_ISSUES).map((issue) => briefIssue(issue, asked.country)),
    furtherIssues: furtherIssues(sorted.slice(MOST_ISSUES), asked),
    ...(comparison && { comparison: comparisonSentence(comparison) }),
    missing: missing.length > 0 ? missing.join(' ') : null,
    source: sourceWords(provenance),
  };
}

const NOT_STATED = 1e9;

/** "Engine knocks (12, half of 4 before 60,500 miles)". What owners of cars that had run as far report comes first. */
function furtherIssues(issues: readonly KnownIssue[], { country, miles, most = issues.length }: Asked) {
  const apart = ({ typicalMileage: at }: KnownIssue) =>
    miles === undefined ? 0 : at === undefined ? NOT_STATED : Math.max(at.p25 - miles, miles - at.p75, 0);
  const told = issues
    .toSorted((a, b) => apart(a) - apart(b))
    .slice(0, most)
    .map(({ title, count, typicalMileage: at }) =>
      at === undefined
        ? `${title} (${count})`
        : `${title} (${count}, half of ${at.stated} before ${distanceWords(country, at.median)})`,
    );
  return issues.length > most ? [...told, `${issues.length - most} more in the whole answer`] : told;
}

function briefIssue(issue: KnownIssue, country: Country): z.infer<typeof issueSchema> {
  const { title, summary, count, share, trend, confidence, severitySignals, odiNumbers, check } = issue;
  const mileage = hadItBefore(issue, country);
  // The embedded engine's own words are the numbers that stand here anyway.
  const summarized = summary.startsWith(`${count} of`) ? undefined : firstSentence(summary);
  const said = statementsInWords(issue.statements ?? []) ?? summarized;
  const recalls = issue.relatedRecalls?.map(recallWords) ?? [];
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
    ...(check !== undefined && { check }),
  };
}
