import { sampleBills } from '../costs/estimate-country.ts';
import type { Country } from '../costs/places.ts';
import { pagePaths } from '../documents/links.ts';
import type { Knowledge } from '../products/product.ts';
import { billPart, billTitle } from '../view/bill.ts';
import { html } from '../view/html.ts';
import { reportContent } from '../view/report.ts';
import type { Page } from './page.ts';

type Samples = Pick<Knowledge, 'costs' | 'reportSamples' | 'recallSamples' | 'issueSamples'>;

/** Shows the free sample of the pre-purchase report, with the exact bill of one place in either country. */
export async function samplePage(samples: Samples, country: Country): Promise<Page> {
  const bills = sampleBills(samples.costs);
  const notes = {
    recalls: samples.recallSamples.current().note,
    knownIssues: samples.issueSamples.current().note,
  };
  return {
    path: pagePaths.sample,
    title: 'Sample pre-purchase report · Forecourt',
    description: 'A whole pre-purchase report: recalls, known issues, warranty and costs of one car.',
    content: html`<p class="soft noprint"><span class="chip">Free sample</span> Print it, save it as PDF, or take it <a href="${pagePaths.sample}?format=json">as JSON</a>.</p>
${reportContent(await samples.reportSamples.current(country), new Date(), {
  notes,
  costs: html`<div class="noprint"><h3 id="bills">The exact bill of one place</h3>
<p>A report that you buy shows it for your own province or state, price and kind of sale. Here a private sale at $25,000 in Ontario and in California.</p>
${(country === 'US' ? [bills.us, bills.ca] : [bills.ca, bills.us]).map((bill) => html`<details><summary>${billTitle(bill)}</summary>${billPart(bill)}</details>`)}</div>`,
})}`,
  };
}
