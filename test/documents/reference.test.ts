import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, runService } from '../running-service.ts';
import { expectAccessible } from '../web/accessibility.ts';
import { skipped, startBrowser } from './browser.ts';

const run = promisify(execFile);

describe('the examples of the reference', () => {
  let service: RunningService;
  let examples: { name: string; code: string }[];
  beforeAll(async () => {
    service = await runService();
    const start = await (await service.get('/docs')).text();
    const pages = new Set([...start.matchAll(/href="(\/docs\/[^"#]+)"/g)].map(([, path = '']) => path));
    const texts = await Promise.all([...pages].map(async (path) => (await service.get(path)).text()));
    const text = texts.join('\n');
    examples = [...text.matchAll(/aria-label="([^"]*)">([^<]*)<\/pre>/g)].map(([, name = '', code = '']) => ({
      name,
      code: code
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    }));
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  it('are there for every path, in each language', async () => {
    const { paths } = (await (await service.get('/openapi.json')).json()) as { paths: object };
    const names = examples.map(({ name }) => name);
    for (const path of Object.keys(paths))
      expect(names).toEqual(
        expect.arrayContaining([`curl for ${path}`, `TypeScript for ${path}`, `Python for ${path}`]),
      );
  });

  it('stand below the wallet that is there already, where money is not real', async () => {
    const wallet = await (await service.get('/docs/wallet.md')).text();
    expect(wallet).toMatch(
      /^# .*\n\nThis service takes only test USDC: its `\/llms\.txt` names a wallet that has some\.\n/,
    );
    expect(wallet).not.toContain('dev mode');
  });

  it('of the free paths are answered as they stand', async () => {
    const free = examples.filter(({ name }) => /^TypeScript for (?!\/v1\/(?!sample))/.test(name));
    expect(free.length).toBeGreaterThan(10);
    // All in one process: each prints its answer behind its name.
    const program = free.map(
      ({ name, code }) =>
        `console.log(${JSON.stringify(`\n== ${name}`)}); await import(${JSON.stringify(`data:text/javascript,${encodeURIComponent(code)}`)});`,
    );
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program.join('\n')]);
    const answers = stdout.split('\n== ').slice(1);
    expect(answers).toHaveLength(free.length);
    for (const answer of answers)
      expect(answer).toMatch(/^TypeScript for \S+\n(200 |\{\s*"?(jsonrpc|result))/);
  });
});

describe('the pages for a task', () => {
  const tasksOf = async (service: RunningService) => {
    const start = await (await service.get('/docs')).text();
    const [, list = ''] = start.split('<h2>How to</h2>');
    const paths = [...list.matchAll(/<li><a href="(\/docs\/[^"]+)"/g)].map(([, path = '']) => path);
    return Promise.all(paths.map(async (path) => ({ path, text: await (await service.get(path)).text() })));
  };

  it('have the address of the service in their examples, and lead to nothing that is not there', async () => {
    await using service = await runService();
    const tasks = await tasksOf(service);
    expect(tasks.length).toBeGreaterThan(7);
    for (const { path, text } of tasks) {
      expect(text, path).not.toMatch(/forecourt\.example|localhost:8402|\]\(|\*\*|^\||^#/m);
      for (const [, to = '', anchor] of text.matchAll(/href="(\/docs\/[^"#]+)(?:#([^"]+))?"/g)) {
        const target = await (await service.get(to)).text();
        expect(target, `${path} ${to}#${anchor}`).toContain(anchor === undefined ? '<h1>' : `id="${anchor}"`);
      }
    }
    const texts = tasks.map(({ text }) => text).join();
    for (const words of [
      service.url.replace('127.0.0.1', 'localhost'),
      '<td data-in="default">',
      'eip155:8453',
    ])
      expect(texts).toContain(words);
  });

  it('sign for the money that the service takes', async () => {
    await using service = await runService({
      NETWORK: 'base-sepolia',
      PAY_TO: '0x1111111111111111111111111111111111111111',
      FACILITATOR_URL: 'http://127.0.0.1:1',
      RPC_URL: 'http://127.0.0.1:1',
    });
    const text = await (await service.get('/docs/curl')).text();
    const signed =
      'domain: {name: &quot;USDC&quot;, version: &quot;2&quot;, chainId: 84532, verifyingContract';
    expect(text).toContain(signed);
    expect(
      text
        .match(/0x[0-9a-f]{40}\b/gi)
        ?.join()
        .toLowerCase(),
    ).toBe('0x036cbd53842c5426634e7929541ec2318f3dcf7e');
  });
});

describe.skipIf(skipped)(`the reference page in a browser${skipped}`, () => {
  let service: RunningService;
  let browser: Browser;
  beforeAll(async () => {
    service = await runService();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.[Symbol.asyncDispose]();
  });

  it('needs no script, and has the way back to the other pages', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const seen: string[] = [];
    page.on('console', (message) => seen.push(message.text()));
    await page.goto(`${service.url}/docs/decode`);
    await page.getByText('Answers of /v1/decode').click();
    expect(await page.getByText('The payment was settled where').first().isVisible()).toBe(true);
    await page.getByText('Python', { exact: true }).first().click();
    expect(await page.getByRole('region', { name: 'Python for /v1/decode' }).isVisible()).toBe(true);
    expect(await page.getByRole('region', { name: 'curl for /v1/decode' }).isVisible()).toBe(false);
    expect(await page.getByRole('link', { name: 'Forecourt' }).getAttribute('href')).toBe('/');
    expect(seen).toEqual([]);
    await page.getByLabel('owner', { exact: true }).selectOption('first');
    await page.getByRole('button', { name: 'Pay $0.01' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Decode: $0.01');
    expect(await page.getByLabel('Owner', { exact: true }).inputValue()).toBe('first');
    await context.close();
  });

  it('keeps one language for all examples, also on the next page', async () => {
    await using page = await browser.newPage();
    await page.goto(`${service.url}/docs/decode`);
    const shown = (name: string) => page.getByRole('region', { name }).isVisible();
    await page.getByRole('radio', { name: 'curl' }).first().focus();
    await page.keyboard.press('ArrowRight');
    expect(await shown('TypeScript for /v1/decode')).toBe(true);
    expect(await shown('TypeScript for /v1/sample/decode')).toBe(true);
    await page.goto(`${service.url}/docs/recalls`);
    expect(await shown('TypeScript for /v1/recalls')).toBe(true);
    expect(await shown('curl for /v1/recalls')).toBe(false);
  });

  it('is searched by keyboard alone', async () => {
    await using page = await browser.newPage();
    await page.goto(`${service.url}/docs`);
    await page.keyboard.press('/');
    await page.keyboard.type('trade in');
    await page.getByRole('link', { name: 'trade_in' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('link', { name: 'trade_in' }).count()).toBe(0);
    await page.keyboard.type('parkoutside');
    await page.getByRole('link', { name: 'UsRecall' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/recalls#schema-UsRecall');
    await page.keyboard.press('/');
    await page.keyboard.type('cast wallet sign');
    await page.getByRole('link', { name: 'Buy with curl' }).first().waitFor();
  });

  it('calls a path from its form: the sample, the price, and the answer for test money', async () => {
    await using page = await browser.newPage();
    await page.goto(`${service.url}/docs/decode`);
    const answer = page.getByRole('region', { name: 'The answer' });
    const state = page.locator('#state');
    await page.getByRole('link', { name: 'See the free sample' }).click();
    await expect.poll(() => answer.textContent()).toContain('"sample": true');
    await page.getByLabel('vin', { exact: true }).fill('JTDKBRFU5J3000013');
    await page.getByRole('button', { name: 'Ask for the price' }).click();
    await expect.poll(() => state.textContent()).toBe('GET /v1/decode?vin=JTDKBRFU5J3000013: 402');
    expect(await answer.textContent()).toContain('"payment_required"');
    await page.getByRole('button', { name: 'Pay $0.01 with the test wallet' }).click();
    await expect.poll(() => state.textContent()).toContain('paid, transaction 0x');
    expect(JSON.parse((await answer.textContent()) ?? '')).toMatchObject({
      charged: true,
      vehicle: { make: 'Toyota' },
    });
    await page.getByLabel('vin', { exact: true }).fill('11111111111111111');
    await page.getByRole('button', { name: 'Pay $0.01 with the test wallet' }).click();
    await expect.poll(() => state.textContent()).toContain('Nothing was charged.');
  });

  it('has its menu beside the text on a desktop, and folded above it on a telephone', async () => {
    await using page = await browser.newPage({ viewport: { width: 1280, height: 740 } });
    await page.goto(`${service.url}/docs/curl`);
    const other = page
      .getByRole('navigation', { name: 'Reference' })
      .getByRole('link', { name: 'Buy in Go' });
    expect((await other.boundingBox())?.y).toBeLessThan(740);
    await page.setViewportSize({ width: 320, height: 740 });
    expect((await page.getByRole('heading', { level: 1 }).boundingBox())?.y).toBeLessThan(500);
    await page.getByText('Pages', { exact: true }).click();
    await other.click();
    await page.getByRole('heading', { level: 1, name: 'Buy in Go' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
    await expectAccessible(page);
  });

  it('wears its style, and fits a telephone', async () => {
    await using page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(`${service.url}/docs/purchase-costs`);
    expect(await page.evaluate('getComputedStyle(document.body).marginTop')).toBe('0px');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });
});
