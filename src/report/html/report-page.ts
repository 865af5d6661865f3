import { readFileSync } from 'node:fs';
import { disclaimer } from '../../lib/disclaimer.ts';

import type { Report } from '../report-schema.ts';

import { costsPart } from './costs-part.ts';
import { Html, html } from './html.ts';
import { issuesPart } from './issues-part.ts';
import { recallsPart } from './recalls-part.ts';
import { carOf, carPart, summaryPart } from './report-head.ts';
import { warrantyPart } from './warranty-part.ts';

/** Small enough to be part of the page, which must open anywhere without a network. */
export const reportStyle = readFileSync(new URL('./report.css', import.meta.url), 'utf8');

/** The report as one page: no script, no picture, no address that a browser would fetch. */
export function reportPage(report: Report, writtenAt: Date): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${carOf(report)}: pre-purchase report</title>
<style>
${new Html(reportStyle)}</style>
</head>
<body>
<main>
${reportContent(report, writtenAt)}
</main>
</body>
</html>
`;
  return page.text;
}

/** What stands in `main`, for pages with a frame of their own, which may add something before the foot. */
export function reportContent(report: Report, writtenAt: Date, more: Html | null = null): Html {
  const { vehicle, sectionDetails, recalls, knownIssues, purchaseCosts } = report;
  const { modelYear } = vehicle;
  return html`${carPart(report, 'h1')}
<section aria-labelledby="first">
<h2 id="first">Look at this first</h2>
${summaryPart(report)}
</section>
${part('recalls', 'Recalls', recalls === null ? missing(sectionDetails.recalls) : recallsPart(recalls, { modelYear, writtenAt }))}
${part('known-issues', 'Known issues', knownIssues === null ? missing(sectionDetails.knownIssues) : issuesPart(knownIssues))}
${part('purchase-costs', 'Purchase costs', purchaseCosts === null ? missing(sectionDetails.purchaseCosts) : costsPart(purchaseCosts))}
${part('warranty', 'Factory warranty', warrantyPart(report, writtenAt))}
${more}
<div class="foot">
<p>Written on ${writtenAt.toISOString().slice(0, 10)}. ${disclaimer}</p>
<p>Decoded by ${report.decode.provenance.source}${report.decode.errorText !== null && html`: ${report.decode.errorText}`}</p>
</div>`;
}

function part(id: string, title: string, content: Html): Html {
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${content}
</section>`;
}

function missing(reason = ''): Html {
  return html`<p><strong>Not available.</strong> ${reason}</p>`;
}
