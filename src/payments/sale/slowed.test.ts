import { afterEach, describe, expect, it } from 'vitest';
import { check } from '../../../test/payments/checked.ts';
import { openShop, type Shop } from '../../../test/payments/selling.ts';
import { CENT, charged, POLL, setStage, sign, wallet } from '../../../test/payments/stage.ts';
import { openSqliteStorage } from '../../storage/sqlite/open-sqlite-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { STRIKES_WINDOW_MS } from './settle.ts';

const stage = setStage();
const slowed = {
  kind: 'failure',
  failure: { code: 'rate_limited', details: { limit: 'failed_settlements' } },
};

const CLAIM_MS = 200;

let shop: Shop;
afterEach(() => shop[Symbol.dispose]());

/** A shop whose payer has let three settlements fail, which is as many as are let pass. */
async function openFor(storage: Storage, options: Parameters<typeof openShop>[1] = {}): Promise<Shop> {
  shop = openShop(storage, options);
  for (let index = 0; index < 3; index++) {
    shop.world.fund(wallet.address, 100n * CENT);
    const compute = async () => {
      shop.world.drain(wallet.address);
      return { body: {}, charge: true };
    };
    // Good from ever on: a test may set the clock back.
    await shop.buy(await sign(shop, { validAfter: '0' }), { request: `failing ${index}`, compute });
  }
  shop.world.fund(wallet.address, 100n * CENT);
  return shop;
}

describe('a payer who is slowed down', () => {
  it('is served for a payment that the chain shows as made, also before it was shown here', async () => {
    // Soon after one window has begun, so that all strikes fall into it.
    let nowMs = Math.floor(Date.now() / STRIKES_WINDOW_MS) * STRIKES_WINDOW_MS + 1_000;
    // A ledger that begins by that clock.
    await using storage = await openSqliteStorage({ file: `${stage.file}.earlier` });
    await openFor(storage, { nowMs: () => nowMs });
    shop.world.nowMs = () => nowMs;
    const nowSeconds = Math.floor(nowMs / 1_000);
    const payment = await sign(shop, { validAfter: '0', validBefore: String(nowSeconds + 600) });
    shop.world.broadcast(check(payment, shop.offer, nowSeconds));
    nowMs += 180_000;
    expect(await shop.buy(payment)).toMatchObject(charged);
  });

  it('is nobody whose payments ran out of time while it was open how they were settled', async () => {
    let nowMs = Date.now();
    shop = openShop(stage.storage, { nowMs: () => nowMs });
    shop.world.nowMs = () => nowMs;
    shop.world.fund(wallet.address, 100n * CENT);
    for (let index = 0; index < 3; index++) {
      shop.world.settleFaults.push('lost_before');
      await shop.buy(await sign(shop), { request: `open ${index}` });
    }
    nowMs += 3_600_000;
    await shop.reconciler.runOnce();
    expect(shop.counts.resolved).toBe(3);
    const validBefore = String(Math.floor(nowMs / 1_000) + 120);
    expect(await shop.buy(await sign(shop, { validBefore }))).toMatchObject(charged);
  });

  it('is refused without being computed for, and leaves no trace of the payment', async () => {
    await openFor(stage.storage);
    const before = shop.computed();
    const payment = await sign(shop);
    expect(await shop.buy(payment)).toMatchObject(slowed);
    expect(shop.computed()).toBe(before);
    const { payer, nonce } = check(payment, shop.offer);
    expect(await stage.storage.ledger.find({ payer, nonce })).toBeUndefined();
  });

  it('keeps no payment for itself where the ledger fails to let go of it', async () => {
    const { storage } = stage;
    const failing = {
      ...storage,
      ledger: { ...storage.ledger, release: () => Promise.reject(new Error('disk full')) },
    };
    await openFor(storage);
    using other = openShop(failing, { world: shop.world, claimMs: CLAIM_MS });
    const payment = await sign(other);
    await other.buy(payment).catch(() => {});
    const { payer, nonce } = check(payment, other.offer);
    // Nobody renews the claim: another instance may take the payment as soon as it has run out.
    const claimedUntilMs = async () => (await storage.ledger.find({ payer, nonce }))?.claimedUntilMs ?? 0;
    const firstMs = await claimedUntilMs();
    expect(firstMs).toBeGreaterThan(0);
    await expect.poll(() => Date.now() > firstMs + 2 * CLAIM_MS, POLL).toBe(true);
    expect(await claimedUntilMs()).toBe(firstMs);
  });
});
