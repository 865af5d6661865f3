import type { Country } from '../../costs/places.ts';
import { comparisonSentence } from '../../issues/comparison.ts';
import { afterRepairSentence, alsoReportedSentence } from '../../issues/in-words.ts';
import { alsoYearsSentence } from '../../issues/neighbouring-years.ts';
import type { KnownIssue, Trend } from '../../issues/schemas.ts';
import { statementsInWords } from '../../issues/statements.ts';
import { counted, grouped, listed, severityText } from '../../lib/wording.ts';
import { distanceIn, distanceWords } from '../decision/buyer.ts';
import { componentWords } from '../decision/component-words.ts';
import type { KnownIssuesSection } from '../known-issues-section.ts';
import { complaintBars } from './charts/complaint-bars.ts';
import { mileageBars } from './charts/mileage-bars.ts';
import { type Html, html } from './html.ts';
import { sourceNote } from './source-note.ts';

const SHOWN_AT_ONCE = 6;
const MOST_COMPONENTS = 3;

export function issuesPart(section: KnownIssuesSection, country: Country): Html {
  const { topIssues, provenance, reliability } = section;
  const more = topIssues.slice(SHOWN_AT_ONCE);
  const others = topIssues.length > 0 ? alsoReportedSentence(section.alsoReported) : undefined;
  return html`<p>${overview(section)}</p>
${severityPart(reliability)}
${comparisonPart(reliability)}
${complaintBars(section)}
${mileageBars(topIssues, country)}
<div class="columns">${topIssues.slice(0, SHOWN_AT_ONCE).map((issue) => issuePart(issue, country))}</div>
${more.length > 0 && html`<details><summary>${counted(more.length, 'more failure')}</summary>${more.map((issue) => issuePart(issue, country))}</details>`}
${others !== undefined && html`<p>${others}</p>`}
<p><small>Complaints are not verified, and their number depends on sales and publicity.</small></p>
${sourceNote(provenance)}`;
}

function overview({
  status,
  complaintCount,
  modelListed,
  reliability,
  topIssues,
  missingComplaints,
}: KnownIssuesSection): string {
  if (complaintCount === 0) {
    return modelListed
      ? 'No owner has complained to the US road-safety agency, NHTSA, about this model and year.'
      : 'NHTSA lists no such model and year, so that the absence of complaints says nothing.';
  }
  const parts = reliability.topComponents
    .slice(0, MOST_COMPONENTS)
    .map(({ component, count }) => `${componentWords(component).toLowerCase()} (${grouped(count)})`);
  const found = {
    ok: `${counted(topIssues.length, 'failure')} ${topIssues.length === 1 ? 'is' : 'are'} named from them.`,
    insufficient_data: 'That is too few to name known failures.',
    no_clear_pattern: 'They show no clear pattern.',
  }[status];
  return [
    `${counted(complaintCount, 'owner complaint')} to the US road-safety agency, NHTSA, as of ${reliability.asOf}.`,
    ...(parts.length > 0 ? [`Most often about ${listed(parts)}.`] : []),
    ...(missingComplaints === null
      ? []
      : [
          `${grouped(missingComplaints.count)} of them are missing from NHTSA’s newest answer and kept until a second one agrees.`,
        ]),
    found,
  ].join(' ');
}

/** How bad it was, as owners report it. */
function severityPart({ complaintCount, severitySignals }: KnownIssuesSection['reliability']): Html {
  const { fires, crashes, injuries, deaths } = severitySignals;
  const figures = [
    ['complaints', complaintCount],
    ['fires', fires],
    ['crashes', crashes],
    ['injuries', injuries],
    ['deaths', deaths],
  ] as const;
  return html`<dl class="figures">${figures.map(([name, count]) => html`<div><dt>${name}</dt><dd>${grouped(count)}</dd></div>`)}</dl>`;
}

function comparisonPart({ comparison }: KnownIssuesSection['reliability']): Html | false {
  return (
    comparison !== undefined &&
    html`<p>${comparisonSentence(comparison)} <small>${comparison.caveat}</small></p>`
  );
}

const TRENDS: Record<Trend, string> = {
  rising: 'filed more often of late',
  steady: 'filed as often as before',
  falling: 'filed less often of late',
  unknown: '',
};
/** How many say it, and how plainly. */
const EVIDENCE = [
  [0.8, 'strong evidence'],
  [0.6, 'fair evidence'],
  [0, 'weak evidence'],
] as const;

function issuePart(issue: KnownIssue, country: Country): Html {
  const { title, count, trend, confidence, severitySignals, statements = [], odiNumbers } = issue;
  const said = statementsInWords(statements);
  const repaired = afterRepairSentence(issue);
  const facts = [
    counted(count, 'complaint'),
    severityText(severitySignals),
    TRENDS[trend],
    EVIDENCE.find(([least]) => confidence >= least)?.[1] ?? '',
  ].filter((fact) => fact !== '');
  return html`<article>
<h3>${title}</h3>
<p class="soft">${facts.join(' · ')}</p>
${said !== undefined && html`<p>${said}</p>`}
${mileagePart(issue, country)}
${issue.alsoYears !== undefined && html`<p>${alsoYearsSentence(issue.alsoYears)}</p>`}
${symptomsPart(issue)}
${repaired !== undefined && html`<p>${repaired}</p>`}
${campaigns(issue)}
<details><summary>The complaints</summary><p><small>NHTSA numbers ${odiNumbers.join(', ')}</small></p></details>
</article>
`;
}

function mileagePart({ typicalMileage }: KnownIssue, country: Country): Html | false {
  if (typicalMileage === undefined) return false;
  const { p25, median, p75, stated } = typicalMileage;
  return html`<p>Of the ${stated} owners who say when, half had it before ${distanceWords(country, median)}, and the middle half between ${grouped(distanceIn(country, p25))} and ${distanceWords(country, p75)}.</p>`;
}

function symptomsPart({ symptoms = [] }: KnownIssue): Html | false {
  const named = symptoms.map(({ title, count }) => `${title} (${count})`);
  return named.length > 0 && html`<p><small>Among these complaints: ${named.join('; ')}</small></p>`;
}

function campaigns({ relatedRecalls = [] }: KnownIssue): Html | false {
  const named = relatedRecalls.map(({ campaign, basis }) =>
    basis === 'quoted' ? campaign : `${campaign} (by its wording)`,
  );
  return named.length > 0 && html`<p><small>US recalls about it: ${named.join(', ')}</small></p>`;
}
