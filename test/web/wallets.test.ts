import { describe, expect, it } from 'vitest';
import { skipped } from '../documents/browser.ts';
import { newWallet } from '../payments/wallet.ts';
import { expectAccessible } from './accessibility.ts';
import {
  browser,
  buyers,
  buyReport,
  type Manners,
  openContext,
  openWithWallet,
  PRICE,
  paidCall,
  payButton,
  received,
  service,
  setBuyingStage,
  startBuying,
  state,
  title,
  VIN,
} from './buying.ts';
import { answerWith, BASE } from './wallet-in-page.ts';

const MISREAD_VIN = '5NPDH4AE8DH100014';
const OTHER_MISREAD_VIN = '5NPDH4AE7DH100014';

interface Refusal {
  code?: number;
  message: string;
}
const refusing = (refusal: Refusal) => () => ({ refusal });

describe.skipIf(skipped)(`a purchase that the wallet or the VIN does not allow${skipped}`, () => {
  setBuyingStage();

  it('takes nothing when the wallet refuses, and can be tried again', async () => {
    let isWilling = false;
    const wallet = await buyers.withOnePrice();
    const refusal = { code: 4001, message: 'User rejected the request' };
    const eth_signTypedData_v4 = (params: unknown[]) =>
      isWilling ? answerWith(wallet, 'eth_signTypedData_v4', params) : { refusal };
    const page = await startBuying({ eth_signTypedData_v4 }, wallet);
    await page.getByText('You declined in the wallet. Nothing was paid.').waitFor();
    await expectAccessible(page);
    expect(await received()).toBe(0n);
    isWilling = true;
    await payButton(page).click();
    await title(page).waitFor();
    expect(await received()).toBe(PRICE);
  });

  it.each<[string, Manners, string]>([
    [
      'has a request open',
      { eth_requestAccounts: refusing({ code: -32002, message: 'Request already pending' }) },
      'The wallet already waits for you',
    ],
    [
      'is locked',
      { eth_requestAccounts: refusing({ code: 4100, message: 'Unauthorized' }) },
      'The wallet is locked',
    ],
    [
      'refuses in words of its own',
      { eth_requestAccounts: refusing({ message: 'User denied account access.' }) },
      'You declined in the wallet. Nothing was paid.',
    ],
    [
      'refuses in words that nobody knows',
      { eth_requestAccounts: refusing({ message: 'Gremlins' }) },
      'The wallet refused, and said: “Gremlins”. Nothing was paid.',
    ],
    [
      'refuses without a word',
      { eth_requestAccounts: refusing({ message: '' }) },
      'The wallet refused, and did not say why. Nothing was paid.',
    ],
    [
      'throws nothing at all',
      { eth_requestAccounts: () => ({ refusal: null }) },
      'The wallet refused, and did not say why. Nothing was paid.',
    ],
    [
      'may not see the account',
      { eth_requestAccounts: refusing({ code: 4001, message: 'User rejected the request' }) },
      'You declined in the wallet. Nothing was paid.',
    ],
    ['has no account', { eth_requestAccounts: () => [] }, 'The wallet offers no account. Nothing was paid.'],
    [
      'was not to change the network',
      { eth_chainId: () => '0x1', wallet_switchEthereumChain: refusing({ code: 4001, message: 'No' }) },
      'You declined in the wallet. Nothing was paid.',
    ],
    [
      'was not to add the network',
      {
        eth_chainId: () => '0x1',
        wallet_switchEthereumChain: refusing({ code: 4902, message: 'Unrecognized chain ID' }),
        wallet_addEthereumChain: refusing({ code: 4001, message: 'No' }),
      },
      'You declined in the wallet. Nothing was paid.',
    ],
    [
      'cannot change the network',
      {
        eth_chainId: () => '0x1',
        wallet_switchEthereumChain: refusing({ code: -32601, message: 'Method not found' }),
      },
      'This wallet cannot do what paying takes.',
    ],
    [
      'cannot sign typed data',
      { eth_signTypedData_v4: refusing({ message: 'The method eth_signTypedData_v4 does not exist' }) },
      'This wallet cannot do what paying takes.',
    ],
    [
      'fails inside',
      { eth_signTypedData_v4: refusing({ code: -32603, message: 'Internal JSON-RPC error.' }) },
      'Something went wrong inside the wallet.',
    ],
    [
      'signs what is no signature',
      { eth_signTypedData_v4: () => 'garbage' },
      'What the wallet signed is no payment that can be taken.',
    ],
    [
      'stays on another network',
      { eth_chainId: () => '0x1', wallet_switchEthereumChain: () => null },
      'The wallet is still on another network. Choose “Base” in it',
    ],
  ])('says in usual words that it %s, and takes nothing', async (_what, manners, words) => {
    const page = await startBuying(manners);
    await page.getByText(words).waitFor();
    expect(await received()).toBe(0n);
  });

  it('says where to look when the wallet was closed without an answer', async () => {
    const context = await openContext(await buyers.withOnePrice(), {
      eth_requestAccounts: () => new Promise(() => {}),
    });
    const page = await context.newPage();
    await page.clock.install();
    await page.goto(`${service.url}/buy`);
    await buyReport(page);
    await page.getByText('Your wallet asks whether this page may see your account.').waitFor();
    await page.clock.fastForward(21_000);
    await page.getByText('Still waiting for the wallet. Open it: the request waits there.').waitFor();
    await expectAccessible(page);
  });

  it('has Base added to a wallet that does not know it', async () => {
    let chain = '0x1';
    const added: unknown[] = [];
    const page = await startBuying({
      eth_chainId: () => chain,
      wallet_switchEthereumChain: refusing({ code: 4902, message: 'Unrecognized chain ID' }),
      wallet_addEthereumChain: ([network]) => {
        added.push(network);
        chain = BASE;
        return null;
      },
    });
    await title(page).waitFor();
    expect(added).toMatchObject([{ chainId: BASE, chainName: 'Base' }]);
    expect(await received()).toBe(PRICE);
  });

  it.each<[string, (chain: { is: string }) => Manners]>([
    [
      'is on another network, and changes it',
      (chain) => ({
        eth_chainId: () => chain.is,
        wallet_switchEthereumChain: () => {
          chain.is = BASE;
          return null;
        },
      }),
    ],
    ['does not tell what it holds', () => ({ eth_call: refusing({ code: -32601, message: 'No' }) })],
    ['tells nothing of what it holds', () => ({ eth_call: () => '0x' })],
  ])('pays with a wallet that %s', async (_what, mannersOf) => {
    const page = await startBuying(mannersOf({ is: '0x1' }));
    await title(page).waitFor();
    expect(await received()).toBe(PRICE);
  });

  it('takes nothing from an empty wallet that does not tell what it holds', async () => {
    const page = await startBuying({ eth_call: refusing({ code: -32601, message: 'No' }) }, newWallet());
    await expect.poll(() => state(page).textContent()).toMatch(/Nothing was (charged|paid)\.$/);
    expect(await received()).toBe(0n);
  });

  it('says how much is missing where the wallet holds too little, before anything is signed', async () => {
    const signed: string[] = [];
    const page = await startBuying({ eth_signTypedData_v4: () => signed.push('a payment') }, newWallet());
    await page.getByText('This account holds $0.00 in USDC on Base, and $0.25 is needed.').waitFor();
    await expectAccessible(page);
    expect(signed).toEqual([]);
    const poor = await startBuying({ eth_call: () => `0x${(100_000).toString(16).padStart(64, '0')}` });
    await poor.getByText('This account holds $0.10 in USDC on Base, and $0.25 is needed.').waitFor();
    expect(await received()).toBe(0n);
  });

  it('pays with a wallet of an older kind, which does not announce itself', async () => {
    const context = await openContext(await buyers.withOnePrice(), {});
    await context.addInitScript(`addEventListener('eip6963:announceProvider', (event) => {
      window.ethereum ??= event.detail.provider;
      event.stopImmediatePropagation();
    })`);
    const page = await context.newPage();
    await page.route('**/test-wallet/**', (route) => route.abort());
    await page.goto(`${service.url}/buy?vin=${VIN}`);
    await page.getByRole('button', { name: 'Pay with the wallet of this browser' }).click();
    await title(page).waitFor();
    expect(await received()).toBe(PRICE);
  });

  it('says it beside the button, in view on a telephone', async () => {
    const page = await openWithWallet('/buy', {
      eth_requestAccounts: refusing({ code: 4001, message: 'User rejected the request' }),
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await buyReport(page);
    await page.getByText('You declined in the wallet. Nothing was paid.').waitFor();
    const [said, button] = await Promise.all([state(page).boundingBox(), payButton(page).boundingBox()]);
    expect(said?.y).toBeGreaterThan(0);
    expect(said && said.y + said.height).toBeLessThanOrEqual(844);
    expect(button?.y).toBeGreaterThan(0);
  });

  it('says what it takes where there is no wallet, also to who presses Enter', async () => {
    await using page = await browser.newPage();
    await page.route('**/test-wallet/**', (route) => route.abort());
    await page.goto(`${service.url}/buy?vin=${VIN}`);
    await page.getByText('No wallet was found in this browser.').waitFor();
    for (const name of ['Coinbase Wallet', 'MetaMask', 'Trust Wallet', 'Phantom', 'OKX Wallet']) {
      const link = (await page.getByRole('link', { name }).getAttribute('href')) ?? '';
      expect(decodeURIComponent(decodeURIComponent(link))).toContain(`/buy?vin=${VIN}`);
    }
    await page.getByText('On another device, or somebody else pays').click();
    expect(await page.getByRole('img', { name: 'QR code of this page' }).isVisible()).toBe(true);
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'VIN' }).press('Enter');
    await expect.poll(() => state(page).textContent()).toContain('No wallet was found in this browser.');
  });

  it('offers every wallet of the browser, and asks which', async () => {
    const page = await openWithWallet('/buy');
    await page.evaluate(`dispatchEvent(new CustomEvent('eip6963:announceProvider', {
      detail: { info: { uuid: 'other-1', name: '<b>Other</b>', rdns: 'test.other', icon: '' }, provider: { request: async () => [] } },
    }))`);
    await page.getByRole('button', { name: 'Pay with <b>Other</b>' }).waitFor();
    await page.getByRole('textbox', { name: 'VIN' }).fill(VIN);
    await page.getByRole('textbox', { name: 'VIN' }).press('Enter');
    await expect.poll(() => state(page).textContent()).toBe('Choose one of the wallets.');
  });

  it('signs nothing for a VIN that is none, and for one that may be misread only when asked again', async () => {
    const page = await openWithWallet('/buy');
    await page.getByRole('textbox', { name: 'VIN' }).fill('5NPDH4AE8DH1000O3');
    await payButton(page).click();
    await expect
      .poll(() => state(page).textContent())
      .toContain('the letter O is a zero. Nothing was signed.');

    await page.getByRole('textbox', { name: 'VIN' }).fill(MISREAD_VIN);
    await payButton(page).click();
    await expect.poll(() => state(page).textContent()).toContain('The check digit does not fit');
    await page.getByRole('textbox', { name: 'VIN' }).fill(OTHER_MISREAD_VIN);
    await payButton(page).click();
    await expect.poll(() => state(page).textContent()).toContain('The ninth is 7');
    await page.getByRole('textbox', { name: 'VIN' }).fill(MISREAD_VIN);
    await payButton(page).click();
    await expect.poll(() => state(page).textContent()).toContain('The ninth is 8');
    expect(await received()).toBe(0n);
    await payButton(page).click();
    await title(page).waitFor();
    await page.getByText('Make sure of the VIN first').waitFor();
    expect(await received()).toBe(PRICE);
  });

  it('takes a VIN that was pasted with what stood around it', async () => {
    const page = await openWithWallet('/v1/decode');
    await page.getByRole('textbox', { name: 'VIN' }).focus();
    await page.evaluate(`document.execCommand('insertText', false, '  ${VIN.toLowerCase()} ')`);
    await payButton(page).click();
    const answer = page.locator('#answer pre');
    await answer.waitFor();
    expect(JSON.parse((await answer.textContent()) ?? '')).toMatchObject({ vin: VIN, charged: true });
  });

  it('has nothing signed but the price and the recipient that the page shows', async () => {
    const page = await openWithWallet('/buy');
    await page.route('**/v1/prepurchase?**', async (route) => {
      const response = await route.fetch();
      const dearer = (text: string) => text.replace(/"amount":\s*"250000"/, '"amount":"9250000"');
      const header = Buffer.from(response.headers()['payment-required'] ?? '', 'base64').toString();
      const headers = {
        ...response.headers(),
        'payment-required': Buffer.from(dearer(header)).toString('base64'),
      };
      await route.fulfill({ response, headers, body: dearer(await response.text()) });
    });
    const sent: string[] = [];
    page.on('request', (request) => {
      if (paidCall(request)) sent.push(request.url());
    });
    await buyReport(page);
    await page.getByText('The price has changed. Load the page again.').waitFor();
    expect(sent).toEqual([]);
  });

  it('says that nothing was charged where the payment expired before it was sent', async () => {
    const page = await openWithWallet('/buy');
    await page.clock.setFixedTime(Date.now() - 3_600_000);
    await buyReport(page);
    await expect.poll(() => state(page).textContent()).toMatch(/expired.*Nothing was charged\.$/);
    expect(await received()).toBe(0n);
    await page.clock.setFixedTime(Date.now());
    await payButton(page).click();
    await title(page).waitFor();
    expect(await received()).toBe(PRICE);
  });

  it('pays once in two tabs of one purchase whose wallet holds one price', async () => {
    const context = await openContext(await buyers.withOnePrice());
    const tabs = await Promise.all([context.newPage(), context.newPage()]);
    for (const tab of tabs) await tab.goto(`${service.url}/buy`);
    await Promise.all(tabs.map(buyReport));
    const ends = tabs.map((tab) =>
      title(tab)
        .or(state(tab).getByText(/Nothing was (?:paid|charged)|Open “My reports”/))
        .first()
        .waitFor(),
    );
    await Promise.all(ends);
    const opened = await Promise.all(tabs.map((tab) => title(tab).count()));
    expect(opened.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(1);
    expect(await received()).toBe(PRICE);
  });

  it('says that nothing was charged when the answer cannot be given', async () => {
    const page = await openWithWallet('/buy');
    await page.getByRole('textbox', { name: 'VIN' }).fill('11111111111111111');
    await payButton(page).click();
    await page.getByText('Nothing was charged.').waitFor();
    expect(await received()).toBe(0n);
  });
});
