import type { Bill } from '../../costs/published.ts';
import type { CostLine } from '../../costs/result-schema.ts';
import { grouped } from '../../lib/wording.ts';
import { type Html, html, link } from './html.ts';

/** The place, and what it comes to. */
export function billTitle({ place, range, currency }: Bill): string {
  return `${place.name}: ${amounts(range)} ${currency}`;
}

/** Every line of a bill with its source, and what it comes to. */
export function billPart(costs: Bill): Html {
  const { known, range, dueOnTheDay, dueLater } = costs;
  const { name } = costs.place;
  return html`<div class="wide" role="region" aria-label="The bill in ${name}" tabindex="0"><table>
<thead><tr><th scope="col">Tax or fee</th><th scope="col" class="amount">${costs.currency}</th><th scope="col">Source</th><th scope="col">Confidence</th></tr></thead>
<tbody>${costs.lines.map(row)}
<tr class="total"><th scope="row">Known for sure</th><td class="amount">${grouped(known)}</td><td></td><td></td></tr>
<tr class="total"><th scope="row">With all that may be due</th><td class="amount">${amounts(range)}</td><td></td><td></td></tr>${
    dueLater.high > 0 &&
    html`
<tr><th scope="row">Of it on the day of the purchase</th><td class="amount">${amounts(dueOnTheDay)}</td><td></td><td></td></tr>
<tr><th scope="row">At the next renewal</th><td class="amount">${amounts(dueLater)}</td><td></td><td></td></tr>`
  }</tbody>
</table></div>
<p><small>Figures verified on ${costs.figuresVerifiedOn}. ${costs.assumptions.join(' ')}</small></p>`;
}

function row({ label, amount, range, source, confidence, asOf, mandatory }: CostLine): Html {
  const cost = amount === undefined ? amounts(range ?? { low: 0, high: 0 }) : grouped(amount);
  return html`<tr><th scope="row">${label}${!mandatory && html` <small>(may be declined)</small>`}</th><td class="amount">${cost}</td><td>${link(source.url, source.publisher)}</td><td>${confidence}, ${asOf}</td></tr>
`;
}

function amounts({ low, high }: { low: number; high: number }): string {
  return low === high ? grouped(low) : `${grouped(low)} to ${grouped(high)}`;
}
