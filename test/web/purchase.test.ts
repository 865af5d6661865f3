import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/report-schema.ts';
import { skipped } from '../documents/browser.ts';
import { newWallet } from '../payments/wallet.ts';
import { expectAccessible } from './accessibility.ts';
import {
  browser,
  buyers,
  buyReport,
  CAR,
  openWithWallet,
  PRICE,
  paidCall,
  payButton,
  received,
  save,
  service,
  setBuyingStage,
  startBuying,
  title,
  VIN,
} from './buying.ts';

describe.skipIf(skipped)(`a purchase in the browser, on the real service and its chain${skipped}`, () => {
  setBuyingStage();

  describe('that goes well', () => {
    it('asks the wallet once, shows the report at an address of its own and takes its price', async () => {
      const page = await openWithWallet('/buy');
      expect(await page.getByLabel('Country').inputValue()).toBe('US');
      await buyReport(page);

      await title(page).waitFor();
      await page.waitForURL(/\/report#[\w-]{16}\.[\w-]{43}$/);
      await page.getByText(/^Paid\. Transaction 0x[0-9a-f]{64}$/).waitFor();
      expect(await page.getByText(/^Do not drive this car/).isVisible()).toBe(true);
      expect(await page.getByText('Before you go').isVisible()).toBe(true);
      expect(await received()).toBe(PRICE);
      await expectAccessible(page);
    });

    it('can be made with the keyboard alone', async () => {
      const page = await openWithWallet('/buy');
      await payButton(page).waitFor();
      await page.getByRole('textbox', { name: 'VIN' }).focus();
      await page.keyboard.type(VIN.toLowerCase());
      for (let stops = 0; stops < 6; stops += 1) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate('document.activeElement.textContent')) === 'Pay with Injected') break;
      }
      await page.keyboard.press('Enter');
      await title(page).waitFor();
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

    it.each([
      ['Ontario', { country: 'CA', province: 'ON', price: '18500', sale_type: 'dealer' }],
      ['Colorado', { country: 'US', state: 'CO', city: 'Denver', price: '9500', sale_type: 'private' }],
    ] as const)('shows the bill of %s in the report for nothing, as it is sold alone', async (name, sale) => {
      const page = await startBuying({}, buyers.rich);
      await page.setViewportSize({ width: 390, height: 844 });
      await title(page).waitFor();
      const paid = await received();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.getByText('The bill of your place').click();
      expect(await page.locator('#place optgroup').first().getAttribute('label')).toBe('United States');
      await page.getByLabel('Where you will register it').selectOption(name);
      await page.getByLabel('You buy').selectOption(sale.sale_type);
      if ('city' in sale) await page.getByLabel('City').fill(sale.city);
      await page.getByLabel('Price of the car').fill(sale.price);
      await page.keyboard.press('Enter');
      const bill = page.getByRole('region', { name: 'The bill of your place' });
      await bill.waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('bill');
      expect((await bill.getByRole('heading').boundingBox())?.y).toBeGreaterThan(0);
      expect((await bill.getByRole('heading').boundingBox())?.y).toBeLessThan(200);
      expect(await received()).toBe(paid);
      expect(asked.join()).not.toContain(sale.price);

      const alone = await page.context().newPage();
      await alone.goto(`${service.url}/v1/purchase-costs?${new URLSearchParams({ vin: VIN, ...sale })}`);
      await payButton(alone).click();
      const heading = alone.getByRole('heading', { level: 3, name });
      await heading.waitFor();
      expect(await bill.getByRole('heading').textContent()).toBe(await heading.textContent());
      const rows = (whole: typeof alone | typeof bill) => whole.locator('tbody tr').allTextContents();
      expect(await rows(bill)).toEqual(await rows(alone));
      expect(await received()).toBe(paid + 20_000n);

      await page.reload();
      await bill.waitFor();
      expect((await save(page, 'Save as one file')).text).toContain(`<h3>${name}: `);
      const data = JSON.parse((await save(page, 'Save as data (JSON)')).text);
      expect(data).toMatchObject({
        vin: VIN,
        exactCosts: { place: { name }, price: Number(sale.price), saleType: sale.sale_type },
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
      await page.getByText(/^Washington: \$[\d,.]+ to \$[\d,.]+ USD$/).waitFor();
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
      await page.getByText('Paid, and it did not arrive?').click();
      await page.getByRole('textbox', { name: 'VIN' }).fill(VIN);
      await page.getByLabel('United States').check();
      await page.getByRole('button', { name: 'Sign in with Injected' }).click();
      await title(page).waitFor();
      expect(page.url()).toMatch(/\/report#/);
      await page.getByText('Nothing was charged for this report.').waitFor();
      const data = await save(page, 'Save as data (JSON)');
      expect(reportSchema.parse(JSON.parse(data.text)).vin).toBe(VIN);
      expect(await received()).toBe(PRICE);
    });

    it('gives nothing for the sign-in of a wallet that has not paid', async () => {
      const page = await openWithWallet('/report', {}, newWallet());
      await page.getByText('Paid, and it did not arrive?').click();
      await page.getByRole('textbox', { name: 'VIN' }).fill(VIN);
      await page.getByRole('button', { name: 'Sign in with Injected' }).click();
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
});
