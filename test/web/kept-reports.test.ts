import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { browserScript } from '../../src/site/browser-script.ts';
import { skipped } from '../documents/browser.ts';
import { newWallet } from '../payments/wallet.ts';
import { expectAccessible } from './accessibility.ts';
import {
  buyers,
  buyReport,
  isKept,
  openContext,
  openFriend,
  openWithWallet,
  PHONE,
  PRICE,
  press,
  received,
  SENT,
  save,
  service,
  setBuyingStage,
  startBuying,
  state,
  title,
  VIN,
} from './buying.ts';
import { loadedBytes } from './loaded-bytes.ts';

const KEPT_HERE = 'The report is kept in this browser. Its link opens nowhere else yet';
const sealedCall = '**/report/sealed*';

describe.skipIf(skipped)(`a report that was bought in the browser${skipped}`, () => {
  setBuyingStage();

  /** A report that is there, with its link working. */
  async function bought(): Promise<Page> {
    const page = await startBuying();
    await title(page).waitFor();
    await page.getByText(SENT).waitFor();
    return page;
  }

  async function fitsAPhone(page: Page): Promise<void> {
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await expectAccessible(page);
  }

  it('begins with the car and the verdict on a telephone, and ends with the receipt and with deleting', async () => {
    const page = await openWithWallet('/buy');
    await page.setViewportSize(PHONE);
    await buyReport(page);
    await page.getByText(SENT).waitFor();
    expect(await page.evaluate('scrollY')).toBe(0);
    const ends = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      return box ? box.y + box.height : Number.NaN;
    };
    expect(await ends('h1:visible')).toBeLessThan(PHONE.height);
    expect(await ends('.verdict')).toBeLessThan(PHONE.height);
    const buttons = await page.getByRole('main').getByRole('button').allTextContents();
    expect(buttons[0]).toBe('Send it');
    expect(buttons.at(-1)).toBe('Delete this report');
    expect(await ends('#receipt')).toBeGreaterThan(await ends('.report'));
    // A part of it is gone to without leaving its link.
    const address = page.url();
    await page.getByRole('link', { name: 'Factory warranty' }).click();
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(PHONE.height);
    expect(page.url()).toBe(address);
    expect(await title(page).count()).toBe(1);
    await fitsAPhone(page);
    expect(await received()).toBe(PRICE);
  });

  it('takes no more of a friend who reads French', async () => {
    const page = await bought();
    const other = await openFriend('fr-CA');
    await other.goto(page.url());
    await other.getByText('Il est scellé chez nous').waitFor();
    expect(await loadedBytes(other)).toBeLessThan(41_000);
  });

  it('opens by its link in another browser, and there without a connection from then on', async () => {
    const page = await bought();
    const other = await openFriend();
    const addresses: string[] = [];
    await other.addInitScript(`globalThis.moved = 0; new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) moved += value;
    }).observe({ type: 'layout-shift', buffered: true })`);
    other.on('request', (request) => addresses.push(request.url()));
    await other.goto(page.url());
    await title(other).waitFor();
    expect(await other.getByText(/^Do not drive this car/).isVisible()).toBe(true);
    expect(await other.title()).toBe('2013 Hyundai Elantra: pre-purchase report');
    // The wallet that paid is not told to whoever gets the link, and the key to nobody.
    expect(await other.getByText('Paid. Transaction').isVisible()).toBe(false);
    const [, key = ''] = new URL(page.url()).hash.split('.');
    expect(addresses.join()).not.toContain(key);
    expect(await loadedBytes(other)).toBeLessThan(37_000);
    // The text that stood there before made room without a jump.
    expect(await other.evaluate('moved')).toBeLessThan(0.1);

    await isKept(other, "'/report'");
    await other.context().setOffline(true);
    await other.reload();
    await title(other).waitFor();
    await askForBill(other, '18500');
    await other.getByText('no bill of this place was computed in it before').waitFor();
    expect(await other.locator('#bill').isVisible()).toBe(false);
    expect((await save(other, 'Save as one file')).text).toContain(VIN);
    // What was never asked for is not there; once it was, it is.
    await press(other, 'Save as data (JSON)');
    await other.getByText('The data could not be fetched. Try again.').waitFor();
    await other.context().setOffline(false);
    const { text } = await save(other, 'Save as data (JSON)');
    expect(text).toBe((await save(page, 'Save as data (JSON)')).text);
    await other.context().setOffline(true);
    expect((await save(other, 'Save as data (JSON)')).text).toBe(text);
    await other.goto('about:blank');
    await other.goto(`${service.url}/report`);
    await other.getByRole('link', { name: '2013 Hyundai Elantra' }).click();
    await title(other).waitFor();
    await expect(other.goto(`${service.url}/buy`)).rejects.toThrow();
  });

  it('opens by its link in another browser where it was bought in French', async () => {
    const context = await openContext(await buyers.withOnePrice(), {}, 'fr-CA');
    const page = await context.newPage();
    await page.goto(`${service.url}/buy?vin=${VIN}`);
    await page.getByRole('button', { name: 'Payer avec Injected' }).click();
    await page.getByText('Quiconque a le lien peut ouvrir le rapport').waitFor();
    const other = await openFriend();
    await other.goto(page.url());
    await other.getByRole('heading', { level: 1, name: 'Hyundai Elantra 2013' }).waitFor();
  });

  it('can be installed as an app that opens on the reports of this browser', async () => {
    const page = await openFriend();
    await page.goto(`${service.url}/report`);
    const session = await page.context().newCDPSession(page);
    const { data, errors } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { name, start_url, display, icons } = JSON.parse(data ?? '{}');
    // By these browsers tell a page that can be installed.
    expect({ name, start_url, display }).toEqual({
      name: 'Forecourt',
      start_url: '/report',
      display: 'standalone',
    });
    expect(icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(
      expect.arrayContaining(['192x192', '512x512']),
    );
    for (const { src } of icons) expect((await service.get(src)).status, src).toBe(200);
  });

  it('is copied where the device has no means to send it', async () => {
    const page = await bought();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await press(page, 'Send it');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
  });

  it('says where it could not be given to the service, and gives it later', async () => {
    const page = await openWithWallet('/buy');
    await page.route(sealedCall, (route) => route.abort());
    await buyReport(page);
    await page.getByText(KEPT_HERE).waitFor();
    const other = await openFriend();
    await other.goto(page.url());
    await other.getByText('There is no report under this link any more').waitFor();
    await page.unroute(sealedCall);
    await page.reload();
    await page.getByText(SENT).waitFor();
    await other.reload();
    await title(other).waitFor();
  });

  it('is not to be sent where the service keeps no more reports of its sale, and its link opens for nobody', async () => {
    const page = await openBuying(await openContext(newWallet()));
    for (let times = 0; times < 4; times += 1) {
      await page.goto(`${service.url}/buy?vin=${VIN}&state=NV`);
      await page.getByRole('button', { name: 'Pay with Test wallet' }).click();
      await page.getByText(/^(Whoever has the link|The report is kept in this browser alone)/).waitFor();
      expect(await page.getByRole('button', { name: 'Send it' }).isVisible()).toBe(times < 3);
    }
  });

  it('is kept by the service where the browser keeps nothing', async () => {
    const context = await openContext(newWallet());
    await context.addInitScript('indexedDB.open = () => { throw new Error("This browser keeps nothing"); }');
    const page = await openBuying(context);
    await page.getByRole('button', { name: 'Pay with Test wallet' }).click();
    await title(page).waitFor();
    expect(page.url()).toMatch(/\/report#/);
  });

  async function openBuying(context: BrowserContext): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${service.url}/buy?vin=${VIN}`);
    return page;
  }

  async function askForBill(page: Page, price: string): Promise<void> {
    await page.getByText('The bill of your place').click();
    await page.getByLabel('Where you will register it').selectOption('Washington');
    await page.getByLabel('Price of the car').fill(price);
    await press(page, 'Show the bill');
  }

  it('computes the bill of a place without a connection, where one of it was computed before', async () => {
    const page = await bought();
    await askForBill(page, '18500');
    await page.getByRole('heading', { name: /^Washington: / }).waitFor();
    expect(await page.getByText('You are offline').count()).toBe(0);
    // Another report, without a bill, takes nothing of it away.
    await page.goto(`${service.url}/buy?vin=${VIN}&country=CA`);
    await page.getByRole('button', { name: 'Pay with Test wallet' }).click();
    await page.getByText(SENT).waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { name: /^Washington: / }).waitFor();
    await isKept(page, "document.getElementById('costs-form').dataset.script");
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: /^Washington: / }).waitFor();
    const today = new Date().toLocaleDateString('en-US', { dateStyle: 'long' });
    await page.getByText(`You are offline: the figures are those that were read on ${today}.`).waitFor();
    // At the counter another price is asked.
    await page.getByText('The bill of your place').click();
    await page.getByLabel('Where you will register it').selectOption('Oregon');
    await page.getByLabel('Price of the car').fill('17900');
    await press(page, 'Show the bill');
    await page.getByText('no bill of this place was computed in it before').waitFor();
    await page.getByLabel('Where you will register it').selectOption('Washington');
    // A bill that is shown is kept, however long sealing takes: the page may be left at once.
    await page.evaluate(`const { encrypt } = SubtleCrypto.prototype;
SubtleCrypto.prototype.encrypt = async function (...given) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  return encrypt.apply(this, given);
}`);
    await press(page, 'Show the bill');
    await page.getByText('at $17,900 USD').waitFor();
    await page.reload();
    await page.getByText('at $17,900 USD').waitFor();
    await page.context().setOffline(false);
    await page.reload();
    await page.getByText('at $17,900 USD').waitFor();
    expect(await page.getByText('You are offline').count()).toBe(0);
  });

  it('carries the bill of a place to who opens its link then', async () => {
    const page = await bought();
    await askForBill(page, 'much');
    await page.getByText('Price of the car must be a plain number').waitFor();
    await page.getByLabel('Price of the car').fill('18500');
    const [kept] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      press(page, 'Show the bill'),
    ]);
    expect(kept.status()).toBe(204);
    const other = await openFriend();
    await other.goto(page.url());
    await other.getByText(/^Washington: \$[\d,.]+ to \$[\d,.]+ USD$/).waitFor();
    // The figures of one place come along, not those of all; in French their words too.
    expect(await loadedBytes(other)).toBeLessThan(56_000);
    await fitsAPhone(other);
    const third = await openFriend('fr-CA');
    await third.goto(page.url());
    await third.getByText(/^Washington\u00a0: [\d\u00a0,]+\$ à [\d\u00a0,]+\$ USD$/).waitFor();
    expect(await loadedBytes(third)).toBeLessThan(61_750);
    // Another report has another purchase.
    await page.goto(`${service.url}/buy?vin=${VIN}&country=US&state=CO&price=9500`);
    await page.getByRole('button', { name: 'Pay with Test wallet' }).click();
    await page.getByText(SENT).waitFor();
    expect(await page.locator('#bill').isVisible()).toBe(false);
    await page.getByText('The bill of your place').click();
    expect(await page.getByLabel('Where you will register it').inputValue()).toBe('US-CO');
    expect(await page.getByLabel('Price of the car').inputValue()).toBe('9500');
    // On paper its bill has a heading too, and places that are folded away have none.
    const heading = (one: Page) => one.getByRole('heading', { name: 'Costs of the purchase' });
    for (const one of [page, other]) await one.emulateMedia({ media: 'print' });
    expect(await heading(page).isVisible()).toBe(true);
    expect(await heading(other).isVisible()).toBe(true);
    await other.evaluate("document.querySelector('#bill').hidden = true");
    expect(await heading(other).isVisible()).toBe(false);
  });

  describe('that is deleted', () => {
    it('is deleted everywhere when its holder asks, ten seconds later and not before', async () => {
      const page = await bought();
      const address = page.url();
      const other = await openFriend();
      await page.clock.install();
      await press(page, 'Delete this report');
      await press(page, 'Delete it everywhere');
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      await other.goto(address);
      await title(other).waitFor();
      const ended: string[] = [];
      page.on('request', (request) => request.method() === 'DELETE' && ended.push(request.url()));
      await page.clock.fastForward(10_000);
      await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'hidden' });
      // The page and its data.
      await expect.poll(() => ended.length).toBe(2);
      const third = await openFriend();
      await expect
        .poll(async () => {
          await third.goto('about:blank');
          await third.goto(address);
          return state(third).textContent();
        })
        .toContain('There is no report under this link any more');
      // Whoever opened it before still has it.
      await other.reload();
      await title(other).waitFor();
    });

    it('is deleted with the service when the page is opened again, where that could not be reached', async () => {
      const page = await bought();
      const address = page.url();
      await page.route(sealedCall, (route) => route.abort());
      await page.clock.install();
      await press(page, 'Delete this report');
      await press(page, 'Delete it everywhere');
      await page.getByRole('button', { name: 'Undo' }).waitFor();
      await page.clock.fastForward(10_000);
      await page.getByText('It is deleted here. The service cannot be reached').waitFor();
      await page.unroute(sealedCall);
      const [gone] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'DELETE'),
        page.reload(),
      ]);
      expect(gone.status()).toBe(204);
      const other = await openFriend();
      await other.goto(address);
      await other.getByText('There is no report under this link any more').waitFor();
    });
  });

  describe('by a link that does not open it', () => {
    const elsewhere = async (fragment: string) => {
      const page = await openFriend();
      await page.goto(`${service.url}/report${fragment}`);
      return page;
    };

    it('says that a part of the link is missing, or another', async () => {
      const page = await bought();
      const { hash } = new URL(page.url());
      const changed = hash.slice(0, -2) + (hash.endsWith('A') ? 'BB' : 'AA');
      for (const fragment of [hash.slice(0, -1), hash.slice(0, 17), changed, '#x']) {
        const other = await elsewhere(fragment);
        await other
          .getByText('A part of this link is missing or was changed on its way. Open it again')
          .waitFor();
      }
      await page.goto(`${service.url}/report${changed}`);
      await page
        .getByText('A part of this link is missing or was changed on its way. Open it again')
        .waitFor();
      await fitsAPhone(page);
    });

    it('says what to do where there is no connection, or no service', async () => {
      const { hash } = new URL((await bought()).url());
      const page = await elsewhere('');
      await page.route(sealedCall, (route) => route.abort());
      await page.goto(`${service.url}/report${hash}`);
      await page
        .getByText('The service cannot be reached just now. Open the link again in a minute.')
        .waitFor();
      await page.context().setOffline(true);
      await page.evaluate('location.hash = location.hash.toUpperCase()');
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.getByText('You are offline, and this browser has not opened this report before.').waitFor();
    });

    /** Lets a page import the module that keeps reports: its path. */
    async function byHand(page: Page): Promise<string> {
      const { path, contentType, text } = browserScript('site/browser/kept-reports.js', '/by-hand');
      await page.route(`**${path}`, (route) => route.fulfill({ contentType, body: text() }));
      return path;
    }

    it('opens what was kept before the data and the style were left out, with its bill and its data', async () => {
      const page = await bought();
      const { text } = await save(page, 'Save as data (JSON)');
      const module = await byHand(page);
      const sealed = await page.evaluate(`(async () => {
        const { findEntry, putEntry, readLink, seal, unseal } = await import(${JSON.stringify(module)});
        const { key, id } = readLink(location.hash);
        const { data, ...entry } = await findEntry(id);
        const report = await unseal(entry, key);
        const { page: carrier } = await unseal(data, key);
        const page = report.page
          .replace(/<template id="car-data">.*?<\\/template>/s, carrier)
          .replace('</head>', '<style>.then {}</style></head>');
        await putEntry({ ...entry, ...(await seal({ ...report, page }, key)) });
        return report.page;
      })()`);
      // The style that every report has would be kept with each of them.
      expect(sealed).not.toContain('<style');
      await page.reload();
      await askForBill(page, '18500');
      await page.getByRole('heading', { name: /^Washington: / }).waitFor();
      const saved = JSON.parse((await save(page, 'Save as data (JSON)')).text);
      expect(saved).toMatchObject(JSON.parse(text));
      const styles = (await save(page, 'Save as one file')).text.match(/<style>[^<]*/g);
      expect(styles).toEqual([expect.stringMatching(/^<style>@media all \{[\s\S]*\.verdict/)]);
    });

    it('shows nothing that this service has not sold, whoever sealed it', async () => {
      const page = await bought();
      const { hash } = new URL(page.url());
      const module = await byHand(page);
      // The holder of the key writes a better verdict into the report, and seals it again.
      const status = await page.evaluate(`(async () => {
        const { findEntry, readLink, seal, sendEntry, unseal } = await import(${JSON.stringify(module)});
        const link = readLink(${JSON.stringify(hash)});
        const report = await unseal(await findEntry(link.id), link.key);
        const page = report.page.replace('Do not drive this car', 'Nothing speaks against this car');
        return (await sendEntry({ ...link, ...(await seal({ ...report, page }, link.key)) })).status;
      })()`);
      expect(status).toBe(204);
      const other = await elsewhere(hash);
      await other.getByText('This service has not sold this report').waitFor();
      expect(await other.getByText('Nothing speaks against this car').count()).toBe(0);
    });
  });
});
