// Fetches by a sign-in with the wallet what was paid for and has not arrived.

import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { checksumAddress, signInMessage } from '../../payments/evm/address.ts';
import { createRunner, element, Problem, say } from './dom.js';
import { fromBase64, readBought } from './pay.js';
import { ask, connect, offerWallets, useOnSubmit } from './wallets.js';

/**
 * @typedef {import('./pay.js').Bought} Bought
 * @typedef {import('./wallets.js').Wallet} Wallet
 * @typedef {import('../../payments/evm/address.ts').SignInInfo} SignIn
 */

const lost = element('lost-form', HTMLFormElement);
const run = createRunner(element('wallet-part', HTMLElement));

/** @param {(bought: Bought) => Promise<void>} keep */
export function start(keep) {
  /** @param {Wallet} wallet */
  const fetchIt = ({ provider }) => {
    if (lost.reportValidity()) void run(async () => keep(await fetchBySignIn(provider)));
  };
  offerWallets({ verb: 'Sign in with', use: fetchIt });
  useOnSubmit(lost, fetchIt);
}

/**
 * Signs in with the wallet that has paid: the service then gives the answer once more, for nothing.
 * @param {import('./wallets.js').Provider} provider
 * @returns {Promise<Bought>}
 */
async function fetchBySignIn(provider) {
  const from = await connect(provider, lost.dataset.asset ?? '');
  const search = new URLSearchParams();
  for (const [name, value] of new FormData(lost)) search.set(name, String(value).trim());
  const url = `${new URL(lost.action).pathname}?${search}`;
  const asked = await fetch(url, { headers: { Accept: 'application/json' } });
  const challenge = fromBase64(asked.headers.get('PAYMENT-REQUIRED') ?? '');
  /** @type {{ info: SignIn, supportedChains: [{ chainId: string }] } | undefined} */
  const signIn = challenge?.extensions?.['sign-in-with-x'];
  if (!signIn) throw new Problem('The service does not offer a sign-in just now. Try again in a while.');
  const address = checksumAddress(from);
  say('Your wallet asks you to sign a message. It costs nothing.', { isBusy: true });
  const [{ chainId }] = signIn.supportedChains;
  const words = signInMessage(signIn.info, chainId.replace('eip155:', ''), address);
  const message = `0x${bytesToHex(utf8ToBytes(words))}`;
  const signature = await ask(provider, 'personal_sign', [message, from]);
  const { nonce, issuedAt } = signIn.info;
  const header = btoa(JSON.stringify({ address, nonce, issuedAt, signature }));
  const reply = await fetch(url, {
    headers: { 'SIGN-IN-WITH-X': header, Accept: 'text/html, application/json;q=0.9' },
  });
  if (!reply.ok)
    throw new Problem(
      'This wallet has paid for no report of this car in the last ten minutes. Nothing was charged.',
    );
  return readBought(reply);
}
