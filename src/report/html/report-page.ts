import { readFileSync } from 'node:fs';
import { disclaimer } from '../../lib/disclaimer.ts';
import { countryOf } from '../decision/buyer.ts';
import type { Report } from '../report-schema.ts';
import { costsPart } from './costs-part.ts';
import { factsPart } from './facts-part.ts';
import { Html, html } from './html.ts';
import { issuesPart } from './issues-part.ts';
import { recallsPart } from './recalls-part.ts';
import { ANCHORS, advicePart, carOf, carPart, decisionPart } from './report-head.ts';
import { warrantyPart } from './warranty-part.ts';

const STYLES = ['base', 'charts', 'report', 'print'];

/** Small enough to be part of the page, which must open anywhere without a network. */
export const reportStyle = STYLES.map((name) =>
  readFileSync(new URL(`./styles/${name}.css`, import.meta.url), 'utf8'),
).join('\n');

/** The report as one page: no script, no picture, no address that a browser would fetch. */
export function reportPage(report: Report, writtenAt: Date): string {
  return writeAlone(`${carOf(report)}: pre-purchase report`, reportContent(report, writtenAt));
}

/** A page that is complete in itself. */
export function writeAlone(title: string, content: Html): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>
${new Html(reportStyle)}</style>
</head>
<body class="alone">
<main>
${content}
</main>
</body>
</html>
`;
  return page.text;
}

/** What a page with a frame of its own adds. */
interface Additions {
  /** What limits a section, said at its foot. */
  notes?: { recalls: string; knownIssues: string };
  /** Beside the general costs. */
  costs?: Html;
}

/** What stands in `main`. */
export function reportContent(report: Report, writtenAt: Date, { notes, costs }: Additions = {}): Html {
  const { vehicle, sectionDetails, recalls, knownIssues, purchaseCosts } = report;
  const { modelYear } = vehicle;
  const country = countryOf(report);
  const parts = [
    [ANCHORS.decode, 'The car', factsPart(report)],
    [
      ANCHORS.recalls,
      'Recalls',
      recalls === null
        ? missing(sectionDetails.recalls)
        : html`${recallsPart(recalls, { modelYear, writtenAt })}${noteOf(notes?.recalls)}`,
    ],
    [
      ANCHORS.knownIssues,
      'Known issues',
      knownIssues === null
        ? missing(sectionDetails.knownIssues)
        : html`${issuesPart(knownIssues, country)}${noteOf(notes?.knownIssues)}`,
    ],
    [ANCHORS.warranty, 'Factory warranty', warrantyPart(report, { writtenAt, country })],
    [
      ANCHORS.purchaseCosts,
      'Costs of the purchase',
      purchaseCosts === null
        ? missing(sectionDetails.purchaseCosts)
        : html`${costsPart(purchaseCosts)}${costs ?? null}`,
    ],
  ] as const;
  return html`<div class="report">
${carPart(report)}
${decisionPart(report)}
<nav class="contents" aria-label="Contents of the report"><ul><li><a href="#to-do">What to do</a></li>${parts.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>
${part('to-do', 'What to check, and what to ask', advicePart(report))}
${parts.map(([id, title, content]) => part(id, title, content))}
<div class="foot">
<p>Written on ${writtenAt.toISOString().slice(0, 10)}. ${disclaimer}</p>
<p>Decoded by ${report.decode.provenance.source}${report.decode.errorText !== null && html`: ${report.decode.errorText}`}</p>
</div>
</div>`;
}

function part(id: string, title: string, content: Html): Html {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${content}
</section>
`;
}

function noteOf(text: string | undefined): Html | null {
  return text === undefined ? null : html`<p><small>${text}</small></p>`;
}

function missing(reason = ''): Html {
  return html`<p><strong>Not available.</strong> ${reason}</p>`;
}
