// Pays for the exact costs of one place, to be added to a report, and fetches by a sign-in with the wallet what was paid
// for and has not arrived.

import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { checksumAddress, signInMessage } from '../../payments/evm/address.ts';
import { createRunner, dataOf, element, Problem, say } from './dom.js';
import { buy, fetchAgain, forgetPayment, fromBase64, pendingPayment, readBought } from './pay.js';
import { ask, connect, offerWallets, useOnSubmit } from './wallets.js';

/**
 * @typedef {import('./pay.js').Bought} Bought
 * @typedef {import('./kept-reports.js').Report} Report
 * @typedef {import('./kept-reports.js').Sold} Sold
 * @typedef {import('./wallets.js').Wallet} Wallet
 * @typedef {import('../../payments/evm/address.ts').SignInInfo} SignIn
 * @typedef {{ kept(): Report | undefined, addCosts(sold: Sold): Promise<void>, keep(bought: Bought): Promise<void> }} Page
 */

const costs = element('costs-form', HTMLFormElement);
const lost = element('lost-form', HTMLFormElement);
const { amount = '', payTo = '', asset = '' } = costs.dataset;
const run = createRunner(element('wallet-part', HTMLElement));

/** @param {Page} page */
export async function start(page) {
  /** @param {Wallet} wallet */
  const act = ({ provider }) => {
    const report = page.kept();
    if (!(report ? costs : lost).reportValidity()) return;
    void run(async () => {
      if (report) await add(await buy(provider, costsAddress(report), { amount, payTo, asset }));
      else await page.keep(await fetchBySignIn(provider));
    });
  };
  /** @param {Bought} bought */
  const add = async ({ page: costsPage, signature, transaction }) => {
    if (costsPage === undefined) throw new Problem('There was no page in the answer.');
    await page.addCosts({ page: costsPage, signature });
    forgetPayment();
    say(
      `The exact costs are in the report. ${transaction ? `Transaction ${transaction}` : 'Nothing was charged.'}`,
    );
  };
  offerWallets({ verb: 'Use', use: act });
  for (const form of [costs, lost]) useOnSubmit(form, act);
  const pending = pendingPayment();
  if (pending && page.kept() && pending.url.startsWith(new URL(costs.action).pathname))
    await run(async () => add(await fetchAgain(pending)));
}

/** @param {Report} report */
function costsAddress(report) {
  const values = new FormData(costs);
  const [country = '', code = ''] = String(values.get('place')).split('-');
  const search = new URLSearchParams({
    country,
    [country === 'CA' ? 'province' : 'state']: code,
    price: String(values.get('price')).replace(/[$,\s]/g, ''),
    sale_type: String(values.get('sale_type')),
  });
  const { vin } = JSON.parse(dataOf(report.page) ?? '{}');
  if (vin) search.set('vin', vin);
  return `${new URL(costs.action).pathname}?${search}`;
}

/**
 * Signs in with the wallet that has paid: the service then gives the answer once more, for nothing.
 * @param {import('./wallets.js').Provider} provider
 * @returns {Promise<Bought>}
 */
async function fetchBySignIn(provider) {
  const from = await connect(provider, asset);
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
