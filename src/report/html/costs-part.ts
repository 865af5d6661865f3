import { countryFacts } from '../../costs/places.ts';
import { moneyRange, moneyWords } from '../decision/buyer.ts';
import type { PurchaseCostsSection } from '../purchase-costs-section.ts';
import { type Html, html, link } from './html.ts';

export function costsPart(section: PurchaseCostsSection): Html {
  const { country, price, byJurisdiction, figuresVerifiedOn } = section;
  const { currency, placeWord } = countryFacts[country];
  return html`<p>What the law adds to a private sale at ${moneyWords(price)} ${currency}. It depends on where the car is registered: find your place.</p>
<div class="wide" role="region" aria-label="Costs by place" tabindex="0"><table class="places">
<thead><tr><th scope="col">${placeWord}</th><th scope="col" class="amount">Taxes and fees, ${currency}</th><th scope="col">Largest line</th></tr></thead>
<tbody>${byJurisdiction.map(row)}</tbody>
</table></div>
<p><small>Computed for each place from its own official schedules, verified on ${figuresVerifiedOn}. A purchase from a dealer, another price or a trade-in changes it.</small></p>`;
}

function row({ name, range, largestLine }: PurchaseCostsSection['byJurisdiction'][number]): Html {
  const line =
    largestLine === null
      ? html`none`
      : html`${link(largestLine.source.url, largestLine.label)}: ${moneyRange(largestLine.range)}`;
  return html`<tr><th scope="row">${name}</th><td class="amount">${moneyRange(range)}</td><td>${line}</td></tr>
`;
}
