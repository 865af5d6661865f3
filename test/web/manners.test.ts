import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skipped, startBrowser } from '../documents/browser.ts';
import { startFaultySources } from '../report/faulty-sources.ts';
import { elantra2013, worldOf } from '../report/report-world.ts';
import { runService, whenReady } from '../running-service.ts';
import { expectPrinted } from './printed.ts';

const PERSON = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const VIN = elantra2013.vin;
/** What scrolls around the stop of the keyboard, and cuts the ring of that on a side. */
const CUT = `(() => {
  const { left, right } = document.activeElement.getBoundingClientRect();
  return [...document.querySelectorAll('body *')].filter((part) => {
    if (part === document.activeElement || !part.contains(document.activeElement)) return false;
    const box = part.getBoundingClientRect();
    return getComputedStyle(part).overflowX !== 'visible' && (left - 5 < box.left || right + 5 > box.right);
  }).map(({ outerHTML }) => outerHTML.slice(0, 80));
})()`;

const sources = await startFaultySources(worldOf(elantra2013));
const service = await runService({ ...sources.environment, TRUSTED_PROXIES: '1' });
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await sources[Symbol.asyncDispose]();
});
await whenReady(service);

describe('whatever a browser meets is a page, and JSON for a program', () => {
  it.each([
    ['/nowhere', 404, 'There is nothing at this address', 'not_found'],
    ['/v1/sample/decode?colour=red', 400, 'Something in the form is not right', 'invalid_parameters'],
  ])('%s', async (path, status, heading, error) => {
    const page = await service.get(path, { headers: PERSON });
    const text = await page.text();
    expect(page.status).toBe(status);
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('Vary')).toMatch(/^Accept(,|$)/);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(text).toContain(`<h1>${heading}</h1>`);
    expect(text).toContain(page.headers.get('X-Request-Id') ?? 'none');
    const data = await service.get(path);
    expect(data.status).toBe(status);
    expect(await data.json()).toMatchObject({ error, charged: false });
  });

  it.each(['PAYMENT-SIGNATURE', 'X-PAYMENT', 'SIGN-IN-WITH-X'])(
    'is JSON for who sends %s, as only programs do',
    async (name) => {
      const headers = { ...PERSON, [name]: 'hello' };
      const challenge = await service.get('/v1/decode', { headers });
      expect(await challenge.json()).toMatchObject({ charged: false, accepts: expect.anything() });
      const failure = await service.get('/nowhere', { headers });
      expect(await failure.json()).toMatchObject({ error: 'not_found' });
    },
  );

  it('names what is wrong in a form', async () => {
    const text = await (await service.get('/v1/sample/decode?colour=red', { headers: PERSON })).text();
    expect(text).toContain('<li><code>colour</code> is not a parameter of this path');
  });

  it('refuses a visitor who comes too often with a page that says when to come back', async () => {
    const headers = { ...PERSON, 'X-Forwarded-For': '192.0.2.77' };
    for (let calls = 0; calls < 5; calls += 1) await service.get('/v1/sample/decode', { headers });
    const page = await service.get('/v1/sample/decode', { headers });
    expect(page.status).toBe(429);
    expect(await page.text()).toMatch(/<p>Try again in \d+ seconds\. Nothing was charged\.<\/p>/);
  });

  it('shows the status as a page, and as JSON to probes', async () => {
    const page = await service.get('/health', { headers: PERSON });
    expect(await page.text()).toContain('Payments: working');
    const data = await service.get('/health');
    expect(data.headers.get('Vary')).toMatch(/^Accept(,|$)/);
    expect(await data.json()).toMatchObject({ status: 'ok' });
  });

  it('shows the changelog as a page, and as Markdown to who wants text', async () => {
    const page = await (await service.get('/changelog', { headers: PERSON })).text();
    expect(page).toContain('<h1>Changelog</h1>');
    expect(page).not.toMatch(/^#|\*\*/m);
    const data = await service.get('/changelog');
    expect(data.headers.get('Content-Type')).toBe('text/markdown; charset=utf-8');
    expect(data.headers.get('Vary')).toContain('Accept');
  });

  it('chooses the country of the form by the language of the browser', async () => {
    const of = async (language: string) => {
      const text = await (
        await service.get('/buy', { headers: { ...PERSON, 'Accept-Language': language } })
      ).text();
      return /<option value="(\w+)" selected>/.exec(text)?.[1];
    };
    expect(await of('en-US,en;q=0.9')).toBe('US');
    expect(await of('fr-CA,fr;q=0.9,en-US;q=0.5')).toBe('CA');
    expect(await of('de')).toBe('CA');
  });
});

describe.skipIf(skipped)(`in a browser${skipped}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  it('the sample prints on A4 and on Letter', async () => {
    await using page = await browser.newPage();
    await page.goto(`${service.url}/sample`);
    await expectPrinted(page);
  });

  it('a bought report of Canada prints on A4 and on Letter', async () => {
    await using page = await browser.newPage();
    await page.goto(`${service.url}/buy?vin=${VIN}&country=CA`);
    await page.getByRole('button', { name: 'Pay with Test wallet' }).click();
    await page.getByText('Before you go').waitFor();
    await expectPrinted(page);
  });

  it('the contents of the report stay in view', async () => {
    await using page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.goto(`${service.url}/sample#warranty`);
    const contents = page.getByRole('navigation', { name: 'Contents of the report' });
    await expect.poll(async () => (await contents.boundingBox())?.y).toBe(0);
    const heading = await page.getByRole('heading', { name: 'Factory warranty' }).boundingBox();
    expect(heading?.y).toBeGreaterThan(30);
  });

  it.each([
    '/',
    '/sample',
    `/car?vin=${VIN}`,
    '/buy',
    '/report',
    '/prices',
    '/docs',
    '/docs/purchase-costs',
    '/docs/documents',
    '/quote',
    '/coverage',
  ])('%s can be read at twice the size, on a desktop and on a phone', async (path) => {
    for (const width of [640, 320]) {
      await using page = await browser.newPage({
        viewport: { width, height: 500 },
        deviceScaleFactor: 2,
        extraHTTPHeaders: { 'X-Forwarded-For': `192.0.2.${width % 251}` },
      });
      await page.goto(service.url + path);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
  });

  it.each([
    '/',
    '/?lang=fr-CA',
    `/car?vin=${VIN}&lang=fr-CA`,
    `/buy?vin=${VIN}&lang=fr-CA`,
    '/quote?lang=fr-CA',
    '/report?lang=fr-CA',
    '/sample',
    '/docs/curl',
  ])('every stop of the keyboard on %s can be seen', async (path) => {
    await using page = await browser.newPage();
    await page.goto(service.url + path);
    const stops = Number(
      await page.evaluate("document.querySelectorAll('a, button, input, summary, pre[tabindex]').length"),
    );
    for (let stop = 0; stop < stops; stop += 1) {
      await page.keyboard.press('Tab');
      const outline = await page.evaluate(
        "document.activeElement === document.body ? 'end' : getComputedStyle(document.activeElement).outlineStyle",
      );
      if (outline === 'end') break;
      expect(outline, `stop ${stop}`).toBe('solid');
      expect(await page.evaluate(CUT), `stop ${stop}`).toEqual([]);
    }
  });
});
