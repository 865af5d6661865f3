import { describe, expect, it } from 'vitest';
import { skipped } from '../documents/browser.ts';
import { expectAccessible } from './accessibility.ts';
import {
  buyReport,
  isKept,
  openFriend,
  openWithWallet,
  PHONE,
  PRICE,
  payButton,
  press,
  received,
  SENT,
  service,
  setBuyingStage,
  state,
  title,
  VIN,
} from './buying.ts';
import { expectPrinted } from './printed.ts';

describe.skipIf(skipped)(`the life of a report${skipped}`, () => {
  setBuyingStage();

  it('is bought on a telephone, sent, read and printed at the garage, found again, and deleted after a second one', async () => {
    const page = await openWithWallet('/buy');
    await page.setViewportSize(PHONE);
    await page.addInitScript('globalThis.sent = []; navigator.share = async (what) => { sent.push(what); }');
    await buyReport(page);
    await page.getByText(SENT).waitFor();
    await press(page, 'Send it');
    const link = page.url();
    expect(await page.evaluate('sent')).toEqual([{ title: '2013 Hyundai Elantra', url: link }]);

    const other = await openFriend();
    await other.goto(link);
    await title(other).waitFor();
    await isKept(other, "'/report'");
    await other.context().setOffline(true);
    await other.reload();
    await title(other).waitFor();
    expect(await other.getByText(/^Do not drive this car/).isVisible()).toBe(true);
    await expectPrinted(other);

    await page.reload();
    await title(page).waitFor();
    await page.goBack();
    await payButton(page).waitFor();
    await page.goForward();
    await title(page).waitFor();
    expect(page.url()).toBe(link);
    expect(await received()).toBe(PRICE);

    await page.goto(`${service.url}/buy?vin=${VIN}&country=CA`);
    await press(page, 'Pay with Test wallet');
    await page.getByText(SENT).waitFor();
    const second = page.url();
    expect(second).not.toBe(link);
    expect(await received()).toBe(2n * PRICE);

    await page.getByRole('link', { name: 'My reports' }).click();
    const links = page.getByRole('main').getByRole('link', { name: '2013 Hyundai Elantra' });
    await expect.poll(() => links.count()).toBe(2);
    const day = new Date().toLocaleDateString('en', { dateStyle: 'long' });
    expect(await page.locator('#mine small').allTextContents()).toEqual(
      Array(2).fill(`VIN … 100013, ${day}`),
    );
    await expectAccessible(page);

    // The newest comes first.
    const remove = page.getByRole('button', { name: /^Delete: / }).first();
    await remove.click();
    await page.getByRole('heading', { name: 'Delete this report?' }).waitFor();
    await expectAccessible(page);
    await press(page, 'Keep it');
    expect(await links.count()).toBe(2);
    await remove.click();
    await press(page, 'Delete it here');
    await expect.poll(() => state(page).textContent()).toBe('The report is deleted.');
    await expect.poll(() => links.count()).toBe(1);
    await press(page, 'Undo');
    await title(page).waitFor();
    expect(page.url()).toBe(second);

    await page.clock.install();
    await press(page, 'Delete this report');
    await press(page, 'Delete it everywhere');
    await expect.poll(() => links.count()).toBe(1);
    await page.clock.fastForward(10_000);
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'hidden' });
    await links.click();
    await title(page).waitFor();
    expect(page.url()).toBe(link);
    const third = await openFriend();
    await third.goto(link);
    await title(third).waitFor();
    expect(await received()).toBe(2n * PRICE);
  });
});
