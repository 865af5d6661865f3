import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadJurisdiction } from '../../src/costs/load-jurisdictions.ts';
import { costsQuery } from '../../src/costs/query.ts';
import { checkQuoteText } from '../../src/costs/quote/check-quote.ts';
import { skipped, startBrowser } from '../documents/browser.ts';
import { type RunningService, runService } from '../running-service.ts';
import { expectAccessible } from './accessibility.ts';

const BILL = `HST 13% 3,350.00
Admin fee 599
Mystery charge 42
Licence and permit 59
a line without an amount`;

describe.skipIf(skipped)(`checking a quote in a page${skipped}`, () => {
  let service: RunningService;
  let browser: Browser;
  let page: Page;
  let asked: string[];
  beforeAll(async () => {
    [service, browser] = await Promise.all([runService(), startBrowser()]);
    page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${service.url}/quote`, { waitUntil: 'networkidle' });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  const state = () => page.locator('#state').textContent();
  const shown = () => page.locator('.findings li').allInnerTexts();

  async function fill(bill: string) {
    await page.getByLabel('Where the car will be registered').selectOption('Ontario');
    await page.getByLabel('Price of the car').fill('25000');
    await page.getByLabel('The lines of the quote').fill(bill);
  }

  const check = () => page.getByRole('button', { name: 'Check the quote' }).click();

  it('finds what the command line finds, without a connection', async () => {
    const figures = page.waitForResponse(/figures\.json$/);
    await page.getByLabel('Where the car will be registered').focus();
    await (await figures).finished();
    await page.evaluate("import(document.getElementById('quote').dataset.script)");
    await page.context().setOffline(true);
    const before = asked.length;
    await fill(BILL);
    await check();
    await page.getByRole('heading', { name: 'Line by line: Ontario, $25,000' }).waitFor();
    const place = { country: 'CA', code: 'ON' } as const;
    const expected = checkQuoteText(BILL, loadJurisdiction(place), {
      place,
      price: 25_000_00,
      saleType: 'dealer',
      familyGift: false,
      buyerHasPlates: false,
    });
    const rows = await shown();
    expect(rows).toHaveLength(expected.findings.length + 1);
    for (const [index, { sentence }] of expected.findings.entries()) expect(rows[index]).toContain(sentence);
    expect(rows[0]).toContain('higher than the law says');
    expect(rows.at(-1)).toContain('a line without an amount');
    expect(await state()).toContain('1 not read');
    expect(asked.slice(before)).toEqual([]);
    await page.context().setOffline(false);
  });

  it('is accessible with its findings, and fits a telephone', async () => {
    await expectAccessible(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  });

  it('says first what can be asked back and negotiated, and copies and prints what it found', async () => {
    const asked = page.locator('#findings .lead');
    expect(await asked.textContent()).toBe(
      "$100 can be asked back, and $599 is the seller's own and can be negotiated.",
    );
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Send or copy it' }).click();
    await expect
      .poll(() => page.evaluate('navigator.clipboard.readText()'))
      .toMatch(
        /^Line by line: Ontario, \$25,000\n\$100 can be asked back.*\nYou could say.*\nHST 13%: \$3,350 · higher than the law says · Higher/,
      );
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#findings').isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Check the quote' }).isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
  });

  it('knows the postal code, the city and the VIN, which stay in the page', async () => {
    const given = { country: 'US', price: '18500', sale_type: 'dealer', msrp: '20000', model_year: '2013' };
    const area = { postal_code: '80202', city: 'Denver' };
    const before = asked.length;
    await page.getByLabel('Where the car will be registered').selectOption('Colorado');
    await page.getByLabel('Price of the car').fill('18,500');
    await page.getByLabel('Postal code or ZIP code').fill(area.postal_code);
    await page.getByLabel('City').fill(area.city);
    await page.getByLabel('VIN', { exact: true }).fill('VIN: 5NPDH4AE8DH100013');
    await page.getByLabel('List price when new').fill(given.msrp);
    const text = 'Sales tax 2,500\nOwnership tax 900';
    await page.getByLabel('The lines of the quote').fill(text);
    await check();
    const query = costsQuery.parse({ ...given, ...area });
    const { findings } = checkQuoteText(text, loadJurisdiction(query.place), query);
    await page.locator('.findings').waitFor();
    const rows = await shown();
    for (const [index, { sentence }] of findings.entries()) expect(rows[index]).toContain(sentence);
    expect(asked.slice(before)).toEqual([]);
    await page.getByLabel('City').fill('Boulder');
    await check();
    expect(await state()).toMatch(/^Boulder is in the county of .*, where 80202 does not lie\.$/);
    await page.getByLabel('City').fill('');
    await page.getByLabel('Postal code or ZIP code').fill('98101');
    await check();
    expect(await state()).toBe('98101 is in Washington, and Colorado is chosen.');
    await page.getByLabel('Postal code or ZIP code').fill('');
    await page.getByLabel('VIN', { exact: true }).fill('');
    await page.getByLabel('List price when new').fill('');
  });

  it('computes with what is said of the car', async () => {
    await page.getByLabel('Where the car will be registered').selectOption('Washington');
    await page.getByLabel('Fuel').selectOption('electric');
    await page.getByLabel('The lines of the quote').fill('Electric vehicle fee 1000');
    await check();
    expect((await shown())[0]).toMatch(/higher than the law says/i);
  });

  it('reads only the fields of the country', async () => {
    await page.getByLabel('Where the car will be registered').selectOption('Washington');
    expect(await page.getByLabel('Local rate').isVisible()).toBe(true);
    await page.getByLabel('Local rate').fill('4,275 %');
    await check();
    expect(await page.locator('.findings').isVisible()).toBe(true);
    await page.getByLabel('Local rate').fill('not a rate');
    await check();
    expect(await state()).toContain('must be a percentage from 0 to 15');
    expect(await page.locator('.findings').isVisible()).toBe(false);
    await page.getByLabel('Where the car will be registered').selectOption('Ontario');
    expect(await page.getByLabel('Local rate').isVisible()).toBe(false);
    await check();
    expect(await page.locator('.findings').isVisible()).toBe(true);
  });

  it.each([
    ['12 dollars', '', 'Price of the car must be a plain number'],
    ['25000', '25000', 'Trade in must be below the price.'],
    // Nobody can say what these mean.
    ['7,900,50', '', 'Price of the car must be a plain number'],
    ['7.900.5', '', 'Price of the car must be a plain number'],
    ['7900.505', '', 'Price of the car must be a plain number'],
    ['7.9k', '', 'Price of the car must be a plain number'],
  ])('says what is wrong with a price of %s and a trade-in of %s', async (price, tradeIn, words) => {
    await page.getByLabel('Price of the car').fill(price);
    await page.getByLabel('Trade in').fill(tradeIn);
    await check();
    expect(await state()).toContain(words);
  });

  it.each([
    ...['7900.5', '7900,50', '7 900,50 $', '7,900.50', '7.900,50', '$7,900.5', '7\u202f900,5'].map(
      (price) => [price, 'HST 1027.07'] as const,
    ),
    ...['7,900', '7.900', '7 900', '7900'].map((price) => [price, 'HST 1027'] as const),
  ])('reads a price of %s', async (price, tax) => {
    await fill(tax);
    await page.getByLabel('Trade in').fill('');
    await page.getByLabel('Price of the car').fill('much');
    await check();
    await expect.poll(state).toContain('must be a plain number');
    await page.getByLabel('Price of the car').fill(price);
    await check();
    await expect.poll(state).toMatch(/^1 as the law says/);
  });

  it('sends nothing where scripts are off', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto(`${service.url}/quote`);
    expect(await still.getByRole('button', { name: 'Check the quote' }).isDisabled()).toBe(true);
    expect(await still.locator('noscript p').isVisible()).toBe(true);
    await still.getByLabel('Price of the car').fill('25000');
    await still.keyboard.press('Enter');
    expect(still.url()).toBe(`${service.url}/quote`);
    await context.close();
  });
});
