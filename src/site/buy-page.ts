import { pagePaths, paths } from '../api/documents/links.ts';
import type { SoldProduct } from '../api/documents/sold-product.ts';
import { onDemand } from '../lib/on-demand.ts';
import { type Html, html } from '../report/html/html.ts';
import { browserModules } from './browser-modules.ts';
import { buyPart } from './buy-part.ts';
import type { Page } from './page.ts';
import type { TestWallet } from './test-wallet.ts';

type Sold = Omit<SoldProduct, 'sample' | 'response' | 'inputSchema'>;

/** The script that buys, with the modules of the published client that it buys by. */
export const buyScript = onDemand(() => browserModules('site/browser/buy.js'));

/** Where a person with a wallet in the browser buys the report. */
export function buyPage(report: Sold, testWallet: TestWallet | undefined): Page {
  return {
    path: pagePaths.buy,
    title: 'Buy a pre-purchase report · Forecourt',
    description: `The whole report of one car for $${report.priceUsd}, paid by a wallet in the browser.`,
    ...scriptsFor(testWallet),
    content: html`<h1>Buy a pre-purchase report</h1>
<p class="lead">${report.summary} <a href="${pagePaths.sample}">See a sample first.</a></p>
${testWallet?.hint ?? null}
${buyPart(report, new URLSearchParams())}
<p class="noprint"><small>Nothing of it is kept with us for later: save the report when you have it. An answer that cannot be given is not charged.</small></p>`,
  };
}

/** What a browser shows that opens a paid path: the same challenge, for people. */
export function paymentPage(product: Sold, given: URLSearchParams, testWallet: TestWallet | undefined): Page {
  const { name, path, priceUsd, summary, description, offer } = product;
  return {
    path,
    title: `${name}: $${priceUsd} · Forecourt`,
    description: summary,
    ...scriptsFor(testWallet),
    content: html`<h1>${name}: $${priceUsd}</h1>
<p class="lead">${summary}</p>
<p>${description}</p>
${testWallet?.hint ?? null}
${buyPart(product, given)}
<section class="noprint" aria-labelledby="terms">
<h2 id="terms">For programs</h2>
<p>This is status 402 of the x402 protocol. Programs get the same as JSON, and in the header <code>PAYMENT-REQUIRED</code>. How to pay: <a href="${paths.reference}">API reference</a>, <a href="${paths.terms}">terms</a>.</p>
${terms(offer)}
</section>`,
  };
}

function terms({ requirements }: Sold['offer']): Html {
  const rows = [
    ['Scheme', requirements.scheme],
    ['Network', `${requirements.network} (Base)`],
    ['Asset', `USDC, ${requirements.asset}`],
    ['Amount', `${requirements.amount} atomic units`],
    ['Pay to', requirements.payTo],
  ];
  return html`<table class="terms"><tbody>${rows.map(([title = '', value = '']) => html`<tr><th scope="row">${title}</th><td><code>${value}</code></td></tr>`)}</tbody></table>`;
}

function scriptsFor(testWallet: TestWallet | undefined): Pick<Page, 'scripts' | 'modules'> {
  const { entry, imports } = buyScript();
  return { scripts: [entry, ...(testWallet ? [testWallet.script] : [])], modules: imports };
}
