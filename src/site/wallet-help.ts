import { type Html, html } from '../view/html.ts';

/** What it takes to pay, for whoever has no wallet yet. */
export function walletSteps(priceUsd: string): Html {
  return html`<ol class="steps">
<li><strong>A wallet</strong>: an app or browser extension that holds digital money, such as Coinbase Wallet or MetaMask. It takes two minutes and no papers.</li>
<li><strong>A dollar or two of USDC on Base</strong>, a digital US dollar. Buy it by card inside the wallet, or send it from an exchange such as Coinbase or Kraken, and choose the network “Base”.</li>
<li><strong>This page, opened in the wallet</strong>: press pay and confirm $${priceUsd}. There is no other fee.</li>
</ol>`;
}

/** Wallets whose own browser opens a page by a link; on a phone no other browser has a wallet in it. */
export function walletLinks(pageUrl: string): { name: string; url: string }[] {
  const { host, pathname, search } = new URL(pageUrl);
  const address = encodeURIComponent(pageUrl);
  return [
    { name: 'Coinbase Wallet', url: `https://go.cb-w.com/dapp?cb_url=${address}` },
    { name: 'MetaMask', url: `https://metamask.app.link/dapp/${host}${pathname}${search}` },
    { name: 'Trust Wallet', url: `https://link.trustwallet.com/open_url?coin_id=60&url=${address}` },
  ];
}
