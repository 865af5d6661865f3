// Buys with a wallet of the browser: asks for the price, has the wallet sign, repeats the request with the payment.

/**
 * @typedef {{ request(call: { method: string, params?: unknown[] }): Promise<unknown> }} Provider
 * @typedef {{ info: { uuid: string, name: string }, provider: Provider }} Wallet
 * @typedef {{ scheme: string, network: string, amount: string, asset: string, payTo: string, maxTimeoutSeconds: number, extra: { name: string, version: string } }} Requirements
 */

const CHAIN_ID = 8453;
/** How often the identical request is repeated when its end is not known; it is never charged twice. */
const REPEATS = 8;
const NO_WALLET =
  'No wallet was found in this browser. Install one that holds USDC on Base, or pay with any x402 client.';

const form = element('buy', HTMLFormElement);
const state = element('state', HTMLElement);
const answer = element('answer', HTMLElement);
const tools = element('tools', HTMLElement);
const noWallet = element('no-wallet', HTMLElement);
/** @type {Map<string, Wallet>} */
const wallets = new Map();
/** A payment that was signed and whose end is not known: only it may be sent again. @type {{ url: string, header: string } | undefined} */
let unsettled;
/** @type {{ text: string, type: string } | undefined} */
let bought;

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
    if (unsettled?.url !== url) {
      if (unsettled) throw new Problem('The last payment is not settled yet. Repeat that call first.', true);
      unsettled = { url, header: await signFor(provider, url) };
    }
    say('Signed. The answer is being computed.');
    await show(await send(unsettled));
    unsettled = undefined;
  } catch (error) {
    if (error instanceof Problem && !error.mayBePaid) unsettled = undefined;
    say(error instanceof Error ? error.message : 'The wallet refused. Nothing was paid.', true);
  } finally {
    busy(false);
  }
}

class Problem extends Error {
  /**
   * @param {string} message
   * @param {boolean} [mayBePaid]
   */
  constructor(message, mayBePaid = false) {
    super(message);
    this.mayBePaid = mayBePaid;
  }
}

/**
 * @param {Provider} provider
 * @param {string} url
 */
async function signFor(provider, url) {
  say('Asking what it costs.');
  const challenge = await fetch(url, { headers: { Accept: 'application/json' } }).catch(() => {
    throw new Problem('The service cannot be reached. Nothing was paid.');
  });
  const required = fromBase64(challenge.headers.get('PAYMENT-REQUIRED') ?? '');
  if (challenge.status !== 402 || !required) throw new Problem((await challenge.json()).message);
  /** @type {Requirements} */
  const accepted = required.accepts[0];
  if (!isAsShown(accepted)) throw new Problem('The price has changed. Load the page again.');

  const [from] = /** @type {string[]} */ (await ask(provider, 'eth_requestAccounts'));
  if (Number(await ask(provider, 'eth_chainId')) !== CHAIN_ID)
    await ask(provider, 'wallet_switchEthereumChain', [{ chainId: `0x${CHAIN_ID.toString(16)}` }]);
  const now = Math.floor(Date.now() / 1000);
  const authorization = {
    from,
    to: accepted.payTo,
    value: accepted.amount,
    validAfter: String(now - 600),
    validBefore: String(now + accepted.maxTimeoutSeconds),
    nonce: `0x${[...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`,
  };
  say(`Your wallet asks you to sign a payment of $${Number(accepted.amount) / 1e6}.`);
  const typedData = JSON.stringify(typedDataFor(accepted, authorization));
  const signature = await ask(provider, 'eth_signTypedData_v4', [from, typedData]);
  return toBase64({
    x402Version: 2,
    resource: required.resource,
    accepted,
    payload: { signature, authorization },
  });
}

/**
 * Nobody signs anything but the price on the page.
 * @param {Requirements} accepted
 */
function isAsShown({ amount, payTo, asset, network }) {
  const shown = form.dataset;
  return (
    amount === shown.amount &&
    payTo === shown.payTo &&
    asset === shown.asset &&
    network === shown.network &&
    network === `eip155:${CHAIN_ID}`
  );
}

/**
 * @param {Requirements} accepted
 * @param {object} message
 */
function typedDataFor({ extra, asset }, message) {
  const fields = (/** @type {string} */ list) =>
    list.split(',').map((field) => {
      const [type, name] = field.split(' ');
      return { name, type };
    });
  return {
    types: {
      EIP712Domain: fields('string name,string version,uint256 chainId,address verifyingContract'),
      TransferWithAuthorization: fields(
        'address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce',
      ),
    },
    primaryType: 'TransferWithAuthorization',
    domain: { name: extra.name, version: extra.version, chainId: CHAIN_ID, verifyingContract: asset },
    message,
  };
}

/**
 * Repeats the identical request while its end is not known: that is never charged twice.
 * @param {{ url: string, header: string }} payment
 * @returns {Promise<Response>}
 */
async function send({ url, header }) {
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    let waitSeconds = 2;
    try {
      const headers = { Accept: 'text/html, application/json;q=0.9', 'PAYMENT-SIGNATURE': header };
      const response = await fetch(url, { headers });
      if (response.ok) return response;
      const { error, message, retryAfterSeconds } = await readFailure(response);
      if (error !== 'settlement_pending') throw new Problem(`${message} Nothing was charged.`);
      waitSeconds = retryAfterSeconds ?? waitSeconds;
    } catch (error) {
      if (error instanceof Problem) throw error;
    }
    say('The payment is not settled yet. Asking again; it is not charged twice.');
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
  }
  throw new Problem('No answer yet. Press the same button again: it is not charged twice.', true);
}

/** @param {Response} response */
async function readFailure(response) {
  const failure = await response.json();
  const issues = failure.issues?.map(
    (/** @type {{ parameter: string, message: string }} */ issue) => `${issue.parameter} ${issue.message}.`,
  );
  return issues ? { ...failure, message: issues.join(' ') } : failure;
}

/** @param {Response} response */
async function show(response) {
  const type = (response.headers.get('Content-Type') ?? '').split(';')[0] ?? '';
  const text = await response.text();
  const isPage = type === 'text/html';
  bought = { type, text: isPage ? text : JSON.stringify(JSON.parse(text), undefined, 2) };
  const receipt = fromBase64(response.headers.get('PAYMENT-RESPONSE') ?? '');
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

/** @param {object} value */
function toBase64(value) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
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
