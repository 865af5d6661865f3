import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeSource } from '../documents/browser.ts';

/** Nothing that axe finds, in both schemes and with everything unfolded; in the dark only colours differ. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axeSource);
  await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true");
  const found: unknown[] = [];
  for (const [colorScheme, options] of [
    ['light', "{ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }"],
    ['dark', "{ runOnly: ['color-contrast'] }"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    const violations = await page.evaluate(
      `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join(' | ')))`,
    );
    if (Array.isArray(violations))
      found.push(...violations.map((violation) => `${colorScheme} ${violation}`));
  }
  await page.emulateMedia({ colorScheme: null });
  expect(found).toEqual([]);
}
