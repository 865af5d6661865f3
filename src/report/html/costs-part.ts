import { countryFacts } from '../../costs/places.ts';
import { readTotals } from '../../costs/published.ts';
import type { PurchaseCostsSection } from '../purchase-costs-section.ts';
import { grouped } from '../wording.ts';
import { type Html, html, link } from './html.ts';
import { sourceNote } from './source-note.ts';

export function costsPart(section: PurchaseCostsSection): Html {
  const { range } = readTotals(section.estimatedFees);
  const { currency, placeWord } = countryFacts[section.country];
  return html`<p><strong>${amounts(range)} ${currency}</strong></p>
<p>${section.notes}</p>
<div class="wide" role="region" aria-label="Costs by place" tabindex="0"><table>
<thead><tr><th scope="col">${placeWord}</th><th scope="col" class="amount">Taxes and fees, ${currency}</th><th scope="col">Largest line</th></tr></thead>
<tbody>${section.byJurisdiction.map(row)}</tbody>
</table></div>
${sourceNote(section.provenance)}`;
}

function row({ name, range, largestLine }: PurchaseCostsSection['byJurisdiction'][number]): Html {
  const line =
    largestLine === null
      ? html`none`
      : html`${link(largestLine.source.url, largestLine.label)}: ${amounts(largestLine.range)}`;
  return html`<tr><th scope="row">${name}</th><td class="amount">${amounts(range)}</td><td>${line}</td></tr>
`;
}

function amounts({ low, high }: { low: number; high: number }): string {
  return low === high ? grouped(low) : `${grouped(low)} to ${grouped(high)}`;
}
