// Finds the wallets of this browser, puts them on the right network, looks whether there is enough in them, and
// says in usual words what a wallet refuses.

import { ATOMIC_PER_USD } from '@forecourt/client/buying';
import { element, Problem, say } from './dom.js';

/**
 * @typedef {{ request(call: { method: string, params?: unknown[] }): Promise<unknown> }} Provider
 * @typedef {{ info: { uuid: string, name: string }, provider: Provider }} Wallet
 */

const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
const BASE = {
  chainId: '0x2105',
  chainName: 'Base',
  nativeCurrency,
  rpcUrls: ['https://mainnet.base.org'],
  blockExplorerUrls: ['https://basescan.org'],
};
/** The test network, where a service rehearses. */
const BASE_SEPOLIA = {
  chainId: '0x14a34',
  chainName: 'Base Sepolia',
  nativeCurrency,
  rpcUrls: ['https://sepolia.base.org'],
  blockExplorerUrls: ['https://sepolia.basescan.org'],
};
const TEST_USDC = '0x036cbd53842c5426634e7929541ec2318f3dcf7e';
/** Time after which a person who sees nothing is told where to look. */
const REMIND_AFTER_MS = 20_000;
/** Wallets of older kinds do not announce themselves: they are looked for after those that do. */
const ANNOUNCED_WITHIN_MS = 300;
export const NO_WALLET =
  'No wallet was found in this browser. What it takes stands on this page: a wallet, USDC on Base, and this page opened in it.';

/** @type {Map<string, Wallet>} */
const wallets = new Map();

/**
 * Offers a button for each wallet.
 * @param {{ verb: string, use: (wallet: Wallet) => void }} offered
 */
export function offerWallets({ verb, use }) {
  const noWallet = element('no-wallet', HTMLElement);
  noWallet.hidden = false;
  /** @param {Wallet} wallet */
  const offer = (wallet) => {
    if (wallets.has(wallet.info.uuid)) return;
    wallets.set(wallet.info.uuid, wallet);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'main';
    button.textContent = `${verb} ${wallet.info.name}`;
    button.addEventListener('click', () => use(wallet));
    element('wallets', HTMLElement).append(button);
    noWallet.hidden = true;
  };
  addEventListener('eip6963:announceProvider', (event) => {
    if (event instanceof CustomEvent) offer(event.detail);
  });
  dispatchEvent(new Event('eip6963:requestProvider'));
  setTimeout(() => {
    const { ethereum } = /** @type {{ ethereum?: Provider }} */ (/** @type {unknown} */ (window));
    if (wallets.size === 0 && ethereum)
      offer({ info: { uuid: 'injected', name: 'the wallet of this browser' }, provider: ethereum });
    if (wallets.size === 0) noWallet.textContent = NO_WALLET;
  }, ANNOUNCED_WITHIN_MS);
}

/** Gives the only wallet there is, or says what to do where there are none or several. */
function onlyWallet() {
  const [only] = wallets.values();
  if (wallets.size === 1 && only) return only;
  throw new Problem(wallets.size === 0 ? NO_WALLET : 'Choose one of the wallets.');
}

/**
 * Uses the only wallet where a form is sent by the keyboard.
 * @param {HTMLFormElement} form
 * @param {(wallet: Wallet) => void} use
 */
export function useOnSubmit(form, use) {
  // By Enter a form of several fields is sent only where it has a button for that.
  const sender = document.createElement('button');
  sender.hidden = true;
  form.append(sender);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    try {
      use(onlyWallet());
    } catch (error) {
      say(Object(error).message, { isBad: true });
    }
  });
}

/** @param {string} asset */
const isTestMoney = (asset) => asset.toLowerCase() === TEST_USDC;

/**
 * Gives an account of the wallet, which then is on the network of this asset.
 * @param {Provider} provider
 * @param {string} asset
 * @returns {Promise<`0x${string}`>}
 */
export async function connect(provider, asset) {
  const network = isTestMoney(asset) ? BASE_SEPOLIA : BASE;
  say('Your wallet asks whether this page may see your account.', { isBusy: true });
  const [from] = /** @type {`0x${string}`[]} */ (await ask(provider, 'eth_requestAccounts'));
  if (!from) throw new Problem('The wallet offers no account. Nothing was paid.');
  if (await isOn(provider, network)) return from;
  say(`Your wallet asks whether to change to the network ${network.chainName}.`, { isBusy: true });
  await goTo(provider, network);
  if (!(await isOn(provider, network)))
    throw new Problem(
      `The wallet is still on another network. Choose “${network.chainName}” in it, and press again. Nothing was paid.`,
    );
  return from;
}

/**
 * @param {Provider} provider
 * @param {typeof BASE} network
 */
async function isOn(provider, { chainId }) {
  return Number(await ask(provider, 'eth_chainId')) === Number(chainId);
}

/**
 * @param {Provider} provider
 * @param {typeof BASE} network
 */
async function goTo(provider, network) {
  const { chainId, chainName } = network;
  try {
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });
  } catch (error) {
    if (!isUnknownChain(error)) throw refusal(error);
    say(`Your wallet does not know ${chainName} yet, and asks whether to add it.`, { isBusy: true });
    await ask(provider, 'wallet_addEthereumChain', [network]);
  }
}

/** @param {unknown} error */
function isUnknownChain(error) {
  const { code, data, message } = Object(error);
  return code === 4902 || data?.originalError?.code === 4902 || /unrecognized chain/i.test(`${message}`);
}

/**
 * Rejects where the account holds less USDC than that. A wallet that does not say is not asked twice.
 * @param {Provider} provider
 * @param {{ from: string, asset: string, amount: string }} needed
 */
export async function checkFunds(provider, { from, asset, amount }) {
  const data = `0x70a08231${from.slice(2).padStart(64, '0')}`;
  const held = await provider
    .request({ method: 'eth_call', params: [{ to: asset, data }, 'latest'] })
    .then((result) => BigInt(`${result}`))
    .catch(() => undefined);
  if (held === undefined || held >= BigInt(amount)) return;
  throw new Problem(
    isTestMoney(asset)
      ? `This account holds ${usd(Number(held))} in test USDC, and ${usd(Number(amount))} is needed. Take some at faucet.circle.com, for the network “Base Sepolia”. Nothing was paid.`
      : `This account holds ${usd(Number(held))} in USDC on Base, and ${usd(Number(amount))} is needed. Buy USDC by card inside the wallet, or send some from an exchange on the network “Base”. Nothing was paid.`,
  );
}

/** @param {number} atomic */
const usd = (atomic) => `$${(Math.floor(atomic / 1e4) / (ATOMIC_PER_USD / 1e4)).toFixed(2)}`;

/**
 * @param {Provider} provider
 * @param {string} method
 * @param {unknown[]} [params]
 */
export async function ask(provider, method, params = []) {
  const waiting = setTimeout(
    () =>
      say(
        'Still waiting for the wallet. Open it: the request waits there. If you closed it, load this page again. Nothing was paid.',
        { isBusy: true },
      ),
    REMIND_AFTER_MS,
  );
  try {
    return await provider.request({ method, params });
  } catch (error) {
    throw refusal(error);
  } finally {
    clearTimeout(waiting);
  }
}

const DECLINED = 'You declined in the wallet. Nothing was paid. Press the button again when you are ready.';
const CANNOT =
  'This wallet cannot do what paying takes. Use another one, such as Coinbase Wallet or MetaMask. Nothing was paid.';
const NO_CONNECTION = 'The wallet has no connection. Look at it, and press again. Nothing was paid.';

/** @type {Readonly<Record<number, string>>} */
const REFUSALS = {
  4001: DECLINED,
  4100: 'The wallet is locked, or does not let this page in. Unlock it, and press again. Nothing was paid.',
  4200: CANNOT,
  4900: NO_CONNECTION,
  4901: NO_CONNECTION,
  [-32002]: 'The wallet already waits for you: open it, and confirm or decline there. Nothing was paid.',
  [-32601]: CANNOT,
  [-32603]: 'Something went wrong inside the wallet. Press again, or use another wallet. Nothing was paid.',
};
/** Not every wallet gives its refusal a number, or the right one. */
const REFUSALS_IN_WORDS = /** @type {const} */ ([
  [/denied|reject|declin|cancel/i, DECLINED],
  [/not (?:found|supported|implemented|available)|unsupported|does not (?:exist|know|support)/i, CANNOT],
]);

/** @param {unknown} error */
function refusal(error) {
  // Not every wallet refuses with an Error.
  const { message, code } = Object(error);
  const said = typeof message === 'string' ? message : '';
  const known = REFUSALS[code] ?? REFUSALS_IN_WORDS.find(([words]) => words.test(said))?.[1];
  const reason = said === '' ? 'and did not say why' : `and said: “${said}”`;
  return new Problem(known ?? `The wallet refused, ${reason}. Nothing was paid.`);
}
