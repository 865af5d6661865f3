import { readFile } from 'node:fs/promises';
import type { Browser, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Authorization } from '../../src/payments/evm/authorization.ts';
import { axeSource, skipped, startBrowser } from '../documents/browser.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { signAuthorization } from '../payments/wallet.ts';
import { type Buyers, openBuyers } from '../report/buyers.ts';
import { type FaultySources, startFaultySources } from '../report/faulty-sources.ts';
import { elantra2013, worldOf } from '../report/report-world.ts';
import { findViolations } from './accessibility.ts';

const PRICE = 250_000n;
const VIN = elantra2013.vin;

describe.skipIf(skipped)(`a purchase in the browser, on the real service and its chain${skipped}`, () => {
  let sources: FaultySources;
  let service: DevService;
  let browser: Browser;
  let buyers: Buyers;
  beforeAll(async () => {
    [sources, browser] = await Promise.all([startFaultySources(worldOf(elantra2013)), startBrowser()]);
    service = await startDevService(sources.environment);
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

  const state = (page: Page) => page.getByRole('status');
  const paidCall = (request: Request) => request.headers()['payment-signature'] !== undefined;

  /** A page with a wallet as an extension would put it there; its key is in this process. */
  async function openWithWallet(path: string, { isWilling = true } = {}): Promise<Page> {
    // A wallet of its own: what it has bought already, it would get for nothing.
    const wallet = await buyers.withOnePrice();
    const page = await browser.newPage({ acceptDownloads: true });
    await page.exposeFunction('walletSigns', (typedData: string) => {
      if (!isWilling) throw new Error('User rejected the request');
      const { message }: { message: Authorization } = JSON.parse(typedData);
      return signAuthorization(wallet, message);
    });
    await page.addInitScript(`{
      const requests = {
        eth_requestAccounts: () => ['${wallet.address}'],
        eth_chainId: () => '0x2105',
        eth_signTypedData_v4: ([, typedData]) => walletSigns(typedData),
      };
      const provider = { request: async ({ method, params }) => requests[method](params) };
      const detail = Object.freeze({ info: { uuid: 'injected-1', name: 'Injected', rdns: 'test.injected', icon: '' }, provider });
      const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      addEventListener('eip6963:requestProvider', announce);
      announce();
    }`);
    await page.goto(service.url + path);
    return page;
  }

  async function buyReport(page: Page): Promise<void> {
    await page.getByLabel('VIN').fill(VIN.toLowerCase());
    await page.getByLabel('Country').selectOption('US');
    await page.getByRole('button', { name: 'Pay with Injected' }).click();
  }

  it('asks the wallet once, shows the report and takes its price', async () => {
    const page = await openWithWallet('/buy');
    await buyReport(page);

    await page.getByRole('heading', { level: 1, name: '2013 Hyundai Elantra' }).waitFor();
    expect(await state(page).textContent()).toMatch(/^Paid\. Transaction 0x[0-9a-f]{64}$/);
    expect(await page.getByText('Do not drive').first().isVisible()).toBe(true);
    expect(await page.getByText('United States', { exact: true }).first().isVisible()).toBe(true);
    expect(await page.getByLabel('VIN').isVisible()).toBe(false);
    expect(await received()).toBe(PRICE);
    await page.evaluate(axeSource);
    expect(await findViolations(page)).toEqual([]);
    await page.close();
  });

  it('gives the report as one file that opens without us and asks nobody for anything', async () => {
    const page = await openWithWallet('/buy');
    await buyReport(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as one file' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('forecourt-prepurchase.html');
    const text = await readFile(await download.path(), 'utf8');
    await page.close();
    expect(text).not.toMatch(/<script|<link|\ssrc=/);

    const saved = await browser.newPage();
    const asked: string[] = [];
    saved.on('request', (request) => asked.push(request.url()));
    await saved.setContent(text);
    expect(await saved.getByRole('heading', { level: 1 }).textContent()).toBe('2013 Hyundai Elantra');
    expect(await saved.evaluate('getComputedStyle(document.querySelector(".banner")).borderRadius')).not.toBe(
      '0px',
    );
    expect(asked).toEqual([]);
    await saved.close();
  });

  it('pays once when the connection is lost after the payment was sent', async () => {
    const page = await openWithWallet('/buy');
    let lost = 0;
    await page.route('**/v1/prepurchase?**', async (route) => {
      if (!paidCall(route.request()) || lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      return route.abort('connectionreset');
    });
    await buyReport(page);
    await page.getByRole('heading', { level: 1, name: '2013 Hyundai Elantra' }).waitFor();
    expect(lost).toBe(1);
    expect(await received()).toBe(PRICE);
    await page.close();
  });

  it('takes nothing when the wallet refuses, and can be tried again', async () => {
    const page = await openWithWallet('/buy', { isWilling: false });
    await buyReport(page);
    await page.getByText('The wallet refused: User rejected the request. Nothing was paid.').waitFor();
    expect(await page.getByRole('button', { name: 'Pay with Injected' }).isEnabled()).toBe(true);
    expect(await received()).toBe(0n);
    await page.close();
  });

  it('says why also where a wallet that does not refuse with an error', async () => {
    const page = await browser.newPage();
    await page.addInitScript(`window.ethereum = { request: async () => {
        throw { code: 4001, message: 'User denied account access.' };
      } }`);
    await page.route('**/test-wallet/**', (route) => route.abort());
    await page.goto(`${service.url}/buy`);
    await page.getByLabel('VIN').fill(VIN);
    await page.getByRole('button', { name: 'Pay with the wallet of this browser' }).click();
    await page.getByText('The wallet refused: User denied account access. Nothing was paid.').waitFor();
    await page.close();
  });

  it('says what to do where there is no wallet, also to who presses Enter', async () => {
    const page = await browser.newPage();
    await page.route('**/test-wallet/**', (route) => route.abort());
    await page.goto(`${service.url}/buy`);
    await page.getByText('No wallet was found in this browser.').waitFor();
    await page.getByLabel('VIN').fill(VIN);
    await page.getByLabel('VIN').press('Enter');
    await expect.poll(() => state(page).textContent()).toContain('No wallet was found in this browser.');
    await page.close();
  });

  it('says that the service cannot be reached, in words', async () => {
    const page = await openWithWallet('/buy');
    await page.route('**/v1/prepurchase?**', (route) => route.abort());
    await buyReport(page);
    await page.getByText('The service cannot be reached. Nothing was paid.').waitFor();
    await page.close();
  });

  it('takes a VIN that was pasted with what stood around it', async () => {
    const page = await openWithWallet('/v1/decode');
    await page.getByLabel('VIN').focus();
    await page.evaluate(`document.execCommand('insertText', false, '  ${VIN.toLowerCase()} ')`);
    await page.getByRole('button', { name: 'Pay with Injected' }).click();
    const answer = page.locator('#answer pre');
    await answer.waitFor();
    expect(JSON.parse((await answer.textContent()) ?? '')).toMatchObject({ vin: VIN, charged: true });
    await page.close();
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
    await page.close();
  });

  it('says that nothing was charged when the answer cannot be given', async () => {
    const page = await openWithWallet('/buy');
    await page.getByLabel('VIN').fill('11111111111111111');
    await page.getByRole('button', { name: 'Pay with Injected' }).click();
    await page.getByText('Nothing was charged.').waitFor();
    expect(await received()).toBe(0n);
    await page.close();
  });

  it('sells anything else on its own path, to the test wallet that the page offers', async () => {
    const page = await browser.newPage();
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
    await page.close();
  });
});
