import { expect, test } from 'vitest';
import { skipped, startBrowser, startSite } from '../documents/browser.ts';
import { startDevService } from '../payments/dev-service.ts';
import { bundleForBrowser } from './bundle.ts';

const LARGEST_BYTES = 13_800;
const client = '@forecourt/client';

test('the whole client is smaller than it is said to be, stands alone and needs nothing of Node', async () => {
  const code = await bundleForBrowser(`export * from '${client}';`);
  expect(code).not.toMatch(/\bimport\b|\brequire\b|node:|process\.|Buffer/);
  expect(Buffer.byteLength(code)).toBeLessThan(LARGEST_BYTES);
});

test('an error class alone brings nothing else along', async () => {
  const code = await bundleForBrowser(`export { ForecourtError } from '${client}';`);
  expect(code).not.toContain('PAYMENT-SIGNATURE');
  expect(Buffer.byteLength(code)).toBeLessThan(500);
});

test.skipIf(skipped)(`a page in a browser buys an answer from another origin${skipped}`, async () => {
  await using service = await startDevService();
  const script = await bundleForBrowser(`
    import { privateKeyToAccount } from 'viem/accounts';
    import { createClient } from '${client}';
    const account = privateKeyToAccount('${service.payments.wallet.privateKey}');
    const client = createClient({ url: '${service.url}', account });
    globalThis.bought = client.decode('5NPDH4AE8DH100013').then(
      (answer) => ({ model: answer.vehicle.model, charged: answer.charged, spentUsd: client.spentUsd }),
      (error) => ({ error: error.stack }),
    );`);
  await using site = await startSite(script);
  const browser = await startBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    const bought = await page.evaluate('bought');
    expect(bought).toEqual({ model: 'Elantra', charged: true, spentUsd: 0.01 });
  } finally {
    await browser.close();
  }
});
