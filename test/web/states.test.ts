import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { skipped, startBrowser } from '../documents/browser.ts';
import { expectAccessible } from './accessibility.ts';
import { ENGLISH_SENTENCES, STATES, startStage } from './states.ts';

const looks = Object.keys(STATES).flatMap((state) =>
  ['en-CA', 'fr-CA'].map((locale) => [state, locale] as const),
);

/** Tables that a telephone cuts: there they stand as lines below each other. */
const CUT_TABLES = `[...document.querySelectorAll('.wide')]
  .filter(({ scrollWidth, clientWidth }) => innerWidth < 640 && scrollWidth > clientWidth)
  .map((table) => table.ariaLabel)`;

describe.skipIf(skipped)(`every state of every page${skipped}`, () => {
  let browser: Browser;
  let stage: Awaited<ReturnType<typeof startStage>>;
  beforeAll(async () => {
    browser = await startBrowser();
    stage = await startStage(browser);
  });
  afterAll(async () => {
    await browser?.close();
    await stage?.[Symbol.asyncDispose]();
  });

  it.each(looks)(
    '%s in %s fits every width, is accessible and speaks one language',
    async (state, locale) => {
      const [narrow, wide] = [320, 1280];
      await using page = await stage.open(state, { locale, width: narrow });
      const expectFitting = async (width: number) => {
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
        expect(await page.evaluate(CUT_TABLES)).toEqual([]);
        // The checker is a script itself.
        if (STATES[state]?.options?.javaScriptEnabled !== false) await expectAccessible(page);
      };
      if (locale === 'fr-CA') await expect.poll(() => page.evaluate(ENGLISH_SENTENCES)).toEqual([]);
      await expectFitting(narrow);
      await page.setViewportSize({ width: wide, height: 800 });
      await expectFitting(wide);
      if (locale === 'fr-CA') expect(await page.evaluate(ENGLISH_SENTENCES)).toEqual([]);
    },
  );
});
