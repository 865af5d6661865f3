import type { Page } from 'playwright-core';

/** The bytes that a page has loaded so far, but for the wallet that stands in for that of a buyer. */
export async function loadedBytes(page: Page): Promise<number> {
  return Number(
    await page.evaluate(
      "performance.getEntries().filter(({ name }) => !name.includes('/test-wallet/')).reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)",
    ),
  );
}
