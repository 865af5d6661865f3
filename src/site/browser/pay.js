// Buys with a wallet: the client of the service asks for the price, has the wallet sign and repeats the request with
// the payment. Nothing but the price on the page is signed, and what was signed for is fetched until it is there.

import {
  ATOMIC_PER_USD,
  createBudget,
  createBuyer,
  ForecourtError,
  PaymentCapExceeded,
  PaymentUncertain,
} from '@forecourt/client/buying';
import { dataOf, indented, Problem, say } from './dom.js';
import { ask, checkFunds, connect } from './wallets.js';

/**
 * @typedef {import('@forecourt/client/buying').TransferData} TransferData
 * @typedef {import('./wallets.js').Provider} Provider
 * @typedef {{ page: string | undefined, data: string | undefined, transaction: string | undefined, signature?: string | undefined, ticket?: string | undefined }} Bought
 * @typedef {{ url: string, header: string, untilMs: number }} Pending
 * @typedef {{ amount: string, payTo: string, asset: string }} Terms
 */

/** Time for which the client repeats a request by itself. */
const REPEAT_FOR_MS = 10_000;
/** Time for which the service keeps a paid answer. */
const KEPT_FOR_MS = 600_000;
const LOOK_AGAIN_MS = 3_000;
const PASSING = [429, 503, 504];
const PENDING = 'forecourt-payment';
const PRICE_CHANGED = 'The price has changed. Load the page again.';
const BAD_SIGNATURE = ['invalid_payment_payload', 'invalid_signature'];
const BAD_SIGNATURE_WORDS =
  'What the wallet signed is no payment that can be taken. Press again, or use another wallet. Nothing was charged.';
/** Fields of the domain, which wallets want to be told too. */
const DOMAIN_FIELDS = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
];

/** Gives what was paid for and has not arrived, also after the page was closed. @returns {Pending | undefined} */
export function pendingPayment() {
  /** @type {Pending | null} */
  const pending = JSON.parse(localStorage.getItem(PENDING) ?? 'null');
  if (pending && pending.untilMs > Date.now()) return pending;
  forgetPayment();
  return undefined;
}

export function forgetPayment() {
  localStorage.removeItem(PENDING);
}

/**
 * Buys what stands at the address.
 * @param {Provider} provider
 * @param {string} url
 * @param {Terms} terms as the page shows them
 * @returns {Promise<Bought>}
 */
export async function buy(provider, url, terms) {
  const priceUsd = Number(terms.amount) / ATOMIC_PER_USD;
  const address = await connect(provider, terms.asset);
  await checkFunds(provider, { from: address, ...terms });
  const account = { address, signTypedData: signing(provider, address, terms) };
  const buyer = createBuyer(
    { account, payTo: terms.payTo, fetch, repeatForMs: REPEAT_FOR_MS },
    createBudget(priceUsd, priceUsd),
  );
  /** @type {Bought | undefined} */
  let got;
  const unreachable = new AbortController();
  /** @type {typeof fetch} */
  const fetchAnswer = async (input, init) => {
    const header = new Headers(init?.headers).get('PAYMENT-SIGNATURE');
    if (header === null) {
      say('Asking what it costs.', { isBusy: true });
      return fetch(input, { ...init, headers: { Accept: 'application/json' } }).catch((error) => {
        unreachable.abort(new Problem('The service cannot be reached. Nothing was paid.'));
        throw error;
      });
    }
    say('Signed. The answer is being computed. Please keep this page open.', { isBusy: true });
    localStorage.setItem(PENDING, JSON.stringify({ url, header, untilMs: Date.now() + KEPT_FOR_MS }));
    const response = await send(url, header, init?.signal ?? undefined);
    if (!response.ok) return response;
    got = await readBought(response);
    // The answer may be a page: the client is given what it needs to know of it.
    return Response.json({ disclaimer: 'It is in the answer.', charged: got.transaction !== undefined });
  };
  try {
    await buyer(url, { fetch: fetchAnswer, signal: unreachable.signal });
  } catch (error) {
    const pending = pendingPayment();
    if (error instanceof PaymentUncertain && pending) return fetchAgain(pending);
    forgetPayment();
    throw new Problem(messageOf(error));
  }
  if (!got) throw new Problem('There was no answer.');
  return got;
}

/**
 * Fetches what was paid for, until it is there or can no longer come. It is never charged twice.
 * @param {Pending} pending
 * @returns {Promise<Bought>}
 */
export async function fetchAgain(pending) {
  while (Date.now() < pending.untilMs) {
    const response = await send(pending.url, pending.header).catch(() => undefined);
    if (response?.ok) return readBought(response);
    const body = await response?.json().catch(() => undefined);
    // Without a disclaimer a proxy speaks, which does not know what became of the payment.
    if (response && body?.disclaimer && !PASSING.includes(response.status)) {
      forgetPayment();
      throw new Problem(
        `${body.message} ${body.error === 'payment_already_used' ? 'Open “My reports” and sign in with the wallet.' : 'Nothing was charged.'}`,
      );
    }
    say(
      navigator.onLine
        ? 'There is no answer yet. It is asked for again by itself, and is not charged twice.'
        : 'The connection is lost. What you paid for is fetched by itself when it is back, and is not charged twice.',
      { isBusy: true },
    );
    await untilLater();
  }
  throw new Problem(
    'There was no answer within ten minutes. Nothing more is taken. Open “My reports” and sign in with the wallet.',
  );
}

function untilLater() {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, LOOK_AGAIN_MS);
    addEventListener(
      'online',
      () => {
        clearTimeout(timer);
        resolve(undefined);
      },
      { once: true },
    );
  });
}

/**
 * @param {string} url
 * @param {string} header
 * @param {AbortSignal} [signal]
 */
function send(url, header, signal) {
  const headers = {
    'PAYMENT-SIGNATURE': header,
    Accept: 'text/html, application/json;q=0.9',
    // The report is written in the words of the page that buys it.
    'Accept-Language': document.documentElement.lang,
  };
  return fetch(url, { headers, redirect: 'manual', ...(signal && { signal }) });
}

/**
 * Reads an answer as a page and as data.
 * @param {Response} response
 * @returns {Promise<Bought>}
 */
export async function readBought(response) {
  const receipt = fromBase64(response.headers.get('PAYMENT-RESPONSE') ?? '');
  const transaction = receipt?.success ? receipt.transaction : undefined;
  const text = await response.text();
  if (!(response.headers.get('Content-Type') ?? '').startsWith('text/html'))
    return { page: undefined, data: indented(text), transaction };
  const signature = response.headers.get('Page-Signature') ?? undefined;
  const ticket = response.headers.get('Report-Ticket') ?? undefined;
  return { page: text, data: dataOf(text), transaction, signature, ticket };
}

/**
 * Has the wallet sign, and nothing but what the page shows.
 * @param {Provider} provider
 * @param {string} address
 * @param {Terms} terms
 * @returns {(data: TransferData) => Promise<string>}
 */
function signing(provider, address, { amount, payTo, asset }) {
  return async (data) => {
    const { message, domain } = data;
    const isAsShown =
      message.value === amount &&
      message.to === payTo &&
      domain.verifyingContract.toLowerCase() === asset.toLowerCase();
    if (!isAsShown) throw new Problem(PRICE_CHANGED);
    say(`Your wallet asks you to sign a payment of $${Number(amount) / ATOMIC_PER_USD}.`, { isBusy: true });
    const types = { EIP712Domain: DOMAIN_FIELDS, ...data.types };
    return String(await ask(provider, 'eth_signTypedData_v4', [address, JSON.stringify({ ...data, types })]));
  };
}

/** @param {unknown} error */
function messageOf(error) {
  if (error instanceof PaymentCapExceeded) return PRICE_CHANGED;
  if (error instanceof ForecourtError) {
    if (error.code === 'unacceptable_terms') return PRICE_CHANGED;
    if (BAD_SIGNATURE.includes(error.code)) return BAD_SIGNATURE_WORDS;
    const issues = /** @type {{ parameter: string, message: string }[] | undefined} */ (error.details.issues);
    const reason = issues?.map(({ parameter, message }) => `${parameter} ${message}.`).join(' ');
    return `${reason ?? error.message} Nothing was charged.`;
  }
  return error instanceof Error ? error.message : 'The wallet refused. Nothing was paid.';
}

/** @param {string} text */
export function fromBase64(text) {
  if (text === '') return undefined;
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))));
}
