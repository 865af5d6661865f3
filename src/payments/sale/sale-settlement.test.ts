import { describe, expect, it } from 'vitest';
import { check } from '../../../test/payments/checked.ts';
import { openShop } from '../../../test/payments/selling.ts';
import { simulateChain } from '../../../test/payments/simulated-chain.ts';
import {
  CENT,
  challenge,
  charged,
  computing,
  limitedBy,
  notSettled,
  paidBefore,
  setStage,
  settledWith,
  sign,
  unavailable,
  used,
  wallet,
} from '../../../test/payments/stage.ts';
import { newWallet, signPayment } from '../../../test/payments/wallet.ts';
import { openSqliteStorage } from '../../storage/sqlite/open-sqlite-storage.ts';

const stage = setStage();

describe('a settlement that fails for certain', () => {
  it('takes nothing, and the payment can be used again', async () => {
    stage.shop.world.settleFaults.push('revert');
    const payment = await sign(stage.shop);
    const bought = await stage.shop.buy(payment, { requestId: 'in vain' });
    expect(bought).toMatchObject({ ...notSettled('settlement_failed'), requestId: 'in vain' });
    expect(await stage.storage.sales.listFailed()).toMatchObject([
      { product: '/v1/decode', amount: CENT, reason: 'settlement_failed', requestId: 'in vain' },
    ]);
    expect(stage.shop.world.received()).toBe(0n);
    expect(await stage.shop.buy(payment)).toMatchObject(charged);
  });

  it('says that the wallet was emptied while we computed', async () => {
    const compute = computing(() => stage.shop.world.drain(wallet.address));
    const bought = await stage.shop.buy(await sign(stage.shop), { compute });
    expect(bought).toMatchObject(notSettled('insufficient_funds'));
  });

  it('says that the payer cancelled while we computed, for a spent nonce is no proof of payment', async () => {
    const payment = await sign(stage.shop);
    const compute = computing(() => stage.shop.world.cancel(check(payment, stage.shop.offer)));
    expect(await stage.shop.buy(payment, { compute })).toMatchObject(notSettled('payment_already_used'));
    expect(await stage.shop.buy(payment)).toEqual(used);
  });

  it('says that the authorization has expired while we computed, and takes nothing', async () => {
    let nowMs = Date.now();
    using shop = openShop(stage.storage, { world: simulateChain(() => nowMs), nowMs: () => nowMs });
    shop.world.fund(wallet.address, CENT);
    const payment = await sign(shop);
    const compute = computing(() => (nowMs += 121_000));
    expect(await shop.buy(payment, { compute })).toMatchObject(notSettled('payment_expired'));
    expect(await shop.buy(payment)).toEqual(challenge('payment_expired'));
    expect(shop.world.received()).toBe(0n);
  });

  it('is no failure where somebody else has broadcast the payment: we are paid', async () => {
    const payment = await sign(stage.shop);
    const compute = computing(() => stage.shop.world.broadcast(check(payment, stage.shop.offer)), {
      answer: 1,
    });
    expect(await stage.shop.buy(payment, { compute })).toMatchObject(settledWith(1, 1));
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('serves a payment that was broadcast before we were asked, once', async () => {
    const payment = await sign(stage.shop);
    stage.shop.world.broadcast(check(payment, stage.shop.offer));
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 1));
    expect(stage.shop.world.counts.settled).toBe(0);
    expect(await stage.shop.buy(payment, { request: 'another' })).toMatchObject(used);
  });

  it.each([
    [14, settledWith(1, 1)],
    [16, used],
  ])('asks of one that was broadcast before how long ago that was: %i minutes', async (minutes, outcome) => {
    let nowMs = Date.now();
    await stage.storage.ledger.begin({ atMs: 0, block: 0 });
    using shop = openShop(stage.storage, { nowMs: () => nowMs });
    shop.world.nowMs = () => nowMs;
    shop.world.fund(wallet.address, CENT);
    const payment = await sign(shop, { validBefore: String(Math.floor(nowMs / 1_000) + 3_600) });
    shop.world.broadcast(check(payment, shop.offer));
    nowMs += minutes * 60_000;
    expect(await shop.buy(payment)).toMatchObject(outcome);
  });

  it('buys nothing at a ledger that began after it was settled, as after a restore', async () => {
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toMatchObject(charged);
    await using empty = await openSqliteStorage({ file: `${stage.file}.new` });
    using restored = openShop(empty, { world: stage.shop.world });
    const used = { kind: 'challenge', reason: 'payment_already_used' };
    expect(await restored.buy(payment, { request: 'another' })).toEqual(used);
    expect(await restored.buy(payment)).toEqual(used);
    expect(restored.computed()).toBe(0);
  });

  it('serves a payment that was broadcast while the service was down', async () => {
    const payment = await sign(stage.shop);
    await stage.storage.ledger.begin({ atMs: 0, block: 0 });
    stage.shop[Symbol.dispose]();
    stage.shop.world.broadcast(check(payment, stage.shop.offer));
    using again = openShop(stage.storage, { world: stage.shop.world });
    expect(await again.buy(payment)).toMatchObject(settledWith(1, 1));
  });

  it('pays for one answer where somebody has broadcast a payment for a request that was paid before', async () => {
    await stage.shop.buy(await sign(stage.shop));
    const payment = await sign(stage.shop);
    stage.shop.world.broadcast(check(payment, stage.shop.offer));
    const again = await stage.shop.buy(payment);
    expect(again).toMatchObject(paidBefore(1, 1));
    expect(again).not.toHaveProperty('receipt');
    expect(await stage.shop.buy(payment, { request: 'another' })).toMatchObject(settledWith(2, 2));
    expect(await stage.shop.buy(payment, { request: 'a third' })).toMatchObject(used);
  });

  it.each(['revert', 'blame'] as const)(
    'slows nobody down where the facilitator fails (%s) and the chain shows no reason for it',
    async (fault) => {
      for (let index = 0; index < 4; index++) {
        stage.shop.world.settleFaults.push(fault);
        expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject({ kind: 'challenge' });
      }
      expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(charged);
    },
  );

  it('slows a payer down whose own code makes settlements fail', async () => {
    for (let index = 0; index < 3; index++) {
      stage.shop.world.settleFaults.push('own_code');
      expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject({ kind: 'challenge' });
    }
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(limitedBy('failed_settlements'));
  });

  it('is not tried where a signature is refused that is the payer’s own: their code wants another, or the refusal is wrong', async () => {
    stage.shop.world.doubtsSignatures = true;
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(unavailable);
    stage.shop.world.smartWallets.set(wallet.address.toLowerCase(), () => false);
    expect(await stage.shop.buy(await sign(stage.shop))).toEqual({
      kind: 'challenge',
      reason: 'invalid_signature',
    });
  });

  it('is only unavailable where the request to settle never left', async () => {
    stage.shop.world.settleFaults.push('unavailable');
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toMatchObject(unavailable);
    expect(await stage.shop.buy(payment)).toMatchObject(charged);
  });

  it('slows down a payer of whom it happens again and again, but not what he has bought', async () => {
    const bought = await sign(stage.shop);
    await stage.shop.buy(bought);
    for (let index = 0; index < 3; index++) {
      const compute = computing(() => stage.shop.world.drain(wallet.address));
      const request = `request ${index}`;
      const refused = await stage.shop.buy(await sign(stage.shop), { request, compute });
      expect(refused.kind).toBe('challenge');
      stage.shop.world.fund(wallet.address, 100n * CENT);
    }
    const slowed = await stage.shop.buy(await sign(stage.shop), { request: 'another' });
    expect(slowed).toMatchObject(limitedBy('failed_settlements'));
    expect(slowed).toMatchObject({ failure: { retryAfterSeconds: expect.closeTo(300, -3) } });
    expect(await stage.shop.buy(bought)).toMatchObject(charged);
    const other = newWallet();
    stage.shop.world.fund(other.address, CENT);
    expect(await stage.shop.buy(await signPayment(other, stage.shop.offer))).toMatchObject(charged);
  });
});
