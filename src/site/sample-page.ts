import type { Bill } from '../costs/published.ts';
import { pagePaths } from '../documents/links.ts';
import type { Report } from '../report/report-schema.ts';
import { billPart, billTitle } from '../view/costs.ts';
import { html } from '../view/html.ts';
import { reportContent } from '../view/report.ts';
import type { Page } from './page.ts';

interface Sample {
  report: Report;
  notes: { recalls: string; knownIssues: string };
  bills: { ca: Bill; us: Bill };
  costsPriceUsd: string;
  writtenAt: Date;
}

/** The free sample of the pre-purchase report, with the exact bill of one place in either country. */
export function samplePage({ report, notes, bills, costsPriceUsd, writtenAt }: Sample): Page {
  return {
    path: pagePaths.sample,
    title: 'Sample pre-purchase report · Forecourt',
    description: 'A whole pre-purchase report: recalls, known issues, warranty and costs of one car.',
    content: html`<p class="soft noprint"><span class="chip">Free sample</span> Print it, save it as PDF, or take it <a href="${pagePaths.sample}?format=json">as JSON</a>.</p>
${reportContent(report, writtenAt, {
  notes,
  costs: html`<h3 id="bills">The exact bill of one place</h3>
<p>For $${costsPriceUsd} more: every line of your own province or state, price and kind of sale. Here a private sale at $25,000 in Ontario and in California.</p>
${[bills.ca, bills.us].map((bill) => html`<details><summary>${billTitle(bill)}</summary>${billPart(bill)}</details>`)}`,
})}`,
  };
}
