import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { skipped } from '../documents/browser.ts';
import { newWallet } from '../payments/wallet.ts';
import { openContext, service, setBuyingStage, title, VIN } from './buying.ts';

const SENT = 'Whoever has the link can open the report';

/** Where the focus is: what is said of it, whether it is seen there, and how far down the page it stands. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  if (at === document.body) return null;
  const [{ x, y, width, height }] = at.getClientRects();
  const middle = document.elementFromPoint(x + width / 2, y + Math.min(height, 40) / 2);
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  return {
    name: (at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent).trim(),
    isSeen: at.contains(middle) && outlineStyle === 'solid' && parseInt(outlineWidth) >= 2,
    top: y + scrollY,
  };
})()`;
const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';

interface Focused {
  name: string;
  isSeen: boolean;
  top: number;
}

describe.skipIf(skipped)(`a report by the keyboard alone${skipped}`, () => {
  setBuyingStage();

  const focused = (page: Page): Promise<Focused | null> => page.evaluate(FOCUSED);

  /** Goes on until the focus is on what has this name. */
  async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
    for (let stops = 0; stops < 100; stops += 1) {
      await page.keyboard.press(key);
      const { name: at = '' } = (await focused(page)) ?? {};
      if (typeof name === 'string' ? at === name : name.test(at)) return;
    }
    throw new Error(`${key} never comes to ${name}`);
  }

  async function expectFocus(page: Page, name: string): Promise<void> {
    await expect.poll(async () => (await focused(page))?.name).toBe(name);
  }

  async function open(): Promise<Page> {
    const context = await openContext(newWallet());
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${service.url}/buy?vin=${VIN}&country=US`);
    await tabTo(page, 'Pay with Test wallet');
    await page.keyboard.press('Enter');
    await page.getByText(SENT).waitFor();
    return page;
  }

  it('has every stop where one reads on, seen, and opens every fold', async () => {
    const page = await open();
    const seen: string[] = [];
    let last = 0;
    for (;;) {
      await page.keyboard.press('Tab');
      const at = await focused(page);
      if (at === null) break;
      expect(at.isSeen, at.name).toBe(true);
      // The menu has two rows on a telephone.
      if (seen.includes('Get a report')) {
        expect(at.top, `${at.name} after ${seen.at(-1)}`).toBeGreaterThan(last - 20);
        last = at.top;
      }
      seen.push(at.name);
      if (await page.evaluate("document.activeElement.matches('details:not([open]) > summary')")) {
        await page.keyboard.press(seen.length % 2 === 0 ? 'Enter' : 'Space');
        expect(await page.evaluate("document.activeElement.matches('details[open] > summary')")).toBe(true);
      }
    }
    const stops = `[...document.querySelectorAll(${JSON.stringify(STOPS)})].filter((stop) => stop.checkVisibility()).length`;
    expect(seen).toHaveLength(Number(await page.evaluate(stops)));
  });

  it('is read, sent, printed, saved, asked for its bill, deleted and brought back, and the focus is never lost', async () => {
    const page = await open();
    await tabTo(page, 'Factory warranty');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Factory warranty');
    await page.keyboard.press('Tab');
    expect((await focused(page))?.name).toBe('The warranty by owner');

    await tabTo(page, 'Save a copy', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Save as data (JSON)');
    await Promise.all([page.waitForEvent('download'), page.keyboard.press('Space')]);
    await expectFocus(page, 'Save as data (JSON)');
    await page.evaluate("print = () => { document.title = 'It is printed'; }");
    await tabTo(page, 'Print or save as PDF', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title()).toBe('It is printed');
    await tabTo(page, 'Send it', 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Copied');

    await tabTo(page, 'The bill of your place');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Where you will register it');
    await page.keyboard.type('Wash');
    await tabTo(page, 'Price of the car');
    await page.keyboard.type('much');
    await page.keyboard.press('Enter');
    await page.getByText('Price of the car must be a plain number').waitFor();
    await expectFocus(page, 'Price of the car');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('18500');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Washington: / }).waitFor();
    await expectFocus(page, 'The bill of your place');
    await page.keyboard.press('Tab');
    expect((await focused(page))?.name).toBe('The bill in Washington');

    await tabTo(page, 'My reports');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'My reports' }).waitFor();
    await tabTo(page, '2013 Hyundai Elantra');
    await page.keyboard.press('Enter');
    await title(page).waitFor();
    await expectReport(page);

    await tabTo(page, 'Delete this report');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Keep it');
    await page.keyboard.press('Escape');
    await expectFocus(page, 'Delete this report');
    await deleteHere(page);
    await page.keyboard.press('Space');
    await title(page).waitFor();
    await expectReport(page);

    await page.clock.install();
    await tabTo(page, 'Delete this report');
    await deleteHere(page);
    await page.clock.fastForward(10_000);
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'hidden' });
    await expectFocus(page, 'My reports');
  });

  async function deleteHere(page: Page): Promise<void> {
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expectFocus(page, 'Delete it here');
    await page.keyboard.press('Enter');
    await expectFocus(page, 'Undo');
  }

  /** From the report one goes on to what stands in it. */
  async function expectReport(page: Page): Promise<void> {
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('answer');
  }
});
