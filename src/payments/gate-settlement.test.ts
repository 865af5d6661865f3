import { describe, expect, it } from 'vitest';
import { check } from '../../test/payments/checked.ts';
import { openShop } from '../../test/payments/selling.ts';
import { simulateChain } from '../../test/payments/simulated-chain.ts';
import { CENT, POLL, setStage, settledWith, sign, wallet } from '../../test/payments/stage.ts';
import { newWallet, signPayment } from '../../test/payments/wallet.ts';

const stage = setStage();

describe('a settlement that fails for certain', () => {
  it('takes nothing, and the payment can be used again', async () => {
    stage.shop.world.settleFaults.push('revert');
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toMatchObject({ kind: 'failed', reason: 'settlement_failed' });
    expect(stage.shop.world.received()).toBe(0n);
    expect(await stage.shop.buy(payment)).toMatchObject({ kind: 'settled' });
  });

  it('says that the wallet was emptied while we computed', async () => {
    const compute = async () => {
      stage.shop.world.drain(wallet.address);
      return { body: {}, charge: true };
    };
    expect(await stage.shop.buy(await sign(stage.shop), { compute })).toMatchObject({
      kind: 'failed',
      reason: 'insufficient_funds',
    });
  });

  it('says that the payer cancelled while we computed, for a spent nonce is no proof of payment', async () => {
    const payment = await sign(stage.shop);
    const compute = async () => {
      stage.shop.world.cancel(check(payment, stage.shop.offer));
      return { body: {}, charge: true };
    };
    expect(await stage.shop.buy(payment, { compute })).toMatchObject({
      kind: 'failed',
      reason: 'payment_already_used',
    });
    expect(await stage.shop.buy(payment)).toEqual({ kind: 'challenge', reason: 'payment_already_used' });
  });

  it('says that the authorization has expired while we computed, and takes nothing', async () => {
    let nowMs = Date.now();
    using shop = openShop(stage.storage, { world: simulateChain(() => nowMs), nowMs: () => nowMs });
    shop.world.fund(wallet.address, CENT);
    const payment = await sign(shop);
    const compute = async () => {
      nowMs += 121_000;
      return { body: {}, charge: true };
    };
    const expired = { reason: 'payment_expired' };
    expect(await shop.buy(payment, { compute })).toMatchObject({ kind: 'failed', ...expired });
    expect(await shop.buy(payment)).toEqual({ kind: 'challenge', ...expired });
    expect(shop.world.received()).toBe(0n);
  });

  it('is no failure where somebody else has broadcast the payment: we are paid', async () => {
    const payment = await sign(stage.shop);
    const compute = async () => {
      stage.shop.world.broadcast(check(payment, stage.shop.offer));
      return { body: { answer: 1 }, charge: true };
    };
    expect(await stage.shop.buy(payment, { compute })).toMatchObject(settledWith(1, 1));
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('serves a payment that was broadcast before we were asked, once', async () => {
    const payment = await sign(stage.shop);
    stage.shop.world.broadcast(check(payment, stage.shop.offer));
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 1));
    expect(stage.shop.world.counts.settled).toBe(0);
    expect(await stage.shop.buy(payment, { request: 'another' })).toMatchObject({
      reason: 'payment_already_used',
    });
  });

  it('is only unavailable where the request to settle never left', async () => {
    stage.shop.world.settleFaults.push('unavailable');
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toMatchObject({ kind: 'unavailable' });
    expect(await stage.shop.buy(payment)).toMatchObject({ kind: 'settled' });
  });

  it('slows down a payer of whom it happens again and again, but not what he has bought', async () => {
    const bought = await sign(stage.shop);
    await stage.shop.buy(bought);
    for (let index = 0; index < 3; index++) {
      stage.shop.world.settleFaults.push('revert');
      await stage.shop.buy(await sign(stage.shop));
    }
    const slowed = await stage.shop.buy(await sign(stage.shop));
    expect(slowed.kind).toBe('slowed');
    if (slowed.kind === 'slowed') expect(slowed.retryAfterSeconds).toBeGreaterThan(0);
    expect(await stage.shop.buy(bought)).toMatchObject({ kind: 'settled', replayed: true });
    const other = newWallet();
    stage.shop.world.fund(other.address, CENT);
    expect(await stage.shop.buy(await signPayment(other, stage.shop.offer))).toMatchObject({
      kind: 'settled',
    });
  });
});

describe('a settlement whose outcome is lost', () => {
  it('is pending, and the identical retry gets the kept answer once the chain shows it', async () => {
    stage.shop.world.settleFaults.push('in_mempool');
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toMatchObject({
      kind: 'pending',
      transaction: `0x${'e'.repeat(64)}`,
    });
    stage.shop.world.mine();
    expect(await stage.shop.buy(payment)).toMatchObject({ ...settledWith(1, 1), replayed: true });
    expect(stage.shop.computed()).toBe(1);
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('is settled again for the payer who comes back, when it never arrived', async () => {
    stage.shop.world.settleFaults.push('lost_before');
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toMatchObject({ kind: 'pending' });
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 1));
    expect(stage.shop.computed()).toBe(1);
    expect(stage.shop.world.transactions()).toBe(1);
  });

  it('stays pending while it sits in the mempool, however often it is asked for', async () => {
    stage.shop.world.settleFaults.push('in_mempool', 'in_mempool', 'lost_before');
    const payment = await sign(stage.shop);
    for (let index = 0; index < 3; index++)
      expect(await stage.shop.buy(payment)).toMatchObject({ kind: 'pending' });
    stage.shop.world.mine();
    expect(await stage.shop.buy(payment)).toMatchObject({ kind: 'settled' });
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('is cleared up by the reconciler, and the answer is there for who comes back', async () => {
    stage.shop.world.settleFaults.push('lost_after');
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toMatchObject({ kind: 'pending' });
    await stage.shop.reconciler.runOnce();
    expect(stage.shop.counts.resolved).toBe(1);
    expect(await stage.storage.ledger.countByState()).toMatchObject({ unknown: 0, settled: 1 });
    expect(await stage.shop.buy(payment)).toMatchObject({ ...settledWith(1, 1), replayed: true });
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
    expect(await stage.storage.ledger.countByState()).toEqual({
      reserved: 0,
      settling: 0,
      unknown: 0,
      settled: 0,
    });
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
    expect(await stage.shop.buy(payment, { compute })).toMatchObject({ kind: 'pending' });
  });

  it('is what a facilitator that breaks its promise never to reject leaves behind', async () => {
    stage.shop.world.settleFaults.push('rejects');
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toMatchObject({ kind: 'pending' });
    expect(await stage.shop.buy(payment)).toMatchObject({ kind: 'settled' });
  });

  it('is not paid for twice: a new payment for the same request gets the answer of the first', async () => {
    stage.shop.world.settleFaults.push('in_mempool', 'in_mempool');
    await stage.shop.buy(await sign(stage.shop));
    const second = await sign(stage.shop);
    expect(await stage.shop.buy(second)).toMatchObject({ kind: 'pending' });
    stage.shop.world.mine();
    expect(await stage.shop.buy(second)).toMatchObject({ ...settledWith(1, 1), replayed: true });
    expect(stage.shop.world.received()).toBe(CENT);
    // What was owed was given: the next payment buys anew.
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(settledWith(2, 2));
    expect(stage.shop.world.received()).toBe(2n * CENT);
  });

  it('is settled after all for a payer who comes back with a new payment, which is not taken', async () => {
    stage.shop.world.settleFaults.push('lost_before');
    const first = await sign(stage.shop);
    await stage.shop.buy(first);
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject({
      ...settledWith(1, 1),
      replayed: true,
    });
    expect(stage.shop.computed()).toBe(1);
    expect(stage.shop.world.received()).toBe(CENT);
    expect(
      await stage.storage.ledger.find({
        payer: wallet.address.toLowerCase(),
        nonce: first.payload.authorization.nonce,
      }),
    ).toMatchObject({ state: 'settled' });
  });

  it('does not get in the way of what another payment has bought itself', async () => {
    const own = await sign(stage.shop);
    await stage.shop.buy(own);
    stage.shop.world.settleFaults.push('lost_after');
    await stage.shop.buy(await sign(stage.shop));
    await stage.shop.reconciler.runOnce();
    expect(await stage.shop.buy(own)).toMatchObject(settledWith(1, 1));
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(settledWith(2, 2));
  });

  it('holds up neither another request of this payer nor the same request of another', async () => {
    stage.shop.world.settleFaults.push('in_mempool');
    await stage.shop.buy(await sign(stage.shop));
    expect(await stage.shop.buy(await sign(stage.shop), { request: 'another' })).toMatchObject({
      kind: 'settled',
    });
    const other = newWallet();
    stage.shop.world.fund(other.address, CENT);
    expect(await stage.shop.buy(await signPayment(other, stage.shop.offer))).toMatchObject({
      kind: 'settled',
    });
  });
});
