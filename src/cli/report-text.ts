import { countryFacts } from '../costs/places.ts';
import { readTotals } from '../costs/published.ts';
import { afterRepairSentence, alsoReportedSentence } from '../issues/in-words.ts';
import { disclaimer } from '../lib/disclaimer.ts';
import { counted, grouped, listed } from '../lib/wording.ts';
import { notListedNote } from '../recalls/names-note.ts';
import type { KnownIssuesSection } from '../report/known-issues-section.ts';
import type { PurchaseCostsSection } from '../report/purchase-costs-section.ts';
import type { RecallItem, RecallsSection } from '../report/recalls-section.ts';
import type { Report } from '../report/report-schema.ts';
import type { Statement } from '../report/summary/statement.ts';
import { ageWords, type Provenance } from '../sources/provenance.ts';
import { warrantyCard } from './commands/warranty-card.ts';
import { alsoYearsLines, comparisonLines, sentenceLines } from './issues-text.ts';
import { warningLines } from './warning-lines.ts';
import { wrapped } from './wrapped.ts';

const INDENT = '    ';
const SHOWN_ISSUES = 8;
const SHOWN_COMPLAINTS = 3;

const MARKS: Record<Statement['level'], string> = { urgent: '!!', important: ' *', note: ' -' };

/** The report as a person reads it: what to look at first, then each part. */
export function reportText(report: Report): string {
  const { vin, vehicle, summary, recalls, knownIssues, purchaseCosts, sectionDetails } = report;
  const { modelYear: year, make, model, trim, bodyClass, engine } = vehicle;
  const particulars = [
    trim,
    bodyClass,
    engine.displacementL === null ? null : `${engine.displacementL.toFixed(1)} L`,
    engine.fuelType,
  ].filter((part) => part !== null);
  return [
    `${year} ${make} ${model}  ${vin}`,
    ...wrapped(particulars.join(', '), ''),
    ...heading('Look at this first'),
    ...summary.flatMap(summaryLines),
    ...heading('Recalls'),
    ...(recalls === null ? missing(sectionDetails.recalls) : recallLines(recalls)),
    ...heading('Known issues'),
    ...(knownIssues === null ? missing(sectionDetails.knownIssues) : issueLines(knownIssues)),
    ...heading('Purchase costs'),
    ...(purchaseCosts === null ? missing(sectionDetails.purchaseCosts) : costLines(purchaseCosts)),
    ...heading('Factory warranty'),
    warrantyCard(
      report.warranty === null
        ? { warranty: null, warrantyNote: report.warrantyNote ?? '' }
        : { warranty: report.warranty, warrantyNote: null },
      { make, model, year },
    ),
    '',
    ...wrapped(disclaimer, ''),
  ].join('\n');
}

function heading(text: string): string[] {
  return ['', text.toUpperCase(), '-'.repeat(text.length)];
}

function missing(reason = ''): string[] {
  return wrapped(`Not available. ${reason}`, '');
}

function summaryLines({ level, statement }: Statement): string[] {
  const [first = '', ...rest] = wrapped(statement, INDENT);
  return [`${MARKS[level]}  ${first.trimStart()}`, ...rest];
}

function recallLines({
  items,
  count,
  scopeNote,
  namesNote,
  provenance,
  attribution,
}: RecallsSection): string[] {
  const notes = [notListedNote(provenance), namesNote].filter((note) => note !== null);
  return [
    counted(count, 'notice'),
    ...notes.flatMap((note) => wrapped(note, '')),
    ...items.flatMap(itemLines),
    '',
    ...wrapped(scopeNote, ''),
    ...sourceLine(provenance.us),
    ...sourceLine(provenance.canada),
    `${attribution.canada.text} ${attribution.canada.licenceUrl}`,
  ];
}

function itemLines(item: RecallItem): string[] {
  const numbers = item.sameDefect.map(({ campaign }) => campaign ?? 'number not known');
  return [
    '',
    ...warningLines(item),
    ...wrapped(
      `${item.country} ${item.campaign ?? 'number not known'}  ${item.reportedOn}  ${item.component}`,
      '',
    ),
    ...(item.kind === 'vehicle' ? [] : [`${INDENT}Only for cars fitted with this part.`]),
    ...wrapped(item.summary, INDENT),
    ...wrapped(item.remedy ?? '', INDENT),
    ...(numbers.length === 0 ? [] : wrapped(`Probably the same defect: ${listed(numbers)}`, INDENT)),
  ];
}

function issueLines({
  reliabilitySummary,
  reliability,
  topIssues,
  alsoReported,
  provenance,
}: KnownIssuesSection): string[] {
  const more = topIssues.length - SHOWN_ISSUES;
  return [
    ...wrapped(reliabilitySummary, ''),
    ...comparisonLines(reliability.comparison, ''),
    ...topIssues.slice(0, SHOWN_ISSUES).flatMap((issue) => {
      const { odiNumbers } = issue;
      const others = odiNumbers.length - SHOWN_COMPLAINTS;
      const cited = odiNumbers.slice(-SHOWN_COMPLAINTS).join(', ');
      return [
        '',
        issue.title,
        ...wrapped(
          `${counted(issue.count, 'complaint')}, trend ${issue.trend}, confidence ${issue.confidence.toFixed(2)}`,
          INDENT,
        ),
        ...wrapped(issue.summary, INDENT),
        ...alsoYearsLines(issue, INDENT),
        ...sentenceLines(afterRepairSentence(issue), INDENT),
        ...wrapped(`NHTSA complaints ${cited}${others > 0 ? ` and ${others} more` : ''}`, INDENT),
      ];
    }),
    ...(more > 0 ? ['', `and ${counted(more, 'issue')} more: --json and --html show all.`] : []),
    '',
    ...sentenceLines(topIssues.length > 0 ? alsoReportedSentence(alsoReported) : undefined, ''),
    'Complaints are not verified, and their number depends on sales and publicity.',
    ...sourceLine(provenance),
  ];
}

function costLines(section: PurchaseCostsSection): string[] {
  const { known, range } = readTotals(section.estimatedFees);
  const { currency } = countryFacts[section.country];
  return [
    `${grouped(range.low)} to ${grouped(range.high)} ${currency}; middle of the known totals ${grouped(known)}`,
    ...wrapped(section.notes, ''),
    ...wrapped('`forecourt costs` does so on the command line.', ''),
  ];
}

function sourceLine({ source, fetchedAt, ...part }: Provenance) {
  return wrapped(`${source}, read ${fetchedAt.slice(0, 10)}${ageWords(part)}`, '');
}
