import type { Jurisdiction } from '../costs/jurisdiction-schema.ts';
import { type Country, countries, countryFacts } from '../costs/places.ts';
import type { SoldProduct } from '../documents/document.ts';
import { pagePaths } from '../documents/links.ts';
import { onDemand } from '../lib/on-demand.ts';
import { html } from '../view/html.ts';
import { browserScript } from './browser-script.ts';
import { type TestWallet, walletPart } from './buy-part.ts';
import { formField, placeOptions } from './form-field.ts';
import type { Page } from './page.ts';
import { saleFields } from './quote-page.ts';
import { KEPT_DAYS } from './sealed-reports.ts';

export const keptReportScripts = onDemand(() => ({
  page: browserScript('site/browser/kept-report.js'),
  /** Loaded by it when somebody asks for the bill of a place. */
  bill: browserScript('site/browser/report-bill.js'),
  /** Loaded by it when somebody wants to sign in. */
  wallet: browserScript('site/browser/kept-report-wallet.js'),
}));

interface Options {
  report: Pick<SoldProduct, 'path' | 'parameters' | 'offer'>;
  country: Country;
  figures: readonly Jurisdiction[];
  figuresFile: string;
  testWallet: TestWallet | undefined;
}

/** Shows a report that was paid for: what stands in the fragment of its address never leaves the browser. */
export function keptReportPage({ report, country, figures, figuresFile, testWallet }: Options): Page {
  const { page, bill, wallet } = keptReportScripts();
  const [vin] = report.parameters.filter(({ name }) => name === 'vin');
  const keys = report.offer.issuer?.keys.map(({ publicKey }) => publicKey.x).join(' ') ?? '';
  return {
    path: pagePaths.report,
    isPrivate: true,
    // Its link says no more to who serves it: which car it is about stands behind the "#".
    pictured: 'A report on a used car',
    title: 'Used-car report · Forecourt',
    description: 'Recalls, known failures, warranty and costs of one car, under a private link.',
    scripts: [page.path, ...(testWallet ? [testWallet.script.path] : [])],
    content: html`<h1 id="own" class="before" tabindex="-1">My reports</h1>
<p class="lead before">A report that you paid for is kept in the browser that bought it, and opens anywhere by its private link.</p>
<noscript><p class="message bad">A kept report can only be opened with JavaScript.</p></noscript>
<p id="state" class="message noprint" role="status"></p>
<p id="undo" class="noprint" hidden><button type="button" id="take-back">Undo</button></p>
<div class="before noprint"><ul id="mine" class="rows"></ul>
<p id="none" hidden>This browser has none yet. <a href="${pagePaths.home}">Look up a car</a></p></div>
<div id="answer" tabindex="-1" data-signers="${keys}"></div>
<div id="tools" class="noprint" hidden><div class="actions"><button type="button" class="main" id="send">Send it</button> <button type="button" id="print">Print or save as PDF</button></div>
<p id="where" class="soft" role="status" data-days="${KEPT_DAYS}"></p>
<details><summary>Save a copy</summary><div class="actions"><button type="button" id="save">Save as one file</button> <button type="button" id="save-data">Save as data (JSON)</button></div></details></div>
<dialog id="deleting" aria-labelledby="deleting-title"><h2 id="deleting-title">Delete this report?</h2>
<p>“Here” takes it out of this browser. “Everywhere” also ends its link; whoever opened it before may still have it.</p>
<div class="actions"><button type="button" id="keep">Keep it</button> <button type="button" id="delete-here">Delete it here</button> <button type="button" id="delete-everywhere">Delete it everywhere</button></div></dialog>
<div id="costs" hidden><section id="bill" aria-label="The bill of your place" tabindex="-1" hidden></section>
<details id="costs-asking" class="noprint"><summary>The bill of your place</summary>
<form id="costs-form" autocomplete="off" data-figures="${figuresFile}" data-script="${bill.path}">
<p>Every tax and fee for this car line by line, with its source. It is computed in this page, and kept sealed with the report.</p>
<div class="fields row"><div><label for="place">Where you will register it</label><select id="place" name="place" required><option value="">choose</option>${placeOptions(figures, country)}</select></div>
${saleFields(['price', 'book_value', 'postal_code', 'city', 'sale_type'])}</div>
<p class="actions"><button class="main">Show the bill</button></p>
<p id="costs-state" class="message" role="status"></p>
</form></details></div>
<details id="lost" class="before noprint online"><summary>Paid, and it did not arrive?</summary>
<form id="lost-form" action="${report.path}" method="get" data-asset="${report.offer.requirements.asset}">
<p>For ten minutes after a payment, the wallet that paid gets the report once more. It signs a message, and nothing is charged.</p>
<div class="fields">${vin ? formField(vin, '') : null}
<fieldset><legend>Bought for</legend><div class="choices">${countries.map((code) => html`<label><input type="radio" name="country" value="${code}"${code === country && html` checked`}>${countryFacts[code].name}</label>`)}</div></fieldset></div>
</form></details>
<div id="wallet-part" class="noprint online" data-script="${wallet.path}" hidden>
${testWallet?.hint ?? null}
${walletPart()}
</div>
<div id="foot" class="noprint" hidden><p id="receipt" class="soft"></p>
<p><button type="button" class="plain" id="delete">Delete this report</button></p></div>`,
  };
}
