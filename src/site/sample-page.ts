import { pagePaths } from '../api/documents/links.ts';
import type { Bill } from '../costs/bill.ts';
import { html } from '../report/html/html.ts';
import { reportContent } from '../report/html/report-page.ts';
import type { Report } from '../report/report-schema.ts';
import { billPart } from './bill-part.ts';
import type { Page } from './page.ts';

interface Sample {
  report: Report & { note: string };
  bills: { ca: Bill; us: Bill };
  writtenAt: Date;
}

/** The free sample of the pre-purchase report, with the exact bill of one place in either country. */
export function samplePage({ report, bills, writtenAt }: Sample): Page {
  return {
    path: pagePaths.sample,
    title: 'Sample pre-purchase report · Forecourt',
    description: 'A whole pre-purchase report: recalls, known issues, warranty and costs of one car.',
    content: html`<p class="message">This is a free sample. ${report.note} To keep it, print it or save it as PDF; as data: <a href="${pagePaths.sample}?format=json">JSON</a>.</p>
${reportContent(
  report,
  writtenAt,
  html`<section aria-labelledby="bills">
<h2 id="bills">The exact bill in one place</h2>
<p>What <code>/v1/purchase-costs</code> answers for a private sale at 25,000, here in Ontario and in California.</p>
${billPart(bills.ca)}
${billPart(bills.us)}
</section>`,
)}`,
  };
}
