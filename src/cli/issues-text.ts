import { type Comparison, comparisonSentence } from '../issues/comparison.ts';
import { afterRepairSentence, alsoReportedSentence } from '../issues/in-words.ts';
import { alsoYearsSentence } from '../issues/neighbouring-years.ts';
import type { IssueFindings, IssueReport, KnownIssue, Reliability } from '../issues/schemas.ts';
import { withThousands } from '../lib/with-thousands.ts';
import { ageWords, type Provenance } from '../sources/provenance.ts';
import { wrapped } from './wrapped.ts';

const INDENT = '    ';

/** Issues as a person reads them, the most serious first. */
export function issuesText(
  heading: string,
  found: Pick<IssueFindings, 'complaintCount' | 'complaintsAnalyzed' | 'knownIssues' | 'alsoReported'> & {
    status: string;
    modelListed?: boolean;
    missingComplaints?: IssueReport['missingComplaints'];
    reliability?: Pick<Reliability, 'recalls' | 'comparison'>;
    provenance?: Provenance;
  },
): string {
  const { status, complaintCount, complaintsAnalyzed, knownIssues, modelListed } = found;
  const opening = [
    `${heading}: ${complaintCount} owner complaints, ${complaintsAnalyzed} read`,
    ...missingLines(found.missingComplaints),
    ...recallLines(found.reliability?.recalls),
    ...comparisonLines(found.reliability?.comparison, ''),
    ...(found.provenance?.recorded
      ? wrapped(
          `NHTSA complaints of ${found.provenance.fetchedAt.slice(0, 10)}${ageWords(found.provenance)}`,
          '',
        )
      : []),
  ].join('\n');
  if (complaintCount === 0 && modelListed === false)
    return `${opening}\nNHTSA lists no such model and year: this says nothing about the car.`;
  if (status !== 'ok') return `${opening}\n${WHY[status] ?? status}`;
  return [
    opening,
    ...knownIssues.flatMap(issueLines),
    '',
    ...sentenceLines(alsoReportedSentence(found.alsoReported), ''),
    'Complaints are not verified, and their number depends on sales and publicity.',
  ].join('\n');
}

function missingLines(missing: IssueReport['missingComplaints'] = null): string[] {
  if (missing === null) return [];
  return wrapped(
    `${missing.count} of them are missing from NHTSA's newest answer; they are kept until a second reading agrees.`,
    '',
  );
}

function recallLines(recalls: Reliability['recalls'] | undefined): string[] {
  if (recalls === undefined) return [];
  const { us, canada, namesNote } = recalls;
  const counts = `Recalls: ${us ?? 'not known'} in the United States, ${canada ?? 'not known'} in Canada`;
  return [counts, ...(namesNote === null ? [] : wrapped(namesNote, ''))];
}

export function comparisonLines(comparison: Comparison | undefined, indent: string): string[] {
  return comparison === undefined
    ? []
    : wrapped(`${comparisonSentence(comparison)} ${comparison.caveat}`, indent);
}

export function alsoYearsLines({ alsoYears }: KnownIssue, indent: string): string[] {
  return sentenceLines(alsoYears && alsoYearsSentence(alsoYears), indent);
}

export function sentenceLines(sentence: string | undefined, indent: string): string[] {
  return sentence === undefined ? [] : wrapped(sentence, indent);
}

const WHY: Record<string, string> = {
  insufficient_data: 'Fewer than 15 complaints: too few to name known issues.',
  no_clear_pattern: 'The complaints show no clear pattern.',
  synthesis_unavailable: 'The complaints could not be read just now; try again in a while.',
};

function issueLines(issue: KnownIssue): string[] {
  const { title, count, trend, confidence, summary, typicalMileage, odiNumbers } = issue;
  const mileage =
    typicalMileage === undefined
      ? ''
      : `, half of the ${typicalMileage.stated} stated mileages below ${withThousands(typicalMileage.median)} miles`;
  const shown = odiNumbers.slice(-5).join(', ');
  return [
    '',
    `${title}`,
    `    ${count} complaints, trend ${trend}, confidence ${confidence.toFixed(2)}${mileage}`,
    ...wrapped(summary, INDENT),
    ...alsoYearsLines(issue, INDENT),
    ...symptomLines(issue),
    ...sentenceLines(afterRepairSentence(issue), INDENT),
    ...campaignLines(issue),
    `    NHTSA complaints ${shown}${odiNumbers.length > 5 ? ` and ${odiNumbers.length - 5} more` : ''}`,
  ];
}

function symptomLines({ symptoms = [] }: KnownIssue): string[] {
  const named = symptoms.map(({ title, count }) => `${title} (${count})`);
  return named.length === 0 ? [] : wrapped(`Among these complaints: ${named.join('; ')}`, INDENT);
}

function campaignLines({ relatedRecalls = [] }: KnownIssue): string[] {
  const named = relatedRecalls.map(({ campaign, basis }) =>
    basis === 'quoted' ? `${campaign} (owners quote it)` : `${campaign} (by its wording)`,
  );
  return named.length === 0 ? [] : wrapped(`Recalls about it: ${named.join(', ')}`, INDENT);
}
