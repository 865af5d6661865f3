import { html } from '../view/html.ts';
import { browserModules } from './browser-modules.ts';

/** A wallet for pages where payments are not real: it signs in the page, with a key that everybody has. */
export type TestWallet = ReturnType<typeof createTestWallet>;

export function createTestWallet({ address, privateKey }: { address: string; privateKey: string }) {
  const { entry, assets } = browserModules('site/browser/test-wallet.js', '/assets/test-wallet');
  return {
    script: entry,
    assets,
    hint: html`<p class="message noprint" id="test-wallet" data-address="${address}" data-key="${privateKey}">Payments are not real here: a test wallet is offered, with money that is worth nothing.</p>`,
  };
}
