import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright-core';
import type { PrivateKeyAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { reportSchema } from '../../src/report/report-schema.ts';
import { skipped, startBrowser } from '../documents/browser.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { newWallet } from '../payments/wallet.ts';
import { type Buyers, openBuyers } from '../report/buyers.ts';
import { type FaultySources, startFaultySources } from '../report/faulty-sources.ts';
import { elantra2013, worldOf } from '../report/report-world.ts';
import { expectAccessible } from './accessibility.ts';
import { answerWith, BASE, putWallet } from './wallet-in-page.ts';

const PRICE = 250_000n;
const VIN = elantra2013.vin;
const MISREAD_VIN = '5NPDH4AE8DH100014';
const OTHER_MISREAD_VIN = '5NPDH4AE7DH100014';
const CAR = '2013 Hyundai Elantra';

/** Ways of a wallet other than to sign at once. */
type Manners = Partial<Record<string, (params: unknown[]) => unknown>>;

interface Refusal {
  code?: number;
  message: string;
}
const refusing = (refusal: Refusal) => () => ({ refusal });

describe.skipIf(skipped)(`a purchase in the browser, on the real service and its chain${skipped}`, () => {
  let sources: FaultySources;
  let service: DevService;
  let browser: Browser;
  let buyers: Buyers;
  beforeAll(async () => {
    [sources, browser] = await Promise.all([startFaultySources(worldOf(elantra2013)), startBrowser()]);
    service = await startDevService({ ...sources.environment, TRUSTED_PROXIES: '1' });
    buyers = await openBuyers(service);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
    await sources?.[Symbol.asyncDispose]();
  });

  let receivedBefore: bigint;
  const received = async () =>
    (await service.payments.chain.balanceOf(service.payments.payTo)) - receivedBefore;
  beforeEach(async () => {
    receivedBefore = await service.payments.chain.balanceOf(service.payments.payTo);
  });

  let visitors = 0;
  const state = (page: Page) => page.locator('#state');
  const title = (page: Page) => page.getByRole('heading', { level: 1, name: CAR });
  const payButton = (page: Page) => page.getByRole('button', { name: 'Pay with Injected' });
  const paidCall = (request: Request) => request.headers()['payment-signature'] !== undefined;

  /** A browser of its own, with a wallet in it as an extension would put it there; its key is in this process. */
  async function openContext(wallet: PrivateKeyAccount, manners: Manners = {}): Promise<BrowserContext> {
    visitors += 1;
    const context = await browser.newContext({
      acceptDownloads: true,
      locale: 'en-US',
      extraHTTPHeaders: { 'X-Forwarded-For': `198.51.100.${visitors}` },
    });
    onTestFinished(() => context.close());
    await putWallet(context, async (method, params) => {
      const own = manners[method];
      if (own) return own(params);
      return method === 'eth_call' ? buyers.rpc.call(method, params) : answerWith(wallet, method, params);
    });
    return context;
  }

  async function openWithWallet(path: string, manners: Manners = {}, wallet?: PrivateKeyAccount) {
    // A wallet of its own: what it has bought already, it would get for nothing.
    const context = await openContext(wallet ?? (await buyers.withOnePrice()), manners);
    const page = await context.newPage();
    await page.goto(service.url + path);
    return page;
  }

  async function save(page: Page, name: string) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  }

  async function buyReport(page: Page): Promise<void> {
    await page.getByLabel('VIN').fill(VIN.toLowerCase());
    await payButton(page).click();
  }

  /** A page on which the wallet has been asked to pay for the report. */
  async function startBuying(manners?: Manners, wallet?: PrivateKeyAccount): Promise<Page> {
    const page = await openWithWallet('/buy', manners, wallet);
    await buyReport(page);
    return page;
  }

  describe('that goes well', () => {
    it('asks the wallet once, shows the report at an address of its own and takes its price', async () => {
      const page = await openWithWallet('/buy');
      expect(await page.getByLabel('Country').inputValue()).toBe('US');
      await buyReport(page);

      await title(page).waitFor();
      await page.waitForURL(/\/report#[\w-]{16}\.[\w-]{43}$/);
      expect(await state(page).textContent()).toMatch(/^Paid\. Transaction 0x[0-9a-f]{64}$/);
      expect(await page.getByText(/^Do not drive this car/).isVisible()).toBe(true);
      expect(await page.getByText('Before you go').isVisible()).toBe(true);
      expect(await received()).toBe(PRICE);
      await expectAccessible(page);
    });

    it('can be made with the keyboard alone', async () => {
      const page = await openWithWallet('/buy');
      await payButton(page).waitFor();
      await page.getByLabel('VIN').focus();
      await page.keyboard.type(VIN.toLowerCase());
      for (let stops = 0; stops < 6; stops += 1) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate('document.activeElement.textContent')) === 'Pay with Injected') break;
      }
      await page.keyboard.press('Enter');
      await title(page).waitFor();
      expect(await received()).toBe(PRICE);
    });

    it('keeps the report through a reload and in the history, sealed, until it is deleted', async () => {
      const page = await startBuying();
      await title(page).waitFor();
      await page.reload();
      await title(page).waitFor();
      await page.goBack();
      await payButton(page).waitFor();
      await page.goForward();
      await title(page).waitFor();

      const stored = await page.evaluate(`new Promise((resolve) => {
        indexedDB.open('forecourt').onsuccess = ({ target }) => {
          target.result.transaction('reports').objectStore('reports').getAll().onsuccess = ({ target }) =>
            resolve(target.result.map(({ sealed, ...rest }) => new TextDecoder().decode(sealed) + JSON.stringify(rest)));
        };
      })`);
      expect(stored).toHaveLength(1);
      expect(JSON.stringify(stored)).not.toMatch(/Hyundai|Elantra|5NPDH/i);

      const address = page.url();
      await page.getByRole('button', { name: 'Delete it from this browser' }).click();
      await expect.poll(() => state(page).textContent()).toBe('The report is deleted from this browser.');
      await page.goto('about:blank');
      await page.goto(address);
      await expect.poll(() => state(page).textContent()).toContain('This browser does not have this report');
      expect(await received()).toBe(PRICE);
    });

    it('gives the report as one file that opens without us, and as data', async () => {
      const page = await startBuying();
      await title(page).waitFor();
      const file = await save(page, 'Save as one file');
      const data = await save(page, 'Save as data (JSON)');
      expect(file.name).toBe('2013-hyundai-elantra-pre-purchase-report.html');
      expect(file.text).not.toMatch(/<script|<link|\ssrc=/);
      expect(reportSchema.parse(JSON.parse(data.text)).vin).toBe(VIN);
      expect(await received()).toBe(PRICE);

      await using saved = await browser.newPage();
      const asked: string[] = [];
      saved.on('request', (request) => asked.push(request.url()));
      await saved.setContent(file.text);
      expect(await saved.getByRole('heading', { level: 1 }).textContent()).toBe(CAR);
      expect(
        await saved.evaluate('getComputedStyle(document.querySelector(".verdict")).borderRadius'),
      ).not.toBe('0px');
      expect(asked).toEqual([]);
    });

    it('adds the exact costs of one place to the report, and keeps them with it', async () => {
      const page = await startBuying({}, buyers.rich);
      await title(page).waitFor();
      expect(await page.locator('#place optgroup').first().getAttribute('label')).toBe('United States');
      await page.getByLabel('Where you will register it').selectOption('Washington');
      await page.getByLabel('The price, in the money of that place').fill('$18,500');
      await page.getByLabel('from a dealer').check();
      await page.getByRole('button', { name: 'Use Injected' }).click();
      await page.getByText(/^Washington: [\d,.]+ to [\d,.]+ USD$/).waitFor();
      expect(await received()).toBe(PRICE + 20_000n);
      await page.reload();
      await page.getByText(/^Washington: [\d,.]+ to [\d,.]+ USD$/).waitFor();
      expect((await save(page, 'Save as one file')).text).toMatch(/<h3>Washington: /);
      const data = JSON.parse((await save(page, 'Save as data (JSON)')).text);
      expect(data).toMatchObject({
        vin: VIN,
        exactCosts: [{ state: 'WA', price: 18_500, saleType: 'dealer' }],
      });
      await expectAccessible(page);
    });

    it('sells anything else on its own path, to the test wallet that the page offers', async () => {
      await using page = await browser.newPage();
      await page.goto(`${service.url}/v1/decode?vin=${VIN}`);
      await page.getByRole('button', { name: 'Pay with Test wallet' }).click();
      const answer = page.locator('#answer pre');
      await answer.waitFor();
      expect(JSON.parse((await answer.textContent()) ?? '')).toMatchObject({
        vin: VIN,
        vehicle: { make: 'Hyundai' },
        charged: true,
      });
      expect(await received()).toBe(10_000n);
    });

    it('asks for the fields of the country alone, in words', async () => {
      const page = await openWithWallet('/v1/purchase-costs');
      await page.getByLabel('Country').selectOption('United States');
      expect(await page.getByLabel('Province').isVisible()).toBe(false);
      await page.getByLabel('State').selectOption('WA');
      await page.getByLabel('Price of the car').fill('18500');
      await payButton(page).click();
      await page.getByText(/^Washington: [\d,.]+ to [\d,.]+ USD$/).waitFor();
      expect(await received()).toBe(20_000n);
    });
  });

  /** Does this to the first call that pays, when the service has answered it and the page not heard of it. */
  async function onFirstPaidCall(page: Page, happen: (route: Route) => Promise<void>) {
    const { promise, resolve } = Promise.withResolvers<void>();
    let isFirst = true;
    await page.route('**/v1/prepurchase?**', async (route) => {
      if (!paidCall(route.request()) || !isFirst) return route.continue();
      isFirst = false;
      await route.fetch();
      await happen(route);
      resolve();
    });
    return { happened: promise };
  }

  describe('that is interrupted', () => {
    it('pays once when the connection is lost after the payment was sent', async () => {
      const page = await openWithWallet('/buy');
      const lost = await onFirstPaidCall(page, (route) => route.abort('connectionreset'));
      await buyReport(page);
      await title(page).waitFor();
      await lost.happened;
      expect(await received()).toBe(PRICE);
    });

    it('fetches what was paid for by itself when the connection comes back', async () => {
      const page = await openWithWallet('/buy');
      await onFirstPaidCall(page, async (route) => {
        await page.context().setOffline(true);
        await route.abort('connectionreset');
      });
      await buyReport(page);
      await page.getByText('The connection is lost. What you paid for is fetched by itself').waitFor();
      await expectAccessible(page);
      await page.context().setOffline(false);
      await title(page).waitFor();
      expect(await received()).toBe(PRICE);
    });

    it('warns before the page is left, and fetches what was paid for after it was left all the same', async () => {
      const page = await openWithWallet('/buy');
      const sent = await onFirstPaidCall(page, async () => {});
      const warnings: string[] = [];
      page.on('dialog', async (dialog) => {
        warnings.push(dialog.type());
        await dialog.accept();
      });
      await buyReport(page);
      await sent.happened;
      await page.reload();
      expect(warnings).toEqual(['beforeunload']);
      await title(page).waitFor();
      expect(await received()).toBe(PRICE);
    });

    it('gives the report to the wallet that paid, in another browser, for a sign-in', async () => {
      const wallet = await buyers.withOnePrice();
      const first = await startBuying({}, wallet);
      await title(first).waitFor();
      await first.context().close();

      const page = await openWithWallet('/report', {}, wallet);
      await page.getByLabel('VIN').fill(VIN);
      await page.getByLabel('United States').check();
      await page.getByRole('button', { name: 'Use Injected' }).click();
      await title(page).waitFor();
      expect(page.url()).toMatch(/\/report#/);
      const data = await save(page, 'Save as data (JSON)');
      expect(reportSchema.parse(JSON.parse(data.text)).vin).toBe(VIN);
      expect(await received()).toBe(PRICE);
    });

    it('gives nothing for the sign-in of a wallet that has not paid', async () => {
      const page = await openWithWallet('/report', {}, newWallet());
      await page.getByLabel('VIN').fill(VIN);
      await page.getByRole('button', { name: 'Use Injected' }).click();
      await page.getByText('This wallet has paid for no report of this car').waitFor();
      expect(await received()).toBe(0n);
    });

    it('says that the service cannot be reached, in words', async () => {
      const page = await openWithWallet('/buy');
      await page.route('**/v1/prepurchase?**', (route) => route.abort());
      await buyReport(page);
      await page.getByText('The service cannot be reached. Nothing was paid.').waitFor();
    });
  });

  describe('that the wallet or the VIN does not allow', () => {
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
        'The wallet refused: User denied account access. Nothing was paid.',
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

    it('says how much is missing where the wallet holds too little, before anything is signed', async () => {
      const signed: string[] = [];
      const page = await startBuying({ eth_signTypedData_v4: () => signed.push('a payment') }, newWallet());
      await page.getByText('This account holds $0.00 in USDC on Base, and $0.25 is needed.').waitFor();
      await expectAccessible(page);
      expect(signed).toEqual([]);
    });

    it('says what it takes where there is no wallet, also to who presses Enter', async () => {
      await using page = await browser.newPage();
      await page.route('**/test-wallet/**', (route) => route.abort());
      await page.goto(`${service.url}/buy?vin=${VIN}`);
      await page.getByText('No wallet was found in this browser.').waitFor();
      for (const name of ['Coinbase Wallet', 'MetaMask', 'Trust Wallet']) {
        const link = (await page.getByRole('link', { name }).getAttribute('href')) ?? '';
        expect(decodeURIComponent(link)).toContain(`/buy?vin=${VIN}`);
      }
      await page.getByText('On another device, or somebody else pays').click();
      expect(await page.getByRole('img', { name: 'QR code of this page' }).isVisible()).toBe(true);
      await expectAccessible(page);
      await page.getByLabel('VIN').press('Enter');
      await expect.poll(() => state(page).textContent()).toContain('No wallet was found in this browser.');
    });

    it('offers every wallet of the browser, and asks which', async () => {
      const page = await openWithWallet('/buy');
      await page.evaluate(`dispatchEvent(new CustomEvent('eip6963:announceProvider', {
        detail: { info: { uuid: 'other-1', name: 'Other', rdns: 'test.other', icon: '' }, provider: { request: async () => [] } },
      }))`);
      await page.getByRole('button', { name: 'Pay with Other' }).waitFor();
      await page.getByLabel('VIN').fill(VIN);
      await page.getByLabel('VIN').press('Enter');
      await expect.poll(() => state(page).textContent()).toBe('Choose one of the wallets.');
    });

    it('signs nothing for a VIN that is none, and for one that may be misread only when asked again', async () => {
      const page = await openWithWallet('/buy');
      await page.getByLabel('VIN').fill('5NPDH4AE8DH1000O3');
      await payButton(page).click();
      await expect
        .poll(() => state(page).textContent())
        .toContain('the letter O is a zero. Nothing was signed.');

      await page.getByLabel('VIN').fill(MISREAD_VIN);
      await payButton(page).click();
      await expect.poll(() => state(page).textContent()).toContain('The check digit does not fit');
      await page.getByLabel('VIN').fill(OTHER_MISREAD_VIN);
      await payButton(page).click();
      await expect.poll(() => state(page).textContent()).toContain('The ninth is 7');
      await page.getByLabel('VIN').fill(MISREAD_VIN);
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
      await page.getByLabel('VIN').focus();
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

    it('says that nothing was charged when the answer cannot be given', async () => {
      const page = await openWithWallet('/buy');
      await page.getByLabel('VIN').fill('11111111111111111');
      await payButton(page).click();
      await page.getByText('Nothing was charged.').waitFor();
      expect(await received()).toBe(0n);
    });
  });
});
