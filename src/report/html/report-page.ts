import { disclaimer } from '../../disclaimer.ts';
import type { Report } from '../report-schema.ts';
import type { Statement } from '../summary/statement.ts';
import { costsPart } from './costs-part.ts';
import { Html, html } from './html.ts';
import { issuesPart } from './issues-part.ts';
import { pageStyle } from './page-style.ts';
import { recallsPart } from './recalls-part.ts';
import { warrantyPart } from './warranty-part.ts';

/** The report as one page: no script, no picture, no address that a browser would fetch. */
export function reportPage(report: Report, writtenAt: Date): string {
  const { vin, vehicle, summary, sectionDetails, recalls, knownIssues, purchaseCosts } = report;
  const car = `${vehicle.modelYear} ${vehicle.make} ${vehicle.model}`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="robots" content="noindex">
<title>${car}: pre-purchase report</title>
<style>${new Html(pageStyle)}</style>
</head>
<body>
<header>
<h1>${car}</h1>
<p class="soft">VIN ${vin} · ${particulars(report)}</p>
</header>
<main>
<section aria-labelledby="first">
<h2 id="first">Look at this first</h2>
<ul class="summary">${summary.map(summaryItem)}</ul>
</section>
${part('recalls', 'Recalls', recalls === null ? missing(sectionDetails.recalls) : recallsPart(recalls))}
${part('known-issues', 'Known issues', knownIssues === null ? missing(sectionDetails.knownIssues) : issuesPart(knownIssues))}
${part('purchase-costs', 'Purchase costs', purchaseCosts === null ? missing(sectionDetails.purchaseCosts) : costsPart(purchaseCosts))}
${part('warranty', 'Factory warranty as sold', warrantyPart(report))}
</main>
<footer>
<p>Written on ${writtenAt.toISOString().slice(0, 10)}. ${disclaimer}</p>
<p>Decoded by ${report.decode.provenance.source}${report.decode.errorText === null ? '' : `: ${report.decode.errorText}`}</p>
</footer>
</body>
</html>
`;
  return page.text;
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
