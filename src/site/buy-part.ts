import { renderSVG } from 'uqr';
import type { SoldProduct } from '../documents/document.ts';
import type { Offer } from '../payments/wire/requirements.ts';
import type { ParameterDescription } from '../products/describe-query.ts';
import { viewParameter } from '../products/product.ts';
import { Html, html } from '../view/html.ts';
import { browserScript } from './browser-script.ts';
import { countryOfField, formField, type PlaceNames } from './form-field.ts';
import { walletSteps } from './prices-page.ts';

type Sold = Pick<SoldProduct, 'slug' | 'path' | 'priceUsd' | 'parameters' | 'offer'>;

interface Options {
  given: URLSearchParams;
  /** Address of the page itself, for another device or another person. */
  pageUrl: string;
  /** Page at which the browser keeps the answer, if it is one to keep. */
  keepAt?: string;
  placeNames?: PlaceNames;
}

/**
 * Asks for what a product needs and has a wallet of the browser pay for it. The script finds everything by the
 * attributes; a browser without scripts sees what other callers do.
 */
export function buyPart(
  { slug, path, priceUsd, parameters, offer }: Sold,
  { given, pageUrl, keepAt, placeNames }: Options,
): Html {
  const field = (parameter: ParameterDescription) =>
    fieldOf(parameter, given.get(parameter.name) ?? '', placeNames);
  const isAsked = ({ name, required }: ParameterDescription) => required || FIRST.includes(name);
  // Who reads in a browser has the whole.
  const isForPeople = ({ name }: ParameterDescription) => name !== viewParameter.name;
  const more = parameters.filter((parameter) => isForPeople(parameter) && !isAsked(parameter));
  return html`<div class="split"><form id="buy" action="${path}" method="get"${payData(offer)}${keepAt !== undefined && html` data-keep="${keepAt}"`} data-file="forecourt-${slug}">
<div class="fields">${parameters.filter(isAsked).map(field)}</div>
${more.length > 0 && html`<details${more.some(({ name }) => given.has(name)) && html` open`}><summary>More, where you know it: makes the answer exact</summary><div class="fields">${more.map(field)}</div></details>`}
<p>Price: <strong>$${priceUsd}</strong> in ${offer.network.money}. You confirm it in your wallet, and pay no fee of the network. The answer is made first, and paid only when it is there.</p>
${walletPart()}
<p id="state" class="message" role="status"></p>
<noscript><p class="message bad">A wallet can only be reached with JavaScript. Without it, any x402 client can pay: the answer to a call says how.</p></noscript>
</form>
${takesPart({ priceUsd, offer }, pageUrl, keepAt)}</div>
<div id="tools" class="actions noprint" hidden><button type="button" class="main" id="save">Save as one file</button> <button type="button" id="save-data">Save as data (JSON)</button> <button type="button" id="print">Print or save as PDF</button></div>
<div id="answer" tabindex="-1"></div>`;
}

/** Asked at once although they may be left out: without them the answer is too wide. */
const FIRST = ['country', 'province', 'state', 'price'];

/** Gives a script what it needs to check the price. */
export function payData({ requirements }: Offer): Html {
  const { amount, payTo, asset } = requirements;
  return html` data-amount="${amount}" data-pay-to="${payTo}" data-asset="${asset}"`;
}

/** Has room for the button of each wallet, which the script adds. */
export function walletPart(): Html {
  return html`<div id="wallets" class="actions" aria-label="Wallets" role="group"></div>
<p id="no-wallet" class="message warn" hidden>Looking for a wallet in this browser.</p>`;
}

function fieldOf(parameter: ParameterDescription, value: string, placeNames: PlaceNames | undefined): Html {
  const country = countryOfField(parameter.name);
  const field = formField(parameter, value, placeNames);
  return country === undefined ? field : html`<div data-country="${country}">${field}</div>`;
}

/** Helps whoever has no wallet in this browser. */
function takesPart(sold: Pick<Sold, 'priceUsd' | 'offer'>, pageUrl: string, keepAt?: string): Html {
  return html`<aside class="before" aria-labelledby="takes">
<h2 id="takes">What paying takes</h2>
${walletSteps(sold)}
<p>On a phone, open this page inside your wallet: ${walletLinks(pageUrl).map(({ name, url }, at) => html`${at > 0 && ' · '}<a href="${url}">${name}</a>`)}</p>
<details><summary>On another device, or somebody else pays</summary>
<p>Send the link to whoever has a wallet, or scan it there: it only opens this page.${keepAt !== undefined && ' Who pays gets the report, and can send you its private link.'}</p>
<p><button type="button" id="share" data-link="${pageUrl}" hidden>Send or copy the link</button></p>
<div class="qr" role="img" aria-label="QR code of this page">${new Html(renderSVG(pageUrl, { border: 0 }))}</div>
</details>
${keepAt !== undefined && html`<p><small>Already paid, and the report is gone? <a href="${keepAt}">Find it again</a></small></p>`}
</aside>`;
}

/** Wallets whose own browser opens a page by a link; on a phone no other browser has a wallet in it. */
function walletLinks(pageUrl: string): { name: string; url: string }[] {
  const { host, origin, pathname, search } = new URL(pageUrl);
  const address = encodeURIComponent(pageUrl);
  const inOkx = encodeURIComponent(`okx://wallet/dapp/url?dappUrl=${address}`);
  return [
    { name: 'Coinbase Wallet', url: `https://go.cb-w.com/dapp?cb_url=${address}` },
    { name: 'MetaMask', url: `https://metamask.app.link/dapp/${host}${pathname}${search}` },
    { name: 'Trust Wallet', url: `https://link.trustwallet.com/open_url?coin_id=60&url=${address}` },
    {
      name: 'Phantom',
      url: `https://phantom.app/ul/browse/${address}?ref=${encodeURIComponent(origin)}`,
    },
    { name: 'OKX Wallet', url: `https://web3.okx.com/download?deeplink=${inOkx}` },
  ];
}

/** A wallet for pages where payments are not real: it signs in the page, with a key that everybody has. */
export type TestWallet = ReturnType<typeof createTestWallet>;

export function createTestWallet({ address, privateKey }: { address: string; privateKey: string }) {
  return {
    script: browserScript('site/browser/test-wallet.js', '/assets/test-wallet'),
    hint: html`<p class="message noprint" id="test-wallet" data-address="${address}" data-key="${privateKey}">Payments are not real here: a test wallet is offered, with money that is worth nothing.</p>`,
  };
}
