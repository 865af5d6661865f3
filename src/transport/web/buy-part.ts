import type { Offer } from '../../payments/requirements.ts';
import type { ParameterDescription } from '../../products/describe-query.ts';
import { type Html, html } from '../../report/html/html.ts';

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
<div class="fields">${parameters.map((parameter) => field(parameter, given.get(parameter.name) ?? ''))}</div>
<p>Price: <strong>$${priceUsd}</strong> in USDC on Base. You sign; you need no gas. The answer is computed first, and paid only when it is there.</p>
<div id="wallets" class="actions" aria-label="Wallets" role="group"></div>
<p id="no-wallet" hidden>Looking for a wallet in this browser.</p>
<noscript><p class="message bad">A wallet can only be reached with JavaScript. Without it, any x402 client can pay: the answer to a call says how.</p></noscript>
</form>
<p id="state" class="message" role="status"></p>
<div id="tools" class="actions noprint" hidden><button type="button" class="main" id="save">Save as one file</button> <button type="button" id="print">Print or save as PDF</button></div>
<div id="answer" tabindex="-1"></div>`;
}

function field({ name, required, description, schema, example }: ParameterDescription, value: string): Html {
  const id = `field-${name}`;
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const control = choices
    ? html`<select id="${id}" name="${name}"${required && html` required`} aria-describedby="${id}-help">${!required && html`<option value="">not given</option>`}${choices.map((choice) => option(String(choice), value || String(schema.default ?? '')))}</select>`
    : html`<input id="${id}" name="${name}" value="${value}"${required && html` required`}${name === 'vin' && html` class="vin" pattern="${schema.pattern ?? '.*'}" autocapitalize="characters"`} autocomplete="off" spellcheck="false" aria-describedby="${id}-help">`;
  return html`<div><label for="${id}">${labelOf(name)}</label>
${control}
<small id="${id}-help">${description}${example !== undefined && name !== 'vin' && html`, such as ${String(example)}`}</small></div>`;
}

function option(choice: string, chosen: string): Html {
  return html`<option${choice.toUpperCase() === chosen.toUpperCase() && html` selected`}>${choice}</option>`;
}

function labelOf(name: string): string {
  if (name === 'vin') return 'VIN';
  const words = name.replaceAll('_', ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
