import type { KnownIssue } from '../../issues/schemas.ts';
import type { KnownIssuesSection } from '../known-issues-section.ts';
import { counted, grouped, severityText } from '../wording.ts';
import { complaintBars } from './charts/complaint-bars.ts';
import { mileageBars } from './charts/mileage-bars.ts';
import { type Html, html } from './html.ts';
import { sourceNote } from './source-note.ts';

const SHOWN_AT_ONCE = 6;

export function issuesPart(section: KnownIssuesSection): Html {
  const { reliabilitySummary, topIssues, provenance, reliability } = section;
  const more = topIssues.slice(SHOWN_AT_ONCE);
  return html`<p>${reliabilitySummary}</p>
${severityPart(reliability)}
${complaintBars(section)}
${mileageBars(topIssues)}
${topIssues.slice(0, SHOWN_AT_ONCE).map(issuePart)}
${more.length > 0 && html`<details><summary>${counted(more.length, 'more failure')}</summary>${more.map(issuePart)}</details>`}
<p><small>Complaints are not verified, and their number depends on sales and publicity.</small></p>
${sourceNote(provenance)}`;
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

function issuePart(issue: KnownIssue): Html {
  const { title, summary, count, trend, confidence, severitySignals, typicalMileage, odiNumbers } = issue;
  const facts = [
    counted(count, 'complaint'),
    `trend ${trend}`,
    `confidence ${confidence.toFixed(2)}`,
    severityText(severitySignals),
    typicalMileage === undefined
      ? ''
      : `half of the ${typicalMileage.stated} stated mileages below ${grouped(typicalMileage.median)}`,
  ].filter((fact) => fact !== '');
  return html`<article>
<h3>${title}</h3>
<p class="soft">${facts.join(' · ')}</p>
<p>${summary}</p>
${campaigns(issue)}
<details><summary>The complaints</summary><p><small>NHTSA numbers ${odiNumbers.join(', ')}</small></p></details>
</article>
`;
}

function campaigns({ relatedRecalls = [] }: KnownIssue): Html | false {
  const named = relatedRecalls.map(({ campaign, basis }) =>
    basis === 'quoted' ? campaign : `${campaign} (by its wording)`,
  );
  return named.length > 0 && html`<p><small>NHTSA recalls about it: ${named.join(', ')}</small></p>`;
}
