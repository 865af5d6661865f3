import { disclaimer } from '../../disclaimer.ts';
import type { RecallItem, RecallsSection } from '../recalls-section.ts';
import type { Report } from '../report-schema.ts';
import type { Statement } from '../summary/statement.ts';
import { listed } from '../wording.ts';
import { costsPart } from './costs-part.ts';
import { Html, html } from './html.ts';
import { issuesPart } from './issues-part.ts';
import { pageStyle } from './page-style.ts';
import { recallsPart } from './recalls-part.ts';
import { warrantyPart } from './warranty-part.ts';

/** The report as one page: no script, no picture, no address that a browser would fetch. */
export function reportPage(report: Report, writtenAt: Date): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex">
<title>${carOf(report)}: pre-purchase report</title>
<style>${new Html(pageStyle)}</style>
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

/** What stands in `main`, for pages with a frame of their own. */
export function reportContent(report: Report, writtenAt: Date): Html {
  const { vin, vehicle, summary, sectionDetails, recalls, knownIssues, purchaseCosts } = report;
  const { modelYear } = vehicle;
  return html`<div class="car">
<h1>${carOf(report)}</h1>
<p class="soft">${particulars(report)}</p>
<p class="soft">VIN <code>${vin}</code></p>
</div>
${recalls !== null && warningPart(recalls)}
<section aria-labelledby="first">
<h2 id="first">Look at this first</h2>
<ul class="summary">${summary.map(summaryItem)}</ul>
</section>
${part('recalls', 'Recalls', recalls === null ? missing(sectionDetails.recalls) : recallsPart(recalls, { modelYear, writtenAt }))}
${part('known-issues', 'Known issues', knownIssues === null ? missing(sectionDetails.knownIssues) : issuesPart(knownIssues))}
${part('purchase-costs', 'Purchase costs', purchaseCosts === null ? missing(sectionDetails.purchaseCosts) : costsPart(purchaseCosts))}
${part('warranty', 'Factory warranty as sold', warrantyPart(report, writtenAt))}
<div class="foot">
<p>Written on ${writtenAt.toISOString().slice(0, 10)}. ${disclaimer}</p>
<p>Decoded by ${report.decode.provenance.source}${report.decode.errorText !== null && html`: ${report.decode.errorText}`}</p>
</div>`;
}

function carOf({ vehicle }: Report): string {
  return [vehicle.modelYear, vehicle.make, vehicle.model].filter((word) => word !== null).join(' ');
}

/** The notices that cannot wait, above everything else. */
function warningPart({ items }: RecallsSection): Html {
  const noDriving = items.filter(({ parkIt }) => parkIt === true);
  const outside = items.filter(({ parkIt, parkOutside }) => parkOutside === true && parkIt !== true);
  return html`${warning('Do not drive', noDriving)}${warning('Park outside, away from buildings', outside)}`;
}

function warning(words: string, items: readonly RecallItem[]): Html | null {
  if (items.length === 0) return null;
  const campaigns = listed(items.map(({ campaign }) => campaign ?? 'number not known'));
  return html`<p class="banner"><strong>${words}</strong> Recall ${campaigns}. Ask a dealer, with the VIN, whether this car is in it and was repaired.</p>`;
}

function particulars({ vehicle }: Report): string {
  const { trim, bodyClass, engine, driveType, transmission, plant } = vehicle;
  return [
    trim,
    bodyClass,
    engine.displacementL === null ? null : `${engine.displacementL.toFixed(1)} L`,
    engine.fuelType,
    driveType,
    transmission.style,
    plant.country === null ? null : `made in ${plant.country}`,
  ]
    .filter((text) => text !== null)
    .join(', ');
}

const ANCHORS: Record<Statement['section'], string> = {
  decode: 'first',
  recalls: 'recalls',
  knownIssues: 'known-issues',
  purchaseCosts: 'purchase-costs',
  warranty: 'warranty',
};

function summaryItem({ level, statement, section }: Statement): Html {
  return html`<li class="${level}">${statement} <a href="#${ANCHORS[section]}"><small>details</small></a></li>
`;
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
