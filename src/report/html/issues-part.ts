import type { KnownIssue } from '../../issues/schemas.ts';
import type { KnownIssuesSection } from '../known-issues-section.ts';
import { counted, grouped, severityText } from '../wording.ts';
import { type Html, html } from './html.ts';
import { sourceNote } from './source-note.ts';

export function issuesPart({ reliabilitySummary, topIssues, provenance }: KnownIssuesSection): Html {
  return html`<p>${reliabilitySummary}</p>
${topIssues.map(issuePart)}
<p><small>Complaints are not verified, and their number depends on sales and publicity.</small></p>
${sourceNote(provenance)}`;
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
<p><small>NHTSA complaints ${odiNumbers.join(', ')}</small></p>
</article>
`;
}
