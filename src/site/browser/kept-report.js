// Shows a report that was paid for and is kept in this browser, adds the exact costs of one place to it, and fetches by
// a sign-in with the wallet what was paid for and has not arrived.

import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { checksumAddress, signInMessage } from '../../payments/evm/address.ts';
import {
  contentOf,
  copyText,
  createRunner,
  dataOf,
  download,
  element,
  onClick,
  Problem,
  say,
} from './dom.js';
import {
  countReports,
  deleteAllReports,
  deleteReport,
  findReport,
  keepReport,
  writeReport,
} from './kept-reports.js';
import { buy, fetchAgain, forgetPayment, fromBase64, pendingPayment } from './pay.js';
import { ask, connect, offerWallets, useOnSubmit } from './wallets.js';

/**
 * @typedef {import('./kept-reports.js').Kept} Kept
 * @typedef {import('./pay.js').Bought} Bought
 * @typedef {import('./wallets.js').Wallet} Wallet
 * @typedef {import('../../payments/evm/address.ts').SignInInfo} SignIn
 */

const answer = element('answer', HTMLElement);
const tools = element('tools', HTMLElement);
const costs = element('costs', HTMLFormElement);
const lost = element('lost', HTMLFormElement);
const many = element('many', HTMLElement);
/** @type {Kept | undefined} */
let kept;
const run = createRunner(element('wallet-part', HTMLElement));

offerWallets({ verb: 'Use', use: (wallet) => void act(wallet) });
addEventListener('hashchange', () => void open());
for (const form of [costs, lost]) useOnSubmit(form, (wallet) => void act(wallet));
onClick('save', () => kept && download(wholePage(kept), 'text/html', `${fileName()}.html`));
onClick('save-data', () => kept?.data && download(wholeData(kept), 'application/json', `${fileName()}.json`));
onClick('print', () => print());
onClick('copy-link', (button) => copyText(button, location.href));
onClick('delete', async () => {
  await deleteReport(location.hash);
  history.replaceState(undefined, '', location.pathname);
  await open();
  say('The report is deleted from this browser.');
});
onClick('delete-all', async () => {
  await deleteAllReports();
  await open();
  say('All reports are deleted from this browser.');
});
await open();
const pending = pendingPayment();
if (pending && kept && pending.url.startsWith(new URL(costs.action).pathname)) {
  await run(async () => addCosts(await fetchAgain(pending)));
}

async function open() {
  kept = location.hash.length > 1 ? await findReport(location.hash) : undefined;
  const isLost = location.hash.length > 1 && !kept;
  for (const part of document.querySelectorAll('.before')) {
    if (part instanceof HTMLElement) part.hidden = kept !== undefined;
  }
  tools.hidden = !kept;
  costs.hidden = !kept;
  lost.hidden = kept !== undefined;
  const count = kept ? 0 : await countReports();
  many.hidden = count === 0;
  element('count', HTMLElement).textContent = String(count);
  if (!kept) {
    answer.replaceChildren();
    say(isLost ? 'This browser does not have this report: it was bought in another one, or deleted.' : '', {
      isBad: isLost,
    });
    return;
  }
  const { nodes } = contentOf(kept.page);
  document.title = kept.title;
  answer.replaceChildren(...nodes);
  const section = answer.querySelector('#purchase-costs')?.parentElement;
  section?.append(...kept.costs.flatMap(({ page }) => contentOf(page).nodes));
  say(kept.transaction ? `Paid. Transaction ${kept.transaction}` : 'Nothing was charged for this report.');
  element('save-data', HTMLElement).hidden = kept.data === undefined;
}

/** @param {Wallet} wallet */
async function act({ provider }) {
  const form = kept ? costs : lost;
  if (!form.reportValidity()) return;
  await run(async () => {
    if (kept) {
      const { amount = '', payTo = '', asset = '' } = costs.dataset;
      await addCosts(await buy(provider, costsAddress(), { amount, payTo, asset }));
    } else {
      await fetchBySignIn(provider);
    }
  });
}

/** @param {Bought} bought */
async function addCosts({ page, data, transaction }) {
  if (!kept || page === undefined) throw new Problem('There was no page in the answer.');
  kept = { ...kept, costs: [...kept.costs, { page, data }] };
  await writeReport(location.hash, kept);
  forgetPayment();
  await open();
  say(
    transaction
      ? `The exact costs are in the report. Transaction ${transaction}`
      : 'The exact costs are in the report. Nothing was charged.',
  );
  answer.querySelector('#purchase-costs')?.scrollIntoView();
}

function costsAddress() {
  const values = new FormData(costs);
  const [country = '', code = ''] = String(values.get('place')).split('-');
  const search = new URLSearchParams({
    country,
    [country === 'CA' ? 'province' : 'state']: code,
    price: String(values.get('price')).replace(/[$,\s]/g, ''),
    sale_type: String(values.get('sale_type')),
  });
  const { vin } = JSON.parse(kept?.data ?? '{}');
  if (vin) search.set('vin', vin);
  return `${new URL(costs.action).pathname}?${search}`;
}

/**
 * Signs in with the wallet that has paid: the service then gives the answer once more, for nothing.
 * @param {import('./wallets.js').Provider} provider
 */
async function fetchBySignIn(provider) {
  const from = await connect(provider, costs.dataset.asset ?? '');
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
  const page = await reply.text();
  location.hash = await keepReport({
    title: contentOf(page).title,
    page,
    data: dataOf(page),
    transaction: undefined,
    costs: [],
  });
}

/**
 * Gives the page as it was sold, with the costs that were bought for it.
 * @param {Kept} report
 */
function wholePage({ page, costs: pages }) {
  if (pages.length === 0) return page;
  const whole = new DOMParser().parseFromString(page, 'text/html');
  const section = whole.querySelector('#purchase-costs')?.parentElement;
  section?.append(...pages.flatMap((one) => contentOf(one.page).nodes));
  return `<!doctype html>\n${whole.documentElement.outerHTML}\n`;
}

/**
 * Gives the answer as it was sold; costs that were bought for it stand beside it.
 * @param {Kept} report
 */
function wholeData({ data = '', costs: bought }) {
  if (bought.length === 0) return data;
  const exactCosts = bought.map((one) => JSON.parse(one.data ?? 'null'));
  return JSON.stringify({ ...JSON.parse(data), exactCosts }, undefined, 2);
}

function fileName() {
  return (kept?.title ?? 'report').toLowerCase().replace(/[^a-z0-9]+/g, '-');
}
