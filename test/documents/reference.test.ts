import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, runService } from '../running-service.ts';
import { skipped, startBrowser } from './browser.ts';

const run = promisify(execFile);

describe('the examples of the reference', () => {
  let service: RunningService;
  let examples: { name: string; code: string }[];
  beforeAll(async () => {
    service = await runService();
    const text = await (await service.get('/docs')).text();
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
    await page.goto(`${service.url}/docs`);
    await page.getByText('Answers', { exact: true }).first().click();
    expect(await page.getByText('The payment was settled where').first().isVisible()).toBe(true);
    expect(await page.getByRole('link', { name: 'Forecourt' }).getAttribute('href')).toBe('/');
    expect(seen).toEqual([]);
    await context.close();
  });

  it('runs the free sample of an endpoint in the page', async () => {
    await using page = await browser.newPage();
    await page.goto(`${service.url}/docs`);
    await page.getByRole('button', { name: 'Run the free sample of /v1/decode' }).click();
    const answer = page.getByRole('region', { name: 'The answer' });
    await expect.poll(() => answer.textContent()).toContain('"sample": true');
  });

  it('wears its style, and fits a telephone', async () => {
    await using page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(`${service.url}/docs`);
    expect(await page.evaluate('getComputedStyle(document.body).marginTop')).toBe('0px');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });
});
