import { readFileSync } from 'node:fs';
import { type Html, html } from '../view/html.ts';
import { type Asset, JAVASCRIPT } from './assets.ts';

/** A wallet for pages where payments are not real: it signs in the page, with a key that everybody has. */
export interface TestWallet {
  script: string;
  hint: Html;
  assets: readonly Asset[];
}

const FOLDER = '/assets/test-wallet';
const ENTRIES = ['@noble/curves/secp256k1.js', '@noble/hashes/sha3.js'];

export function createTestWallet({
  address,
  privateKey,
}: {
  address: string;
  privateKey: string;
}): TestWallet {
  const script = `${FOLDER}/wallet.js`;
  const own = readFileSync(new URL('./browser/test-wallet.js', import.meta.url), 'utf8');
  return {
    script,
    hint: html`<p class="message noprint" id="test-wallet" data-address="${address}" data-key="${privateKey}">Payments are not real here: a test wallet is offered, with money that is worth nothing.</p>`,
    assets: [{ path: script, contentType: JAVASCRIPT, text: withPaths(own) }, ...readModules()],
  };
}

/** Reads the signing library as it stands, each file under its own name, so that nothing has to be bundled. */
function readModules(): Asset[] {
  const read = new Map<string, Asset>();
  const visit = (url: string) => {
    const name = url.slice(url.lastIndexOf('@noble/'));
    if (read.has(name)) return;
    const text = readFileSync(new URL(url), 'utf8');
    read.set(name, { path: `${FOLDER}/${name}`, contentType: JAVASCRIPT, text: withPaths(text) });
    for (const [, wanted = ''] of text.matchAll(/^import .*from ["']([^"']+)["'];/gm)) {
      visit(wanted.startsWith('.') ? new URL(wanted, url).href : import.meta.resolve(wanted));
    }
  };
  for (const entry of ENTRIES) visit(import.meta.resolve(entry));
  return [...read.values()];
}

function withPaths(text: string): string {
  return text.replace(/^(import .*from ["'])(@noble\/)/gm, `$1${FOLDER}/$2`);
}
