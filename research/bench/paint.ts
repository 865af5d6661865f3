import type { Browser } from 'playwright-core';
import { skipped, startBrowser } from '../../test/documents/browser.ts';
import { startFaultySources } from '../../test/report/faulty-sources.ts';
import { elantra2013, worldOf } from '../../test/report/report-world.ts';
import { runService, whenReady } from '../../test/running-service.ts';
import { median, quantile } from './measure.ts';

const MOST_MS = 1_500;
const ROUNDS = 9;

/** The largest paint of pages on a phone four times slower than this machine, over slow 4G; as a share of 1.5 seconds. */
export async function run(): Promise<void> {
  if (skipped) return console.log(`Largest paint:${skipped}`);
  await using parts = new AsyncDisposableStack();
  const sources = parts.use(await startFaultySources(worldOf(elantra2013)));
  const service = parts.use(await runService(sources.environment));
  await whenReady(service);
  const browser = await startBrowser();
  parts.defer(() => browser.close());
  const bought = await linkOfReport(browser, service.url);
  for (const [name, address] of [
    ['home', service.url],
    ['a car', `${service.url}/car?vin=${elantra2013.vin}`],
    ['a page of the reference', `${service.url}/docs/prepurchase`],
    ['a report by its link', bought],
  ] as const) {
    const times: number[] = [];
    while (times.length < ROUNDS) times.push(await largestPaintMs(browser, address));
    console.log(
      `${name}: largest paint after ${median(times).toFixed(0)} ms (${quantile(times, 0).toFixed(0)} to ${quantile(times, 1).toFixed(0)}), ` +
        `${(median(times) / MOST_MS).toFixed(2)} of the ${MOST_MS} ms it may take`,
    );
  }
}

async function linkOfReport(browser: Browser, service: string): Promise<string> {
  await using page = await browser.newPage();
  await page.goto(`${service}/buy?vin=${elantra2013.vin}`);
  await page.getByRole('button', { name: 'Pay with Test wallet' }).click();
  await page.getByText('It lies sealed with us').waitFor();
  return page.url();
}

async function largestPaintMs(browser: Browser, address: string): Promise<number> {
  // The waiting below asks again and again, which the policy of our pages forbids to scripts.
  await using page = await browser.newPage({ viewport: { width: 390, height: 800 }, bypassCSP: true });
  const session = await page.context().newCDPSession(page);
  // Slow 4G, as the browser's own tools call it.
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  });
  await page.addInitScript(`new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) globalThis.paintedAt = startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true })`);
  // Where payments are real, no wallet comes with the page.
  await page.route('**/test-wallet/**', (route) => route.abort());
  await page.goto(address, { waitUntil: 'networkidle' });
  const paint = await page.waitForFunction('globalThis.paintedAt');
  return Number(await paint.jsonValue());
}
