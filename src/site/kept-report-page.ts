import type { Jurisdiction } from '../costs/jurisdiction-schema.ts';
import { type Country, countries, countryFacts } from '../costs/places.ts';
import type { SoldProduct } from '../documents/document.ts';
import { pagePaths } from '../documents/links.ts';
import { onDemand } from '../lib/on-demand.ts';
import { html } from '../view/html.ts';
import { browserModules } from './browser-modules.ts';
import { payData, walletPart } from './buy-part.ts';
import { formField, placeOptions } from './form-field.ts';
import type { Page } from './page.ts';
import type { TestWallet } from './test-wallet.ts';

export const keptReportScript = onDemand(() => browserModules('site/browser/kept-report.js'));

interface Options {
  report: Pick<SoldProduct, 'path' | 'parameters'>;
  costs: Pick<SoldProduct, 'path' | 'priceUsd' | 'offer'>;
  country: Country;
  figures: readonly Jurisdiction[];
  testWallet: TestWallet | undefined;
}

/** Shows a report that was paid for: what stands in the fragment of its address never leaves the browser. */
export function keptReportPage({ report, costs, country, figures, testWallet }: Options): Page {
  const { entry, imports } = keptReportScript();
  const [vin] = report.parameters.filter(({ name }) => name === 'vin');
  return {
    path: pagePaths.report,
    isPrivate: true,
    title: 'My report · Forecourt',
    description: 'A report that is kept in this browser.',
    scripts: [entry, ...(testWallet ? [testWallet.script] : [])],
    modules: imports,
    content: html`<h1 class="before">My report</h1>
<p class="lead before">A report that you paid for is kept in the browser that bought it, sealed, and opens by its own link alone: it stands in the history and in your bookmarks.</p>
<noscript><p class="message bad">A kept report can only be opened with JavaScript.</p></noscript>
<p id="state" class="message noprint" role="status"></p>
<div id="tools" class="actions noprint" hidden><button type="button" class="main" id="save">Save as one file</button> <button type="button" id="save-data">Save as data (JSON)</button> <button type="button" id="print">Print or save as PDF</button> <button type="button" id="copy-link">Copy its link</button> <button type="button" id="delete">Delete it from this browser</button></div>
<p id="many" hidden>Reports in this browser: <span id="count"></span>. Each opens by its own link alone. <button type="button" class="plain" id="delete-all">Delete them all</button></p>
<div id="answer" tabindex="-1"></div>
<form id="costs" class="noprint" action="${costs.path}" method="get"${payData(costs.offer)} hidden>
<h2>The exact costs of your place, for $${costs.priceUsd} more</h2>
<p>Every tax and fee line by line, with its source, in this report.</p>
<div class="fields row"><div><label for="place">Where you will register it</label><select id="place" name="place" required><option value="">choose</option>${placeOptions(figures, country)}</select></div>
<div><label for="price">The price, in the money of that place</label><input id="price" name="price" required inputmode="decimal" autocomplete="off" placeholder="18500"></div></div>
<fieldset><legend>You buy</legend><div class="choices"><label><input type="radio" name="sale_type" value="private" checked>from a private seller</label><label><input type="radio" name="sale_type" value="dealer">from a dealer</label></div></fieldset>
</form>
<form id="lost" class="noprint" action="${report.path}" method="get">
<h2>Paid, and it did not arrive?</h2>
<p>For ten minutes after a payment, the wallet that paid gets the report once more. It signs a message, and nothing is charged.</p>
<div class="fields">${vin ? formField(vin, '') : null}
<fieldset><legend>Bought for</legend><div class="choices">${countries.map((code) => html`<label><input type="radio" name="country" value="${code}"${code === country && html` checked`}>${countryFacts[code].name}</label>`)}</div></fieldset></div>
</form>
<div id="wallet-part" class="noprint">
${testWallet?.hint ?? null}
${walletPart()}
</div>`,
  };
}
