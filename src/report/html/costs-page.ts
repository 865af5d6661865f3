import { type Costs, readBill } from '../../costs/published.ts';
import { disclaimer } from '../../lib/disclaimer.ts';
import { grouped } from '../../lib/wording.ts';
import { billPart, billTitle } from './bill-part.ts';
import { html } from './html.ts';
import { writeAlone } from './report-page.ts';

/** The exact costs of one purchase as a page that opens anywhere. */
export function costsPage(costs: Costs, writtenAt: Date): string {
  const bill = readBill(costs);
  const kind = bill.saleType === 'private' ? 'private sale' : 'purchase from a dealer';
  return writeAlone(
    `Costs of a purchase in ${bill.place.name}`,
    html`<div class="exact">
<h3>${billTitle(bill)}</h3>
<p>What the law adds to this ${kind} at ${grouped(bill.price)} ${bill.currency}.</p>
${billPart(bill)}
${bill.notes.length > 0 && html`<p><small>${bill.notes.join(' ')}</small></p>`}
<p><small>Written on ${writtenAt.toISOString().slice(0, 10)}. ${disclaimer}</small></p>
</div>`,
  );
}
