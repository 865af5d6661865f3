import { pagePaths, paths } from '../documents/links.ts';
import { FAUCET_URL, type Network } from '../payments/evm/networks.ts';
import { type Html, html } from '../view/html.ts';
import type { Page, Site } from './page.ts';

export function pricesPage(site: Site): Page {
  const { offered } = site;
  return {
    path: pagePaths.prices,
    title: 'Prices · Forecourt',
    description: `A first look at a VIN is free, the whole report costs $${offered.priceUsd}. No account, no subscription.`,
    content: html`<h1>Prices</h1>
<p class="lead">A first look at any VIN is free. You pay for an answer, not for an account, and only when the answer is there.</p>
<section aria-labelledby="all">
<h2 id="all">Everything that is sold</h2>
<ul class="tiles prices">${productCards(site)}</ul>
</section>
<section aria-labelledby="paying" class="prose">
<h2 id="paying">How paying works</h2>
${walletSteps(offered)}
<p>You sign one payment for exactly one answer. The answer is made first and the money taken after. If something fails, nothing is taken. If your connection breaks, the page fetches what you paid for by itself.</p>
</section>
<section aria-labelledby="free" class="prose">
<h2 id="free">Free</h2>
<ul><li><a href="${pagePaths.home}">A first look</a> at a VIN: which car it is, its check digit, how many recalls and complaints, whether there is advice not to drive it</li>
<li><a href="${pagePaths.sample}">A whole sample report</a></li>
<li><a href="${pagePaths.quote}">The check of a dealer’s quote</a>, line by line, without sending it anywhere</li>
<li><a href="${pagePaths.coverage}">Taxes compared</a> across all provinces and states</li></ul>
</section>`,
  };
}

/** Puts the report first: it is what most people come for. */
export function productCards({ products, offered }: Site): Html {
  const others = products.filter((product) => product !== offered);
  return html`${productCard(offered, true)}${others.map((product) => productCard(product, false))}`;
}

function productCard(
  { name, priceUsd, summary, path, slug }: Site['products'][number],
  isWhole: boolean,
): Html {
  return html`<li${isWhole && html` class="whole"`}><h3>${name} <span class="price">$${priceUsd}</span></h3>
<p>${summary}</p>
<p class="soft">${isWhole ? html`<a href="${pagePaths.buy}">Get it</a> · <a href="${pagePaths.sample}">see a sample</a>` : html`<a href="${path}">Get it<span class="unseen">: ${name}</span></a> · <a href="${paths.reference}/${slug}">for programs<span class="unseen">: ${name}</span></a>`}</p></li>
`;
}

/** Explains paying to whoever has no wallet yet. */
export function walletSteps({ priceUsd, offer }: Pick<Site['offered'], 'priceUsd' | 'offer'>): Html {
  return html`<ol class="steps">
<li><strong>A wallet</strong>: an app or browser extension that holds digital money, such as Coinbase Wallet or MetaMask. Making one is free.</li>
${moneyStep(offer.network)}
<li><strong>This page, opened in the wallet</strong>: press pay and confirm $${priceUsd}. You pay no fee of the network.</li>
</ol>`;
}

const moneyStep = ({ money, title, notice }: Network): Html =>
  notice === undefined
    ? html`<li><strong>A dollar of ${money}</strong>, a digital US dollar. Buy it by card inside the wallet, or send it from an exchange such as Coinbase or Kraken, and choose the network “${title}”. Each seller of it has its own smallest amount, fee and check of your identity: with some it takes minutes, with others days.</li>`
    : html`<li><strong>A dollar of ${money}</strong>, which is worth nothing and free at <a href="${FAUCET_URL}">Circle’s faucet</a>.</li>`;
