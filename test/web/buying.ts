import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import type { PrivateKeyAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest';
import { startBrowser } from '../documents/browser.ts';
import { type DevService, startDevService } from '../payments/dev-service.ts';
import { type Buyers, openBuyers } from '../report/buyers.ts';
import { type FaultySources, startFaultySources } from '../report/faulty-sources.ts';
import { elantra2013, worldOf } from '../report/report-world.ts';
import { answerWith, putWallet } from './wallet-in-page.ts';

export const PRICE = 250_000n;
export const VIN = elantra2013.vin;
export const CAR = '2013 Hyundai Elantra';

export const PHONE = { width: 390, height: 844 };
/** Said once the private link works. */
export const SENT = 'Whoever has the link can open the report';

/** Ways of a wallet other than to sign at once. */
export type Manners = Partial<Record<string, (params: unknown[]) => unknown>>;

let sources: FaultySources;
export let service: DevService;
export let browser: Browser;
export let buyers: Buyers;

let receivedBefore: bigint;
export const received = async () =>
  (await service.payments.chain.balanceOf(service.payments.payTo)) - receivedBefore;

let visitors = 0;
export const state = (page: Page) => page.locator('#state');
export const title = (page: Page) => page.getByRole('heading', { level: 1, name: CAR });
export const payButton = (page: Page) => page.getByRole('button', { name: 'Pay with Injected' });
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
export const paidCall = (request: Request) => request.headers()['payment-signature'] !== undefined;

/** A browser of its own, with a wallet in it as an extension would put it there; its key is in this process. */
export async function openContext(
  wallet: PrivateKeyAccount,
  manners: Manners = {},
  locale = 'en-US',
): Promise<BrowserContext> {
  visitors += 1;
  const context = await browser.newContext({
    acceptDownloads: true,
    locale,
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

export async function openWithWallet(path: string, manners: Manners = {}, wallet?: PrivateKeyAccount) {
  // A wallet of its own: what it has bought already, it would get for nothing.
  const context = await openContext(wallet ?? (await buyers.withOnePrice()), manners);
  const page = await context.newPage();
  await page.goto(service.url + path);
  return page;
}

/** A browser of somebody else, without a wallet. */
export async function openFriend(locale = 'en-US'): Promise<Page> {
  const context = await browser.newContext({ locale, viewport: PHONE, acceptDownloads: true });
  onTestFinished(() => context.close());
  return context.newPage();
}

/** A file of the page is there without a connection. */
export async function isKept(page: Page, file: string): Promise<void> {
  const asked = `navigator.serviceWorker.ready.then(() => caches.match(${file})).then((found) => found !== undefined)`;
  await expect.poll(() => page.evaluate(asked)).toBe(true);
}

export async function save(page: Page, name: string) {
  await page.evaluate("for (const part of document.querySelectorAll('#tools details')) part.open = true");
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).click(),
  ]);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

export async function buyReport(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'VIN' }).fill(VIN.toLowerCase());
  await payButton(page).click();
}

/** A page on which the wallet has been asked to pay for the report. */
export async function startBuying(manners?: Manners, wallet?: PrivateKeyAccount): Promise<Page> {
  const page = await openWithWallet('/buy', manners, wallet);
  await buyReport(page);
  return page;
}

/** Gives the tests of a file the real service, its chain and a browser. */
export function setBuyingStage(): void {
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
  beforeEach(async () => {
    receivedBefore = await service.payments.chain.balanceOf(service.payments.payTo);
  });
}
