import { decodePaymentRequiredHeader } from '@x402/core/http';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportSchema } from '../../src/report/report-schema.ts';
import { skipped, startBrowser } from '../documents/browser.ts';
import { runService, whenReady } from '../running-service.ts';
import { expectAccessible } from './accessibility.ts';
import { loadedBytes } from './loaded-bytes.ts';

const PAGES = [
  ['/', 'Know the car before you pay for it.'],
  ['/sample', '2013 Hyundai Elantra'],
  ['/coverage', 'Where the purchase costs are known'],
  ['/quote', "Check a dealer's quote"],
  ['/buy', 'Get the whole report'],
  ['/prices', 'Prices'],
  ['/terms', 'Terms of service'],
  ['/privacy', 'Privacy'],
  ['/car', 'Look up a car'],
  ['/car?vin=5NPDH4AE8DH10O013', 'This VIN needs a second look'],
  ['/report', 'My reports'],
  ['/docs', 'API reference'],
  ['/docs/prepurchase', 'Pre-purchase report'],
  ['/docs/errors', 'Errors and refunds'],
  ['/docs/typescript', 'Buy in TypeScript'],
  ['/docs/assistants', 'Use it from an assistant'],
  ['/changelog', 'Changelog'],
  ['/health', 'Everything that is sold can be bought'],
  ['/nowhere', 'There is nothing at this address'],
  ['/v1/decode?vin=5NPDH4AE8DH100013', 'Decode: $0.01'],
] as const;
const MOST_BYTES_OF_A_PAGE = 70_000;
const LONG_PAGES = ['/changelog'];
/** Not to be found: a paid path, and pages about one visitor or no page at all. */
const UNLISTED = ['/v1/', '/car', '/report', '/nowhere', '/health'];
const MOST_BYTES_ON_THE_WIRE = 60_000;
const MOST_BYTES_OF_HOME = 25_000;
const BROWSER = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

let visitors = 0;
/** Somebody else each time, so that nobody comes too often. */
const visitor = () => {
  visitors += 1;
  return {
    ...BROWSER,
    'X-Forwarded-For': `192.0.2.${visitors % 256}, 198.51.${visitors >> 8}.${visitors % 256}`,
  };
};

const service = await runService({ TRUSTED_PROXIES: '1' });
afterAll(() => service[Symbol.asyncDispose]());
// Its page says something else before.
await whenReady(service);

describe('every page', () => {
  it.each(PAGES)(
    '%s holds its content in the first response, is small and forbids what it does not need',
    async (path, heading) => {
      const response = await service.get(path, { headers: visitor() });
      const text = await response.text();
      expect(text.replace(/<h1 [^>]*class="before"[^>]*>/, '<h1>')).toContain(`<h1>${heading}</h1>`);
      if (!LONG_PAGES.includes(path)) expect(Buffer.byteLength(text)).toBeLessThan(MOST_BYTES_OF_A_PAGE);
      const policy = response.headers.get('Content-Security-Policy');
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(response.headers.get('Permissions-Policy')).toContain('camera=()');
      for (const name of ['Cross-Origin-Opener-Policy', 'Cross-Origin-Resource-Policy'])
        expect(response.headers.get(name)).toBe('same-origin');
      // The head of a challenge must fit into what proxies pass.
      const others = response.status === 402 ? [] : ['/llms.txt', '/.well-known/mcp/server-card.json'];
      for (const to of ['/openapi.json', ...others])
        expect(response.headers.get('Link')).toContain(`<${to}>`);
      expect(text).not.toMatch(/\sstyle=|\son\w+=|<style|<script>/);
    },
  );

  it('links to nothing of ours that is not there', async () => {
    const texts = await Promise.all(
      PAGES.map(async ([path]) => (await service.get(path, { headers: visitor() })).text()),
    );
    const links = texts.flatMap((text) =>
      [...text.matchAll(/(?:href|src)="(\/[^"#]*)/g)].map(([, to = '']) => to.replaceAll('&amp;', '&')),
    );
    for (const link of new Set(links)) {
      const { status } = await service.get(link, { headers: visitor() });
      expect(`${link} ${status}`).toMatch(
        link.startsWith('/v1/') && !link.startsWith('/v1/sample') ? / 402$/ : / 200$/,
      );
    }
  });

  it('is in the sitemap unless it is about one visitor, and names no VIN to whom its link is sent', async () => {
    const map = await (await service.get('/sitemap.xml')).text();
    for (const [path] of PAGES) {
      const response = await service.get(path, { headers: visitor() });
      const text = await response.text();
      const isListed = !UNLISTED.some((start) => path.startsWith(start));
      expect(map.includes(`${path}</loc>`), path).toBe(isListed);
      expect(text.includes('<meta name="robots" content="noindex">'), path).toBe(!isListed);
      expect(text.includes('<link rel="canonical"'), path).toBe(isListed);
      // A page about one visitor may be shown to others too, but not by an address with a VIN in it.
      expect(text, path).toContain('<meta property="og:image" content="http');
      expect(text.includes('<meta property="og:url"'), path).toBe(isListed);
      expect([...text.matchAll(/<title>.*|<meta property="og.*/g)].join(), path).not.toContain(
        '5NPDH4AE8DH1',
      );
      expect(response.headers.get('X-Robots-Tag'), path).toBe(
        isListed || path.startsWith('/v1/') ? null : 'noindex',
      );
    }
  });

  it.each(['/share.jpg', '/apple-touch-icon.png', '/favicon.ico', '/manifest.webmanifest'])(
    'comes with %s',
    async (path) => {
      const response = await service.get(path);
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(100);
    },
  );

  it('says who runs the service and how to reach them, as far as it was configured', async () => {
    const said = 'Example Motors, Halifax';
    await using named = await runService({ OPERATOR: said, CONTACT: 'mailto:desk@forecourt.example' });
    const text = await (await named.get('/privacy')).text();
    expect(text).toContain(
      `<p><span translate="no">${said}</span> <a href="mailto:desk@forecourt.example" translate="no">desk@forecourt.example</a></p>`,
    );
    expect(await (await service.get('/privacy')).text()).toContain('has not given a name');
    for (const [path] of PAGES)
      expect(await (await service.get(path, { headers: visitor() })).text()).toContain('"/privacy#who"');
  });

  it('comes with an ETag, and not again to who has it', async () => {
    const etag = (await service.get('/coverage')).headers.get('ETag') ?? '';
    expect((await service.get('/coverage', { headers: { 'If-None-Match': etag } })).status).toBe(304);
  });
});

describe('the sample', () => {
  it('is data for who asks for JSON', async () => {
    const response = await service.get('/sample?format=json');
    expect(response.headers.get('Content-Type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ sample: true, vehicle: { make: 'Hyundai' } });
  });

  it('has every part of the report, and the bill of either country with its sources', async () => {
    const text = await (await service.get('/sample')).text();
    const parts = ['Park outside', 'Recalls', 'Known issues', 'Costs of the purchase', 'Factory warranty'];
    for (const part of parts) expect(text).toContain(part);
    expect(text).toContain('Ontario: $3,389.00 to $3,509.00 CAD');
    expect(text).toContain('California: $2,226.00 to $3,483.00 USD');
    expect(text).toContain('https://www.ontario.ca/document/retail-sales-tax/specified-vehicles');
  });

  it('states by failure and year what the answer counts', async () => {
    const text = await (await service.get('/sample')).text();
    const report = reportSchema.parse(await (await service.get('/sample?format=json')).json());
    const issue = report.knownIssues?.topIssues.find(({ title }) => title.startsWith('Tire blows'));
    const cells =
      issue?.reportedByYear?.map(({ year, count }) => `<td data-in="${year}" class="amount">${count}</td>`) ??
      [];
    expect(cells).toHaveLength(6);
    expect(text).toContain(`<th scope="row">${issue?.title}</th>${cells.join('')}`);
  });
});

describe('the coverage', () => {
  it('states the tax, the date and the confidence of all 64 places', async () => {
    const text = await (await service.get('/coverage')).text();
    expect(text.match(/<tr><th scope="row">/g)).toHaveLength(64);
    expect(text).toMatch(/Ontario <small>ON<\/small><\/th><td data-in="Tax, %" class="amount">13<\/td>/);
    expect(text).toMatch(
      /California <small>CA<\/small><\/th><td data-in="Tax, %" class="amount">7.25 to 11.25<\/td>/,
    );
    expect(text.match(/<rect class="t\d" x=/g)).toHaveLength(64);
  });
});

describe('where payments are real', () => {
  it('no page offers a test wallet, and neither its key nor its script is served', async () => {
    await using live = await runService({
      PAY_TO: '0x1111111111111111111111111111111111111111',
      FACILITATOR_URL: 'http://127.0.0.1:1',
      RPC_URL: 'http://127.0.0.1:1',
    });
    const script = /src="(\/assets\/test-wallet[^"]*)"/;
    const [, path = ''] = script.exec(await (await service.get('/buy')).text()) ?? [];
    expect((await service.get(path)).status).toBe(200);
    expect((await live.get(path)).status).toBe(404);
    for (const [page] of PAGES) {
      const text = await (await live.get(page, { headers: BROWSER })).text();
      expect(text).not.toMatch(/test-wallet|TEST PAYMENTS|data-key/);
    }
  });
});

describe('a paid path', () => {
  const path = '/v1/recalls?vin=%3Cscript%3E';

  it('shows a browser a page with the status and the headers of the challenge', async () => {
    const [page, data] = await Promise.all([service.get(path, { headers: BROWSER }), service.get(path)]);
    expect(page.status).toBe(402);
    expect(page.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    // Each challenge has a nonce of its own for wallets that sign in.
    const [shown, given] = [page, data].map(({ headers }) => {
      const { extensions: _, ...required } = decodePaymentRequiredHeader(
        headers.get('PAYMENT-REQUIRED') ?? '',
      );
      return required;
    });
    expect(shown).toEqual(given);
    expect(page.headers.get('Vary')).toBe('Accept, Accept-Language, Accept-Encoding');
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    const text = await page.text();
    expect(text).toContain('Recalls: $0.01');
    expect(text).toContain('value="&lt;script&gt;"');
  });

  it.each([
    undefined,
    '*/*',
    'application/json',
    'application/json, text/plain, */*',
    'application/json, text/html;q=0.9',
    'text/html, application/json',
    'text/*',
  ])('answers a program that accepts %s with JSON', async (accept) => {
    const response = await service.get(path, { headers: accept === undefined ? {} : { Accept: accept } });
    expect(response.status).toBe(402);
    expect(await response.json()).toMatchObject({ x402Version: 2, error: 'payment_required' });
  });

  it('says to who has tried to pay, as data, why it was refused', async () => {
    const response = await service.get(path, { headers: { ...BROWSER, 'PAYMENT-SIGNATURE': 'e30=' } });
    expect(await response.json()).toMatchObject({ error: 'invalid_payment_payload', charged: false });
  });
});

describe.skipIf(skipped)(`in a browser${skipped}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterAll(() => browser?.close());

  const open = (options: BrowserContextOptions = {}) =>
    browser.newPage({ ...options, extraHTTPHeaders: { 'X-Forwarded-For': visitor()['X-Forwarded-For'] } });

  /** Notes what a page asks for and complains of; that the browser complains of a 4xx is no fault. */
  function watch(page: Page) {
    const seen = { addresses: [] as string[], complaints: [] as string[] };
    page.on('request', (request) => seen.addresses.push(request.url()));
    page.on('pageerror', (error) => seen.complaints.push(error.message));
    page.on('console', (message) => {
      if (!/status of 4\d\d \(/.test(message.text())) seen.complaints.push(message.text());
    });
    return seen;
  }

  it.each(PAGES)('%s is accessible in light and dark, with everything unfolded', async (path) => {
    await using page = await open();
    await page.goto(service.url + path);
    await expectAccessible(page);
  });

  it.each(PAGES)('%s asks nobody else for anything, little of us, and fits a telephone', async (path) => {
    await using page = await open({ viewport: { width: 320, height: 640 } });
    const seen = watch(page);
    await page.goto(service.url + path, { waitUntil: 'networkidle' });
    expect(seen.complaints).toEqual([]);
    expect(seen.addresses.filter((address) => !address.startsWith(service.url))).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    const onTheWire = await loadedBytes(page);
    expect(onTheWire).toBeGreaterThan(0);
    const most = path === '/' ? MOST_BYTES_OF_HOME : MOST_BYTES_ON_THE_WIRE;
    if (!LONG_PAGES.includes(path)) expect(onTheWire).toBeLessThan(most);
  });

  it('has a first page of at most 25 kB in French too', async () => {
    await using page = await open({ locale: 'fr-CA' });
    await page.goto(service.url, { waitUntil: 'networkidle' });
    expect(await loadedBytes(page)).toBeLessThan(MOST_BYTES_OF_HOME);
  });

  it('shows its content without scripts', async () => {
    await using page = await open({ javaScriptEnabled: false });
    for (const [path, heading] of PAGES) {
      await page.goto(service.url + path);
      expect(await page.getByRole('heading', { level: 1, name: heading }).isVisible(), path).toBe(true);
    }
  });

  it.each([360, 1280])('covers no code with the button that copies it, at a width of %i', async (width) => {
    await using page = await open({ viewport: { width, height: 640 } });
    await page.goto(`${service.url}/docs/curl`);
    await page.getByRole('button', { name: 'Copy' }).first().waitFor();
    await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
    for (const block of await page.locator('.code').all()) {
      const button = await block.getByRole('button').boundingBox();
      const code = await block.locator('pre').boundingBox();
      expect(button && code && button.y + button.height).toBeLessThanOrEqual(code?.y ?? 0);
    }
  });

  it('shows the whole of an address to pay to, on a telephone', async () => {
    await using page = await open({ viewport: { width: 360, height: 640 } });
    await page.goto(`${service.url}/v1/decode`);
    const box = await page.getByText(/^0x[0-9a-fA-F]{40}$/).boundingBox();
    expect(box && box.x + box.width).toBeLessThanOrEqual(360);
  });

  it('does not look for a wallet where it cannot', async () => {
    await using page = await open({ javaScriptEnabled: false });
    await page.goto(`${service.url}/buy`);
    expect(await page.getByText('Looking for a wallet').isVisible()).toBe(false);
    expect(await page.locator('noscript p').isVisible()).toBe(true);
  });

  it('stands its tables up on a telephone, each cell with the name of its column', async () => {
    await using page = await open({ viewport: { width: 360, height: 640 } });
    for (const path of ['/coverage', '/sample']) {
      await page.goto(service.url + path);
      await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
      const cut = await page.evaluate(
        "[...document.querySelectorAll('.wide td')].filter((cell) => cell.getBoundingClientRect().right > 361).length",
      );
      expect(cut, path).toBe(0);
    }
    expect(
      await page.evaluate(
        "getComputedStyle(document.querySelector('.wide td[data-in=\"The first owner\"]'), '::before').content",
      ),
    ).toBe('"The first owner"');
  });

  it('draws the map lighter where more is due, when all is dark', async () => {
    await using page = await open({ colorScheme: 'dark' });
    await page.goto(`${service.url}/coverage`);
    const brightness = async (shade: string) => {
      const fill = await page.evaluate(
        `getComputedStyle(document.querySelector('.grids rect.${shade}')).fill`,
      );
      const parts = String(fill).match(/\d+/g) ?? [];
      expect(parts).toHaveLength(3);
      return parts.reduce((sum, part) => sum + Number(part), 0);
    };
    const shades = await Promise.all(['t0', 't1', 't2', 't3', 't4'].map(brightness));
    expect(shades).toEqual(shades.toSorted((one, other) => one - other));
  });

  it('frames the verdict where the browser chooses the colours', async () => {
    await using page = await open({ forcedColors: 'active' });
    await page.goto(`${service.url}/sample`);
    expect(await page.evaluate("getComputedStyle(document.querySelector('.verdict')).borderTopWidth")).toBe(
      '1px',
    );
  });

  it('the keyboard reaches the content past the menu', async () => {
    await using page = await open();
    await page.goto(`${service.url}/`);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).hash).toBe('#main');
  });
});
