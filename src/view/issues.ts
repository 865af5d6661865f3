import type { Country } from '../costs/places.ts';
import type { IssueBody } from '../issues/issue-sample.ts';
import { alsoYearsSentence } from '../issues/neighbouring-years.ts';
import { comparisonSentence } from '../issues/reliability.ts';
import type { IssueFindings, IssueReport, KnownIssue, Reliability, Trend } from '../issues/schemas.ts';
import { afterRepairSentence, alsoReportedSentence, statementsInWords } from '../issues/statements.ts';
import { counted, grouped, listed, severityText } from '../lib/wording.ts';
import {
  bySeriousness,
  describeComplaints,
  type KnownIssuesSection,
} from '../report/known-issues-section.ts';
import { componentWords, distanceIn, distanceWords, LEAST_OWNERS } from '../report/words.ts';
import { ageWords, type Provenance } from '../sources/cached.ts';
import { nameOfCar } from '../vehicle/vehicle.ts';
import { complaintBars, mileageBars } from './charts/complaint-bars.ts';
import { type Html, html } from './html.ts';
import { sourceWords } from './recalls.ts';
import { type Item, type Part, type Section, styled } from './section.ts';
import { sectionLines } from './text.ts';

const MOST_CITED = 5;
/** In one sentence, each with the newest of its complaints. */
const MOST_NAMED = 5;
const MOST_NUMBERS = 3;

const UNVERIFIED = 'Complaints are not verified, and their number depends on sales and publicity.';

export function issuesView(section: KnownIssuesSection, country: Country): Section {
  const { topIssues, alsoReported, provenance, reliability } = section;
  const overview = describeComplaints(section, topIssues.length, {
    agency: 'the US road-safety agency, NHTSA,',
    sayParts: (parts) => `Most often about ${listed(parts)}.`,
    nameOf: (component) => componentWords(component).toLowerCase(),
    tooFew: 'known failures',
  });
  return {
    facts: [
      { terminal: section.reliabilitySummary },
      html`<p>${overview.replaceAll("'", '’')}</p>`,
      severityFigures(reliability),
      ...comparisonParts(reliability.comparison),
      complaintBars(section),
      mileageBars(topIssues, country),
    ],
    items: topIssues.map((issue) => itemView(issue, country)),
    notes: [
      (topIssues.length > 0 && alsoReportedSentence(alsoReported)) || null,
      styled('small', UNVERIFIED),
      styled('small', sourceWords(provenance)),
      null,
    ],
    one: 'failure',
    shownAtOnce: 6,
  };
}

function severityFigures({ complaintCount, severitySignals }: Reliability): Html {
  const { fires, crashes, injuries, deaths } = severitySignals;
  const figures = Object.entries({ complaints: complaintCount, fires, crashes, injuries, deaths });
  return html`<dl class="figures">${figures.map(([name, count]) => html`<div><dt>${name}</dt><dd>${grouped(count)}</dd></div>`)}</dl>`;
}

function comparisonParts(comparison: Reliability['comparison']): Part[] {
  if (comparison === undefined) return [null];
  const sentence = comparisonSentence(comparison);
  const { caveat } = comparison;
  return [{ terminal: `${sentence} ${caveat}` }, html`<p>${sentence} <small>${caveat}</small></p>`];
}

const TRENDS: Record<Trend, string> = {
  rising: 'filed more often in the latest year of complaints',
  steady: 'filed as often as before',
  falling: 'filed less often in the latest year of complaints',
  unknown: '',
};
/** By the number of owners who say it, and how plainly. */
const EVIDENCE = [
  [0.8, 'strong evidence'],
  [0.6, 'fair evidence'],
  [0, 'weak evidence'],
] as const;

function itemView(issue: KnownIssue, country: Country): Item {
  const { title, count, trend, confidence, severitySignals, statements = [], odiNumbers } = issue;
  const { symptoms = [], relatedRecalls = [], typicalMileage } = issue;
  const said = statementsInWords(statements);
  const about = [
    counted(count, 'complaint'),
    severityText(severitySignals),
    TRENDS[trend],
    EVIDENCE.find(([least]) => confidence >= least)?.[1] ?? '',
  ];
  const mileage = typicalMileage
    ? `, half of the ${typicalMileage.stated} stated mileages below ${grouped(typicalMileage.median)} miles`
    : '';
  const named = symptoms.map((symptom) => `${symptom.title} (${symptom.count})`);
  const recalls = relatedRecalls.map(recallWords);
  const more = odiNumbers.length - MOST_CITED;
  const cited = `${odiNumbers.slice(-MOST_CITED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return {
    title,
    about: about.filter((fact) => fact !== '').join(' · '),
    heading: title,
    parts: [
      { terminal: `${about[0]}, trend ${trend}, confidence ${confidence.toFixed(2)}${mileage}` },
      { terminal: issue.summary },
      said === undefined ? null : html`<p>${said}</p>`,
      typicalMileage && typicalMileage.stated >= LEAST_OWNERS
        ? mileageSentence(typicalMileage, country)
        : null,
      issue.alsoYears ? alsoYearsSentence(issue.alsoYears) : null,
      styled('small', named.length > 0 && `Among these complaints: ${named.join('; ')}`),
      afterRepairSentence(issue) ?? null,
      styled('small', recalls.length > 0 && `US recalls about it: ${recalls.join(', ')}`),
      { terminal: `NHTSA complaints ${cited}` },
      html`<details><summary>The complaints</summary><p><small>NHTSA numbers ${odiNumbers.join(', ')}</small></p></details>`,
    ],
  };
}

const BASIS = {
  quoted: '',
  unlisted: ' (owners name it; not among the recalls of this model and year here)',
  wording: ' (by its wording)',
};

export const recallWords = ({ campaign, basis }: NonNullable<KnownIssue['relatedRecalls']>[number]) =>
  `${campaign}${BASIS[basis]}`;

function mileageSentence(
  { p25, median, p75, stated }: NonNullable<KnownIssue['typicalMileage']>,
  country: Country,
): Html {
  return html`<p>Of the ${stated} owners who say when, half had it before ${distanceWords(country, median)}, and the middle half between ${grouped(distanceIn(country, p25))} and ${distanceWords(country, p75)}.</p>`;
}

type Counted = 'complaintCount' | 'complaintsAnalyzed' | 'knownIssues' | 'alsoReported';

interface Found extends Pick<IssueFindings, Counted> {
  status: IssueReport['status'];
  modelListed?: boolean;
  missingComplaints?: IssueReport['missingComplaints'];
  reliability?: Pick<Reliability, 'recalls' | 'comparison'>;
  provenance?: Provenance;
}

const WHY: Record<Exclude<Found['status'], 'ok'>, string> = {
  insufficient_data: 'Fewer than 15 complaints: too few to name known issues.',
  no_clear_pattern: 'The complaints show no clear pattern.',
  synthesis_unavailable: 'The complaints could not be read just now; try again in a while.',
};

/** Writes the answer as a person reads it in a terminal, the most serious failures first. */
export function issuesText(heading: string, found: Found): string {
  const { status, complaintCount, complaintsAnalyzed, knownIssues, modelListed, provenance } = found;
  const { missingComplaints: missing = null, reliability } = found;
  const recalls = reliability?.recalls;
  const isNothingSaid = complaintCount === 0 && modelListed === false;
  const why = isNothingSaid
    ? 'NHTSA lists no such model and year: this says nothing about the car.'
    : status === 'ok'
      ? null
      : WHY[status];
  const facts = [
    `${heading}: ${complaintCount} owner complaints, ${complaintsAnalyzed} read`,
    missing &&
      `${missing.count} of them are missing from NHTSA's newest answer; they are kept until a second reading agrees.`,
    recalls
      ? `Recalls: ${recalls.us ?? 'not known'} in the United States, ${recalls.canada ?? 'not known'} in Canada`
      : null,
    recalls?.namesNote ?? null,
    ...comparisonParts(reliability?.comparison),
    provenance?.recorded
      ? `NHTSA complaints of ${provenance.fetchedAt.slice(0, 10)}${ageWords(provenance)}`
      : null,
    why,
  ];
  return sectionLines({
    facts,
    items: why === null ? knownIssues.map((issue) => itemView(issue, 'US')) : [],
    notes: why === null ? [alsoReportedSentence(found.alsoReported) ?? null, UNVERIFIED] : [],
    one: 'failure',
    shownAtOnce: 0,
  })
    .join('\n')
    .trimEnd();
}

export function issuesInWords({ vehicle, status, complaintCount, knownIssues }: IssueBody): string {
  const filed = `${nameOfCar(vehicle)}: ${counted(complaintCount, 'owner complaint')} filed with NHTSA.`;
  if (status === 'insufficient_data') return `${filed} That is too few to name known issues.`;
  if (status !== 'ok') return `${filed} They show no clear pattern.`;
  const named = knownIssues
    .toSorted(bySeriousness)
    .slice(0, MOST_NAMED)
    .map(
      ({ title, count, odiNumbers }) =>
        `${title} (${count}, such as ${odiNumbers.slice(-MOST_NUMBERS).join(', ')})`,
    );
  return `${filed} The gravest known issues, with their complaints: ${listed(named)}.`;
}
