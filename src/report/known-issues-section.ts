import { z } from 'zod';
import { issueReportSchema, issueStatus, type KnownIssue } from '../issues/schemas.ts';
import type { IssueAnswer } from '../issues/service.ts';
import { counted, grouped, listed, severityText } from '../lib/wording.ts';
import { provenanceSchema } from '../sources/cached.ts';

export const knownIssuesSectionSchema = issueReportSchema.omit({ knownIssues: true }).extend({
  status: issueStatus.exclude(['synthesis_unavailable']),
  reliabilitySummary: z.string().describe('The complaints in a few sentences, counted by us'),
  topIssues: issueReportSchema.shape.knownIssues.describe('Named failures, the most serious first'),
  provenance: provenanceSchema,
});

export type KnownIssuesSection = z.infer<typeof knownIssuesSectionSchema>;

export type SectionOutcome<Section> =
  | { kind: 'ok'; section: Section }
  | {
      kind: 'unavailable';
      reason: string;
      /** The part of it that is there all the same. */
      section?: Section;
    };

/** Too few complaints and no clear pattern are answers; complaints that could not be read are none. */
export function knownIssuesSection(answer: IssueAnswer): SectionOutcome<KnownIssuesSection> {
  const { knownIssues, status, ...rest } = answer;
  if (status === 'synthesis_unavailable')
    return { kind: 'unavailable', reason: 'The owner complaints could not be read for patterns just now.' };
  return {
    kind: 'ok',
    section: {
      status,
      reliabilitySummary: describeComplaints({ ...answer, status }, knownIssues.length, {
        agency: 'NHTSA',
        sayParts: (parts) => `Named most often: ${listed(parts)}.`,
        nameOf: (component) => component,
        tooFew: 'known issues',
        withSeverity: true,
      }),
      topIssues: knownIssues.toSorted(bySeriousness),
      ...rest,
    },
  };
}

/** Fewer events than this may be chance or a careless form. */
const LEAST_EVENTS = 3;

/** Fires, crashes and deaths that the complaints of a failure report. */
function eventsOf({ severitySignals: { fires, crashes, deaths } }: KnownIssue): number {
  return fires + crashes + deaths;
}

/** Names why a failure matters; undefined where it is one of many. */
export function concernOf(issue: KnownIssue): (typeof CONCERNS)[number] | undefined {
  if (issue.trend === 'rising') return eventsOf(issue) > 0 ? 'rising_danger' : 'rising_failure';
  return eventsOf(issue) >= LEAST_EVENTS || issue.severitySignals.deaths > 0
    ? 'dangerous_failure'
    : undefined;
}

const CONCERNS = ['rising_danger', 'dangerous_failure', 'rising_failure'] as const;

/** The order of failures for a buyer: by concern, then by the harm that is reported, then by number. */
export function bySeriousness(a: KnownIssue, b: KnownIssue): number {
  const rank = (issue: KnownIssue) => {
    const concern = concernOf(issue);
    return concern === undefined ? CONCERNS.length : CONCERNS.indexOf(concern);
  };
  return (
    rank(a) - rank(b) ||
    b.severitySignals.deaths - a.severitySignals.deaths ||
    eventsOf(b) - eventsOf(a) ||
    b.severitySignals.injuries - a.severitySignals.injuries ||
    b.count - a.count
  );
}

const MOST_COMPONENTS = 3;

interface Wording {
  /** Whom owners complain to. */
  agency: string;
  sayParts(parts: string[]): string;
  nameOf(component: string): string;
  /** The things that too few complaints cannot name. */
  tooFew: string;
  /** Says how many report a fire, a crash or an injury, where nothing else shows it. */
  withSeverity?: true;
}

type Complaints = Pick<IssueAnswer, 'complaintCount' | 'modelListed' | 'reliability' | 'missingComplaints'>;

export function describeComplaints(
  {
    status,
    complaintCount,
    modelListed,
    reliability,
    missingComplaints,
  }: Complaints & Pick<KnownIssuesSection, 'status'>,
  failures: number,
  { agency, sayParts, nameOf, tooFew, withSeverity }: Wording,
): string {
  if (complaintCount === 0) {
    return modelListed
      ? `No owner has complained to ${agency} about this model and year.`
      : 'NHTSA lists no such model and year, so that the absence of complaints says nothing.';
  }
  const { asOf, topComponents, severitySignals } = reliability;
  const parts = topComponents
    .slice(0, MOST_COMPONENTS)
    .map(({ component, count }) => `${nameOf(component)} (${grouped(count)})`);
  const reported = severityText(severitySignals);
  const severity =
    reported === '' ? 'None reports a fire, a crash or an injury.' : `They report ${reported}.`;
  const named = {
    ok: `${counted(failures, 'failure')} ${failures === 1 ? 'is' : 'are'} named from them.`,
    insufficient_data: `That is too few to name ${tooFew}.`,
    no_clear_pattern: 'They show no clear pattern.',
  };
  return [
    `${counted(complaintCount, 'owner complaint')} to ${agency} as of ${asOf}.`,
    ...(parts.length > 0 ? [sayParts(parts)] : []),
    ...(withSeverity ? [severity] : []),
    ...(missingComplaints === null
      ? []
      : [
          `${grouped(missingComplaints.count)} of them are missing from NHTSA's newest answer and kept until a second one agrees.`,
        ]),
    named[status],
  ].join(' ');
}
