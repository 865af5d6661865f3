// Buys with a wallet of the browser: the client of the service asks for the price, has the wallet sign and repeats the
// request with the payment; this shows what happens and checks that nothing but the price on the page is signed.

import { createBudget } from '../../client/budget.ts';
import { createBuyer } from '../../client/buyer.ts';
import { ForecourtError } from '../../client/forecourt-error.ts';
import { PaymentCapExceeded } from '../../client/payment-cap-exceeded.ts';
import { PaymentUncertain } from '../../client/payment-uncertain.ts';

/**
 * @typedef {import('../../client/wallet.ts').TransferData} TransferData
 * @typedef {{ request(call: { method: string, params?: unknown[] }): Promise<unknown> }} Provider
 * @typedef {{ info: { uuid: string, name: string }, provider: Provider }} Wallet
 * @typedef {{ text: string, type: string, receipt: { success?: boolean, transaction?: string } | undefined }} Answer
 */

const CHAIN_ID = 8453;
const ATOMIC_PER_USD = 1e6;
/** How long the identical request is repeated when its end is not known; it is never charged twice. */
const REPEAT_FOR_MS = 20_000;
const NO_WALLET =
  'No wallet was found in this browser. Install one that holds USDC on Base, or pay with any x402 client.';
/** Wallets want the fields of the domain said too. */
const DOMAIN_FIELDS = ['string name', 'string version', 'uint256 chainId', 'address verifyingContract'].map(
  (field) => {
    const [type, name] = field.split(' ');
    return { name, type };
  },
);
const PRICE_CHANGED = 'The price has changed. Load the page again.';

const form = element('buy', HTMLFormElement);
const state = element('state', HTMLElement);
const answer = element('answer', HTMLElement);
const tools = element('tools', HTMLElement);
const noWallet = element('no-wallet', HTMLElement);
/** @type {Map<string, Wallet>} */
const wallets = new Map();
/** A call that was paid for, with an end that is not known: only its payment may be sent again. @type {string | undefined} */
let unsettled;
/** @type {{ text: string, type: string } | undefined} */
let bought;

/** Whose wallet signs next. @type {{ provider: Provider, address: `0x${string}` } | undefined} */
let payer;
const priceUsd = Number(form.dataset.amount) / ATOMIC_PER_USD;
const account = {
  get address() {
    if (!payer) throw new Problem(NO_WALLET);
    return payer.address;
  },
  signTypedData,
};
// Each call is paid for on its own, and the next one only when the end of the last is known.
const buy = createBuyer(
  { account, payTo: form.dataset.payTo ?? '', fetch, repeatForMs: REPEAT_FOR_MS },
  createBudget(priceUsd, Number.MAX_SAFE_INTEGER),
);

noWallet.hidden = false;
addEventListener('eip6963:announceProvider', (event) => {
  if (event instanceof CustomEvent) offer(event.detail);
});
dispatchEvent(new Event('eip6963:requestProvider'));
setTimeout(() => {
  const { ethereum } = /** @type {{ ethereum?: Provider }} */ (/** @type {unknown} */ (window));
  if (wallets.size === 0 && ethereum)
    offer({ info: { uuid: 'injected', name: 'the wallet of this browser' }, provider: ethereum });
  if (wallets.size === 0) noWallet.textContent = NO_WALLET;
}, 300);

// What is pasted often has blanks around it.
form.addEventListener('change', ({ target }) => {
  if (target instanceof HTMLInputElement) target.value = target.value.trim();
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const [only] = wallets.values();
  if (wallets.size === 1 && only) pay(only);
  else say(wallets.size === 0 ? NO_WALLET : 'Choose a wallet to pay with.');
});
element('save', HTMLElement).addEventListener('click', save);
element('print', HTMLElement).addEventListener('click', () => print());

/** @param {Wallet} wallet */
function offer(wallet) {
  if (wallets.has(wallet.info.uuid)) return;
  wallets.set(wallet.info.uuid, wallet);
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'main';
  button.textContent = `Pay with ${wallet.info.name}`;
  button.addEventListener('click', () => pay(wallet));
  element('wallets', HTMLElement).append(button);
  noWallet.hidden = true;
}

/** @param {Wallet} wallet */
async function pay({ provider }) {
  if (!form.reportValidity()) return;
  const url = address();
  busy(true);
  try {
    if (unsettled !== url) {
      if (unsettled) throw new Problem('The last payment is not settled yet. Repeat that call first.');
      payer = { provider, address: await connect(provider) };
    }
    show(await buyAnswer(url));
    unsettled = undefined;
  } catch (error) {
    if (error instanceof PaymentUncertain) unsettled = url;
    else if (unsettled === url) unsettled = undefined;
    say(messageOf(error), true);
  } finally {
    busy(false);
  }
}

/**
 * @param {string} url
 * @returns {Promise<Answer>}
 */
async function buyAnswer(url) {
  /** @type {Answer | undefined} */
  let got;
  let sent = 0;
  const unreachable = new AbortController();
  /** @type {typeof fetch} */
  const fetchAnswer = async (input, init) => {
    const isPaid = new Headers(init?.headers).has('PAYMENT-SIGNATURE');
    if (!isPaid) say('Asking what it costs.');
    else if (sent === 0) say('Signed. The answer is being computed.');
    else say('There is no answer yet. Asking again; it is not charged twice.');
    if (isPaid) sent += 1;
    const headers = {
      ...init?.headers,
      Accept: isPaid ? 'text/html, application/json;q=0.9' : 'application/json',
    };
    const response = await fetch(input, { ...init, headers }).catch((error) => {
      if (!isPaid) unreachable.abort(new Problem('The service cannot be reached. Nothing was paid.'));
      throw error;
    });
    if (!response.ok) return response;
    const type = (response.headers.get('Content-Type') ?? '').split(';')[0] ?? '';
    const receipt = fromBase64(response.headers.get('PAYMENT-RESPONSE') ?? '');
    got = { type, text: await response.text(), receipt };
    // The answer may be a page: the client is given what it needs to know of it.
    return Response.json({ disclaimer: 'It is in the answer.', charged: receipt?.success === true });
  };
  await buy(url, { fetch: fetchAnswer, signal: unreachable.signal });
  if (!got) throw new Problem('There was no answer.');
  return got;
}

/** @param {unknown} error */
function messageOf(error) {
  if (error instanceof PaymentUncertain)
    return 'No answer yet. Press the same button again: it is not charged twice.';
  if (error instanceof PaymentCapExceeded) return PRICE_CHANGED;
  if (error instanceof ForecourtError) {
    if (error.code === 'unacceptable_terms') return PRICE_CHANGED;
    const issues = /** @type {{ parameter: string, message: string }[] | undefined} */ (error.details.issues);
    const reason = issues?.map(({ parameter, message }) => `${parameter} ${message}.`).join(' ');
    return `${reason ?? error.message} Nothing was charged.`;
  }
  return error instanceof Error ? error.message : 'The wallet refused. Nothing was paid.';
}

class Problem extends Error {}

/** @param {Provider} provider */
async function connect(provider) {
  const [from] = /** @type {`0x${string}`[]} */ (await ask(provider, 'eth_requestAccounts'));
  if (!from) throw new Problem('The wallet offers no account. Nothing was paid.');
  if (Number(await ask(provider, 'eth_chainId')) !== CHAIN_ID)
    await ask(provider, 'wallet_switchEthereumChain', [{ chainId: `0x${CHAIN_ID.toString(16)}` }]);
  return from;
}

/**
 * Nobody signs anything but the price and the recipient on the page.
 * @param {TransferData} data
 * @returns {Promise<string>}
 */
async function signTypedData(data) {
  const { message, domain } = data;
  const { amount, payTo, asset } = form.dataset;
  const isAsShown =
    message.value === amount && message.to === payTo && sameAddress(domain.verifyingContract, asset);
  if (!isAsShown) throw new Problem(PRICE_CHANGED);
  if (!payer) throw new Problem(NO_WALLET);
  say(`Your wallet asks you to sign a payment of $${priceUsd}.`);
  const types = { EIP712Domain: DOMAIN_FIELDS, ...data.types };
  const typedData = JSON.stringify({ ...data, types });
  return String(await ask(payer.provider, 'eth_signTypedData_v4', [payer.address, typedData]));
}

/** @param {Answer} answered */
function show({ type, text, receipt }) {
  const isPage = type === 'text/html';
  bought = { type, text: isPage ? text : JSON.stringify(JSON.parse(text), undefined, 2) };
  say(
    receipt?.success
      ? `Paid. Transaction ${receipt.transaction}`
      : 'Here is the answer. Nothing was charged.',
  );
  if (isPage) {
    const page = new DOMParser().parseFromString(text, 'text/html');
    document.title = page.title;
    answer.replaceChildren(...(page.querySelector('main')?.childNodes ?? []));
    for (const heading of document.querySelectorAll('main > h1, main > .lead')) heading.remove();
  } else {
    const block = document.createElement('pre');
    block.tabIndex = 0;
    block.textContent = bought.text;
    answer.replaceChildren(block);
  }
  form.hidden = true;
  tools.hidden = false;
  answer.focus({ preventScroll: true });
  state.scrollIntoView();
}

/** The answer as one file: it is held by nobody else. */
function save() {
  if (!bought) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bought.text], { type: bought.type }));
  link.download = `${form.dataset.file}.${bought.type === 'text/html' ? 'html' : 'json'}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function address() {
  const search = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value !== '') search.set(name, String(value).trim());
  }
  return `${new URL(form.action).pathname}?${search}`;
}

/**
 * @param {Provider} provider
 * @param {string} method
 * @param {unknown[]} [params]
 */
async function ask(provider, method, params = []) {
  try {
    return await provider.request({ method, params });
  } catch (error) {
    // Not every wallet refuses with an error as the language has them.
    const { message } = Object(error);
    const reason =
      typeof message === 'string' && message !== '' ? message.replace(/\.$/, '') : 'it did not say why';
    throw new Problem(`The wallet refused: ${reason}. Nothing was paid.`);
  }
}

/**
 * @param {string} text
 * @param {boolean} [isBad]
 */
function say(text, isBad = false) {
  state.textContent = text;
  state.classList.toggle('bad', isBad);
}

/** @param {boolean} isBusy */
function busy(isBusy) {
  for (const button of form.querySelectorAll('button')) button.disabled = isBusy;
}

/** @param {string} text */
function fromBase64(text) {
  if (text === '') return undefined;
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))));
}

/**
 * @param {string} one
 * @param {string | undefined} other
 */
function sameAddress(one, other) {
  return one.toLowerCase() === other?.toLowerCase();
}

/**
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
function element(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`The page has no "${id}"`);
  return found;
}
