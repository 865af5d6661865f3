import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../../test/payments/checked.ts';
import { openShop } from '../../../test/payments/selling.ts';
import {
  CENT,
  charged,
  paidBefore,
  pending,
  setStage,
  settledWith,
  sign,
  wallet,
} from '../../../test/payments/stage.ts';
import { newWallet, signPayment } from '../../../test/payments/wallet.ts';
import { dueAt } from '../../../test/storage/due-at.ts';
import { withStorage } from '../../../test/storage/with-storage.ts';
import type { Storage } from '../../storage/storage.ts';

const stage = setStage();
const sell = async (shop = stage.shop) => {
  const payment = await sign(shop);
  expect(await shop.buy(payment)).toMatchObject(charged);
  return payment;
};
const unaudited = () => stage.storage.ledger.findUnaudited(dueAt(Number.MAX_SAFE_INTEGER), 9);

describe('a settled payment', () => {
  it('is compared with the chain until it is deep enough, and then what was kept of it is deleted', async () => {
    stage.shop.world.depth = 29;
    await sell();
    await stage.shop.reconciler.runOnce();
    expect(stage.shop.audits).toEqual([]);
    expect(await unaudited()).toHaveLength(1);
    stage.shop.world.depth = 30;
    using later = openShop(stage.storage, { world: stage.shop.world, nowMs: () => Date.now() + 60_000 });
    await later.reconciler.runOnce();
    expect(later.audits).toEqual(['final']);
    expect(await unaudited()).toEqual([]);
  });

  it('whose transfer a reorganisation has dropped is sent again, without its payer', async () => {
    const payment = await sell();
    stage.shop.world.drop(check(payment, stage.shop.offer));
    expect(stage.shop.world.received()).toBe(0n);
    await stage.shop.reconciler.runOnce();
    expect(stage.shop.world.received()).toBe(CENT);
    expect(stage.shop.audits).toEqual(['dropped', 'restored']);
    await stage.shop.reconciler.runOnce();
    expect(stage.shop.audits).toEqual(['dropped', 'restored', 'final']);
    expect(stage.shop.counts.settled).toBe(1);
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 2));
  });

  it.each([false, true])(
    'is audited by others where its seller had a clock hours ahead and has ended, having sent it again: %s',
    async (sentAgain) => {
      const aheadMs = 7_200_000;
      {
        using ahead = openShop(stage.storage, { world: stage.shop.world, nowMs: () => Date.now() + aheadMs });
        const validBefore = String(Math.floor((Date.now() + aheadMs) / 1_000) + 120);
        const payment = await sign(ahead, { validBefore });
        expect(await ahead.buy(payment)).toMatchObject(charged);
        stage.shop.world.drop(check(payment, ahead.offer));
        if (sentAgain) {
          stage.shop.world.settleFaults.push('lost_before');
          await ahead.reconciler.runOnce();
        }
      }
      expect(stage.shop.world.received()).toBe(0n);
      await stage.shop.reconciler.runOnce();
      expect(stage.shop.world.received()).toBe(CENT);
    },
  );

  it('is sent again in time where the first look was by a clock that had jumped ahead', async () => {
    let offMs = 2_400_000;
    const nowMs = () => Date.now() + offMs;
    using shop = openShop(stage.storage, { world: stage.shop.world, nowMs });
    const payment = await sell();
    stage.shop.world.drop(check(payment, stage.shop.offer));
    for (let round = 0; round < 2; round++) await shop.reconciler.runOnce();
    expect(shop.audits).toEqual(['dropped']);
    expect(stage.shop.world.received()).toBe(0n);
    offMs = 0;
    await shop.reconciler.runOnce();
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('whose answer nobody was given and nobody can fetch any more is not sent again', async () => {
    let nowMs = Date.now();
    using shop = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
    const validBefore = String(Math.floor(nowMs / 1_000) + 3_600);
    const payment = await sign(shop, { validBefore });
    expect(await shop.buy(payment, { arrives: false })).toMatchObject(charged);
    stage.shop.world.drop(check(payment, shop.offer));
    nowMs += 660_000;
    await stage.storage.purge(nowMs);
    for (let round = 0; round < 2; round++) await shop.reconciler.runOnce();
    expect(shop.audits).toEqual(['dropped']);
    expect(stage.shop.world.received()).toBe(0n);
  });

  it('that could not be noted at once is noted when it can be, and then sent again like any other', async () => {
    let isLost = true;
    const { ledger } = stage.storage;
    const markSettled: typeof ledger.markSettled = async (...given) => {
      if (isLost) throw new Error('The connection is lost');
      return ledger.markSettled(...given);
    };
    const storage = { ...stage.storage, ledger: { ...ledger, markSettled } };
    using shop = openShop(storage, { world: stage.shop.world, sleep: () => nextTurn() });
    const payment = await sell(shop);
    stage.shop.world.drop(check(payment, shop.offer));
    await shop.reconciler.runOnce();
    expect(stage.shop.world.received()).toBe(0n);

    isLost = false;
    await expect.poll(unaudited).toHaveLength(1);
    await shop.reconciler.runOnce();
    expect(stage.shop.world.received()).toBe(CENT);
    expect(shop.audits).toEqual(['dropped', 'restored']);
  });

  it('is sent again once more where the first time was lost', async () => {
    let nowMs = Date.now();
    stage.shop.world.nowMs = () => nowMs;
    using shop = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
    const payment = await sell(shop);
    stage.shop.world.drop(check(payment, stage.shop.offer));
    stage.shop.world.settleFaults.push('lost_before');
    await shop.reconciler.runOnce();
    expect(stage.shop.world.received()).toBe(0n);
    nowMs += 15_000;
    await shop.reconciler.runOnce();
    expect(stage.shop.world.received()).toBe(CENT);
    expect(shop.audits).toEqual(['dropped', 'restored']);
  });

  it('is sent again for as long as its authorization is good, however often that fails', async () => {
    let nowMs = Date.now();
    stage.shop.world.nowMs = () => nowMs;
    using shop = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
    const payment = await sign(shop, { validBefore: String(Math.floor(nowMs / 1_000) + 3_600) });
    expect(await shop.buy(payment)).toMatchObject(charged);
    stage.shop.world.drop(check(payment, stage.shop.offer));
    stage.shop.world.settleFaults.push(...Array(12).fill('lost_before'));
    for (let minute = 0; minute < 55; minute++) {
      await shop.reconciler.runOnce();
      nowMs += 60_000;
    }
    expect(stage.shop.world.received()).toBe(CENT);
    expect(shop.audits).toEqual(['dropped', 'restored', 'final']);
  });

  it('keeps a new payment for the same request from being taken while it is sent again', async () => {
    const payment = await sell();
    stage.shop.world.drop(check(payment, stage.shop.offer));
    stage.shop.world.settleFaults.push('lost_before');
    await stage.shop.reconciler.runOnce();
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(paidBefore(1, 2));
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('that was dropped and has expired is lost: an alarm, and nothing is sent', async () => {
    let nowMs = Date.now();
    stage.shop.world.nowMs = () => nowMs;
    using shop = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
    const payment = await sell();
    stage.shop.world.drop(check(payment, stage.shop.offer));
    nowMs += 3_600_000;
    await shop.reconciler.runOnce();
    expect(shop.audits).toEqual(['dropped', 'lost']);
    expect(await stage.storage.sales.listFailed()).toMatchObject([{ reason: 'lost', requestId: 'a call' }]);
    expect(stage.shop.world.counts.settled).toBe(1);
  });

  it('of which the facilitator has lied is found out', async () => {
    stage.shop.world.settleFaults.push('lie');
    await sell();
    expect(stage.shop.world.received()).toBe(0n);
    await stage.shop.reconciler.runOnce();
    expect(stage.shop.audits).toEqual(['dropped', 'restored']);
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('is audited although the node cannot answer about another one that comes before it', async () => {
    const payments = await Promise.all(Array.from({ length: 8 }, () => sign(stage.shop)));
    for (const [index, payment] of payments.entries()) {
      await stage.shop.buy(payment, { request: `request ${index}` });
    }
    const { findEvidence } = stage.shop.world.chain;
    const unanswerable = check(payments[0] ?? {}, stage.shop.offer).nonce;
    let asked = 0;
    stage.shop.world.chain.findEvidence = async (transfer, place) => {
      if (transfer.nonce !== unanswerable) return findEvidence(transfer, place);
      asked += 1;
      throw new Error('The node has lost it');
    };
    await stage.shop.reconciler.runOnce();
    await stage.shop.reconciler.runOnce();
    expect(asked).toBe(1);
    expect(stage.shop.audits).toEqual(Array(7).fill('final'));
    expect(await unaudited()).toMatchObject([{ nonce: unanswerable }]);
  });

  it('is left alone while the node says that it was made and does not show by what', async () => {
    await sell();
    stage.shop.world.chain.findEvidence = async () => ({ kind: 'hidden' });
    await stage.shop.reconciler.runOnce();
    expect(stage.shop.audits).toEqual([]);
  });

  it('is left alone while the chain cannot be asked', async () => {
    await sell();
    stage.shop.world.nodeDown = true;
    await stage.shop.reconciler.runOnce();
    expect(stage.shop.audits).toEqual([]);
    expect(stage.shop.counts.unavailable).toBe(1);
    expect(await unaudited()).toHaveLength(1);
  });

  it('keeps its payment sealed, and without the identifier that its payer chose', async () => {
    await sell();
    const [row] = await unaudited();
    expect(row?.payment).toMatch(/^[A-Za-z0-9+/=]+$/);
    const kept = Buffer.from(row?.payment ?? '', 'base64').toString('latin1');
    expect(kept).not.toContain(wallet.address.toLowerCase().slice(2));
    expect(kept).not.toContain('signature');
  });
});

it('is not gone on with while the chain cannot be asked, and is once it can', async () => {
  let nowMs = Date.now();
  using shop = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
  const count = 30;
  for (let index = 0; index < count; index++) {
    const payment = await sign(shop);
    expect(await shop.buy(payment, { request: `request ${index}` })).toMatchObject(charged);
  }
  shop.world.nodeDown = true;
  await shop.reconciler.runOnce();
  const asked = shop.counts.unavailable;
  expect(asked).toBeGreaterThanOrEqual(10);
  expect(asked).toBeLessThan(count);
  await shop.reconciler.runOnce();
  expect(shop.counts.unavailable).toBe(asked);

  shop.world.nodeDown = false;
  nowMs += 15_000;
  await shop.reconciler.runOnce();
  expect(shop.audits).toEqual(Array(count).fill('final'));
});

describe.each(['sqlite', 'postgres'] as const)('the reconciler on %s', (kind) => {
  const parts = new AsyncDisposableStack();
  let storage: Storage;
  beforeAll(async () => {
    storage = parts.use(await withStorage(kind));
  });
  afterAll(() => parts.disposeAsync());

  it('looks at an open payment less and less often, whatever its age, and goes on with the others', async () => {
    const startMs = Date.now();
    let nowMs = startMs;
    using shop = openShop(storage, { nowMs: () => nowMs });
    shop.world.nowMs = () => nowMs;
    const wallet = newWallet();
    shop.world.fund(wallet.address, 10n * CENT);
    shop.world.settleFaults.push('lost_before');
    const open = await signPayment(wallet, shop.offer);
    expect(await shop.buy(open, { request: 'open' })).toMatchObject(pending);
    await shop.buy(await signPayment(wallet, shop.offer), { request: 'settled' });

    // An age of which a tenth is no whole number of milliseconds.
    nowMs = startMs + 30_003;
    await shop.reconciler.runOnce();
    expect(shop.counts.unavailable).toBe(0);
    expect(shop.audits).toEqual(['final']);
    const due = (atMs: number) => storage.ledger.findUnresolved(dueAt(atMs), 9);
    expect(await due(nowMs + 2_000)).toEqual([]);
    expect(await due(nowMs + 4_000)).toHaveLength(1);
  });
});
