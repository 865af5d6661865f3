import type { Offer } from '../payments/wire/requirements.ts';
import type { ParameterDescription } from '../products/describe-query.ts';
import { type Html, html } from '../report/html/html.ts';
import { formField } from './form-field.ts';

interface Sold {
  slug: string;
  path: string;
  priceUsd: string;
  parameters: readonly ParameterDescription[];
  offer: Offer;
}

/**
 * Asks for what a product needs and has a wallet of the browser pay for it. The script finds everything by the
 * attributes; a browser without scripts sees what other callers do.
 */
export function buyPart({ slug, path, priceUsd, parameters, offer }: Sold, given: URLSearchParams): Html {
  const { requirements } = offer;
  return html`<form id="buy" action="${path}" method="get" data-amount="${requirements.amount}" data-pay-to="${requirements.payTo}" data-asset="${requirements.asset}" data-network="${requirements.network}" data-file="forecourt-${slug}">
<div class="fields">${parameters.map((parameter) => formField(parameter, given.get(parameter.name) ?? ''))}</div>
<p>Price: <strong>$${priceUsd}</strong> in USDC on Base. You sign; you need no gas. The answer is computed first, and paid only when it is there.</p>
<div id="wallets" class="actions" aria-label="Wallets" role="group"></div>
<p id="no-wallet" hidden>Looking for a wallet in this browser.</p>
<noscript><p class="message bad">A wallet can only be reached with JavaScript. Without it, any x402 client can pay: the answer to a call says how.</p></noscript>
</form>
<p id="state" class="message" role="status"></p>
<div id="tools" class="actions noprint" hidden><button type="button" class="main" id="save">Save as one file</button> <button type="button" id="print">Print or save as PDF</button></div>
<div id="answer" tabindex="-1"></div>`;
}
