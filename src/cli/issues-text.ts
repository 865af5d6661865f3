import type { Findings, KnownIssue } from '../issues/schemas.ts';
import { wrapped } from './wrapped.ts';

const INDENT = '    ';

/** Issues as a person reads them, the most serious first. */
export function issuesText(
  heading: string,
  found: Pick<Findings, 'complaintCount' | 'complaintsAnalyzed' | 'knownIssues'> & {
    status: string;
    modelListed?: boolean;
  },
): string {
  const { status, complaintCount, complaintsAnalyzed, knownIssues, modelListed } = found;
  const opening = `${heading}: ${complaintCount} owner complaints, ${complaintsAnalyzed} read`;
  if (complaintCount === 0 && modelListed === false)
    return `${opening}\nNHTSA lists no such model and year: this says nothing about the car.`;
  if (status !== 'ok') return `${opening}\n${WHY[status] ?? status}`;
  return [
    opening,
    ...knownIssues.flatMap(issueLines),
    '',
    'Complaints are not verified, and their number depends on sales and publicity.',
  ].join('\n');
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
      : `, half of the stated mileages below ${typicalMileage.median.toLocaleString('en-US')}`;
  const shown = odiNumbers.slice(-5).join(', ');
  return [
    '',
    `${title}`,
    `    ${count} complaints, trend ${trend}, confidence ${confidence.toFixed(2)}${mileage}`,
    ...wrapped(summary, INDENT),
    `    NHTSA complaints ${shown}${odiNumbers.length > 5 ? ` and ${odiNumbers.length - 5} more` : ''}`,
  ];
}
