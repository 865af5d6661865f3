import { describe, expect, it } from 'vitest';
import { check } from '../../../test/payments/checked.ts';
import { openShop } from '../../../test/payments/selling.ts';
import type { SettleFault } from '../../../test/payments/simulated-chain.ts';
import {
  CENT,
  charged,
  POLL,
  paidBefore,
  pending,
  setStage,
  settledWith,
  sign,
  wallet,
} from '../../../test/payments/stage.ts';
import { newWallet, signPayment } from '../../../test/payments/wallet.ts';

const stage = setStage();

describe('a settlement that is denied by whoever was to make it', () => {
  it('is open: made a moment later it is answered, and no second payment is taken for it', async () => {
    stage.shop.world.settleFaults.push('deny_later', 'deny', 'deny');
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toMatchObject(pending);
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(pending);
    stage.shop.world.mine();
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(paidBefore(1, 1));
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 1));
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('is tried again for the payer who comes back, with that payment or another', async () => {
    stage.shop.world.settleFaults.push('deny');
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(pending);
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(paidBefore(1, 1));
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('is over once the chain shows that it can never be made', async () => {
    stage.shop.world.settleFaults.push('deny');
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toMatchObject(pending);
    stage.shop.world.cancel(check(payment, stage.shop.offer));
    const second = await stage.shop.buy(await sign(stage.shop));
    expect(second).toMatchObject(charged);
    expect(stage.shop.world.received()).toBe(CENT);
  });
});

describe('a settlement whose outcome is lost', () => {
  it('is pending, and the identical retry gets the kept answer once the chain shows it', async () => {
    stage.shop.world.settleFaults.push('in_mempool');
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toMatchObject({
      ...pending,
      failure: { details: { payment: { state: 'pending', transaction: `0x${'e'.repeat(64)}` } } },
      receipt: { success: false, errorReason: 'settlement_pending', transaction: `0x${'e'.repeat(64)}` },
    });
    stage.shop.world.mine();
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 1));
    expect(stage.shop.computed()).toBe(1);
    expect(stage.shop.world.received()).toBe(CENT);
  });

  const mine = () => stage.shop.world.mine();
  it.each<[string, SettleFault[], ((() => void) | undefined)?, number?]>([
    ['is settled again for the payer who comes back, when it never arrived', ['lost_before']],
    [
      'stays pending while it sits in the mempool, however often it is asked for',
      ['in_mempool', 'in_mempool', 'lost_before'],
      mine,
    ],
    [
      'stays pending when the second attempt finds nobody to settle: the first may still arrive',
      ['in_mempool', 'unavailable'],
      mine,
    ],
    [
      'is found on a chain whose clock is behind ours by less than a minute',
      ['lost_after'],
      undefined,
      59_000,
    ],
    ['is what a facilitator that breaks its promise never to reject leaves behind', ['rejects']],
  ])('%s', async (_name, faults, happen = () => {}, behindMs = 0) => {
    stage.shop.world.nowMs = () => Date.now() - behindMs;
    stage.shop.world.settleFaults.push(...faults);
    const payment = await sign(stage.shop);
    for (const _ of faults) {
      expect(await stage.shop.buy(payment)).toMatchObject(pending);
      expect(await stage.storage.ledger.countByState()).toMatchObject({ unknown: 1 });
    }
    happen();
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 1));
    expect(stage.shop.computed()).toBe(1);
    expect([stage.shop.world.transactions(), stage.shop.world.received()]).toEqual([1, CENT]);
  });

  it('is cleared up by the reconciler, and the answer is there for who comes back', async () => {
    stage.shop.world.settleFaults.push('lost_after');
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toMatchObject(pending);
    await stage.shop.reconciler.runOnce();
    expect(stage.shop.counts.resolved).toBe(1);
    expect(await stage.storage.ledger.countByState()).toMatchObject({ unknown: 0, settled: 1 });
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 1));
  });

  it('is forgotten by the reconciler when it was cancelled, or when its time is over', async () => {
    let nowMs = Date.now();
    stage.shop.world.nowMs = () => nowMs;
    using later = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
    stage.shop.world.settleFaults.push('lost_before', 'lost_before');
    const [cancelled, expired] = [await sign(stage.shop), await sign(stage.shop)];
    await later.buy(cancelled, { request: 'one' });
    await later.buy(expired, { request: 'two' });
    stage.shop.world.cancel(check(cancelled, stage.shop.offer));
    await later.reconciler.runOnce();
    expect(await stage.storage.ledger.countByState()).toMatchObject({ unknown: 1, settled: 0 });
    nowMs += 3_600_000;
    await later.reconciler.runOnce();
    const none = { reserved: 0, settling: 0, unknown: 0, settled: 0 };
    expect(await stage.storage.ledger.countByState()).toEqual(none);
    expect(stage.shop.world.received()).toBe(0n);
  });

  it('is left alone while the chain cannot be asked: silence is no answer', async () => {
    stage.shop.world.settleFaults.push('lost_after');
    const payment = await sign(stage.shop);
    await stage.shop.buy(payment);
    stage.shop.world.nodeDown = true;
    await stage.shop.reconciler.runOnce();
    expect(await stage.storage.ledger.countByState()).toMatchObject({ unknown: 1 });
    stage.shop.world.nodeDown = false;
    await expect
      .poll(async () => {
        await stage.shop.reconciler.runOnce();
        return (await stage.storage.ledger.countByState()).settled;
      }, POLL)
      .toBe(1);
  });

  it('is what a failed settlement counts as while the chain cannot be asked', async () => {
    const payment = await sign(stage.shop);
    const compute = async () => {
      stage.shop.world.cancel(check(payment, stage.shop.offer));
      stage.shop.world.nodeDown = true;
      return { body: {}, charge: true };
    };
    expect(await stage.shop.buy(payment, { compute })).toMatchObject(pending);
  });

  it('is what "already used" counts as while the node shows nothing of it', async () => {
    const { world, offer } = stage.shop;
    const { findEvidence } = world.chain;
    const payment = await sign(stage.shop);
    world.beforeSettle = async () => void world.broadcast(check(payment, offer));
    world.chain.findEvidence = async () => ({ kind: 'open' });
    expect(await stage.shop.buy(payment)).toMatchObject(pending);
    world.chain.findEvidence = findEvidence;
    expect(await stage.shop.buy(payment)).toMatchObject(charged);
    expect(world.received()).toBe(CENT);
  });

  it('is not paid for twice: a new payment for the same request gets the answer of the first', async () => {
    stage.shop.world.settleFaults.push('in_mempool', 'in_mempool');
    await stage.shop.buy(await sign(stage.shop));
    const second = await sign(stage.shop);
    expect(await stage.shop.buy(second)).toMatchObject(pending);
    stage.shop.world.mine();
    expect(await stage.shop.buy(second)).toMatchObject(paidBefore(1, 1));
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(paidBefore(1, 1));
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('is settled after all for a payer who comes back with a new payment, which is not taken', async () => {
    stage.shop.world.settleFaults.push('lost_before');
    const first = await sign(stage.shop);
    await stage.shop.buy(first);
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(paidBefore(1, 1));
    expect(stage.shop.computed()).toBe(1);
    expect(stage.shop.world.received()).toBe(CENT);
    const { nonce } = first.payload.authorization;
    const row = await stage.storage.ledger.find({ payer: wallet.address.toLowerCase(), nonce });
    expect(row).toMatchObject({ state: 'settled' });
  });

  it('is never taken for void while the node does not show what spent it, and is found by its own transaction', async () => {
    let nowMs = Date.now();
    stage.shop.world.nowMs = () => nowMs;
    using shop = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
    shop.world.hidesEvents = true;
    shop.world.settleFaults.push('lost_after', 'lost_after');
    const payment = await sign(shop);
    expect(await shop.buy(payment)).toMatchObject(pending);
    nowMs += 3_600_000;
    await shop.reconciler.runOnce();
    expect(await shop.buy(payment)).toMatchObject(pending);
    const another = await sign(shop, { validBefore: String(Math.ceil(nowMs / 1_000) + 120) });
    expect(await shop.buy(another)).toMatchObject(pending);
    shop.world.hidesEvents = false;
    expect(await shop.buy(payment)).toMatchObject(settledWith(1, 1));
    expect(shop.world.received()).toBe(CENT);
    const inJournal: object[] = [];
    for await (const entry of stage.storage.sales.list({ fromMs: 0, toMs: nowMs + 1 })) inJournal.push(entry);
    expect(inJournal).toHaveLength(1);
  });

  it('holds up neither another request of this payer nor the same request of another', async () => {
    stage.shop.world.settleFaults.push('in_mempool');
    await stage.shop.buy(await sign(stage.shop));
    expect(await stage.shop.buy(await sign(stage.shop), { request: 'another' })).toMatchObject(charged);
    const other = newWallet();
    stage.shop.world.fund(other.address, CENT);
    expect(await stage.shop.buy(await signPayment(other, stage.shop.offer))).toMatchObject(charged);
  });
});
