// Buys what the page offers with a wallet of this browser, shows what happens, and keeps a report that was paid for.

import { adviseOnVin } from '../vin-advice.ts';
import {
  contentOf,
  createRunner,
  download,
  element,
  onClick,
  say,
  sendOrCopy,
  showOwnFields,
} from './dom.js';
import { keepReport } from './kept-reports.js';
import { buy, fetchAgain, forgetPayment, pendingPayment } from './pay.js';
import { plainNumber } from './plain-number.js';
import { offerWallets, useOnSubmit } from './wallets.js';

/**
 * @typedef {import('./pay.js').Bought} Bought
 * @typedef {import('./wallets.js').Wallet} Wallet
 */

const form = element('buy', HTMLFormElement);
const answer = element('answer', HTMLElement);
const tools = element('tools', HTMLElement);
const { amount = '', payTo = '', asset = '', file = '', keep = '' } = form.dataset;
/** @type {Bought | undefined} */
let bought;
/** The VIN that a person wants although its check digit does not fit. */
let confirmedVin = '';
const run = createRunner(form);

offerWallets({ verb: 'Pay with', use: pay });
showOwnFields(form);
useOnSubmit(form, pay);
onClick('save', () => bought?.page && download(bought.page, 'text/html', `${file}.html`));
onClick('save-data', () => bought?.data && download(bought.data, 'application/json', `${file}.json`));
onClick('print', () => print());
const share = document.getElementById('share');
if (share instanceof HTMLButtonElement) {
  share.hidden = false;
  share.addEventListener('click', () => sendOrCopy(share, share.dataset.link ?? location.href));
}

const pending = pendingPayment();
if (pending && new URL(pending.url, location.href).pathname === new URL(form.action).pathname) {
  say('You paid for an answer that has not arrived yet. It is being fetched.', { isBusy: true });
  void run(async (done) => show(await fetchAgain(pending), done));
}

/** @param {Wallet} wallet */
function pay({ provider }) {
  if (!isVinFine() || !form.reportValidity()) return;
  void run(async (done) => show(await buy(provider, address(), { amount, payTo, asset }), done));
}

/** Signs nothing for a VIN that cannot be one; one that may be misread has to be confirmed. */
function isVinFine() {
  const field = form.elements.namedItem('vin');
  if (!(field instanceof HTMLInputElement) || (field.value.trim() === '' && !field.required)) return true;
  const { vin, verdict, sentence } = adviseOnVin(field.value);
  field.value = vin;
  if (verdict === 'fits' || verdict === 'europe' || vin === confirmedVin) return true;
  field.focus();
  if (verdict === 'empty') return true;
  if (verdict !== 'digit') {
    say(
      `${verdict === 'length' ? `A VIN has 17 characters. This one: ${sentence}` : sentence} Nothing was signed.`,
      { isBad: true },
    );
    return false;
  }
  confirmedVin = vin;
  say(`${sentence} Compare it with the car. To pay for it all the same, press again. Nothing was signed.`, {
    isBad: true,
  });
  return false;
}

/**
 * @param {Bought} got
 * @param {() => void} done
 */
async function show(got, done) {
  bought = got;
  const { page, data, transaction } = got;
  if (page !== undefined && keep !== '') {
    const fragment = await keepReport(got).catch(() => undefined);
    if (fragment !== undefined) {
      forgetPayment();
      done();
      location.assign(`${keep}${fragment}`);
      return;
    }
  }
  forgetPayment();
  const lost = keep === '' ? '' : ' This browser keeps nothing: save it now.';
  say(
    `${transaction ? `Paid. Transaction ${transaction}` : 'Here is the answer. Nothing was charged.'}${lost}`,
  );
  if (page !== undefined) {
    const { title, nodes } = contentOf(page);
    document.title = title;
    answer.replaceChildren(...nodes);
    for (const part of document.querySelectorAll('.before')) part.remove();
  } else {
    const block = document.createElement('pre');
    block.tabIndex = 0;
    block.textContent = data ?? '';
    answer.replaceChildren(block);
  }
  element('save', HTMLElement).hidden = page === undefined;
  element('save-data', HTMLElement).hidden = data === undefined;
  // The form goes, and what it said stays.
  tools.before(element('state', HTMLElement));
  form.hidden = true;
  tools.hidden = false;
  answer.focus({ preventScroll: true });
  element('state', HTMLElement).scrollIntoView();
}

function address() {
  const search = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    const text = String(value).trim();
    const field = form.elements.namedItem(name);
    const isNumber = field instanceof HTMLInputElement && field.inputMode === 'decimal';
    if (text !== '') search.set(name, isNumber ? plainNumber(name, text) : text);
  }
  const isAmerican = [search.get('country'), search.get('market')].includes('US');
  if (search.has('odometer') && !search.has('odometer_unit'))
    search.set('odometer_unit', isAmerican ? 'mi' : 'km');
  return `${new URL(form.action).pathname}?${search}`;
}
