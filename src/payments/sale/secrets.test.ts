import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { check } from '../../../test/payments/checked.ts';
import { openShop, SECRET, type Shop } from '../../../test/payments/selling.ts';
import {
  CENT,
  challenge,
  charged,
  paidBefore,
  pending,
  setStage,
  settledWith,
  sign,
  until,
  used,
  wallet,
} from '../../../test/payments/stage.ts';
import { asHex } from '../evm/encoding.ts';

const stage = setStage();
const MINUTE = 60_000;
const OTHER = 'another secret of thirty-two characters!';
const unreadable = {
  kind: 'failure',
  failure: { code: 'answer_unreadable', details: { payment: { state: 'settled' } } },
};
const named = async (shop: Shop, bent = {}) => ({
  ...(await sign(shop, bent)),
  extensions: { 'payment-identifier': { info: { id: 'order_1234567890abcdef' } } },
});
/** By the wallet itself, without a payment. */
const fetchKept = ({ sale }: Shop, resource = '/v1/decode') =>
  sale.fetchKept(asHex(wallet.address.toLowerCase()), {
    resource,
    text: 'GET /v1/decode?vin=1',
    compute: () => Promise.reject(new Error('Nothing is computed for who signs in')),
  });

let aheadMs: number;
/** An instance on the same storage and chain. */
const open = (options: Parameters<typeof openShop>[1]) =>
  openShop(stage.storage, { world: stage.shop.world, nowMs: () => Date.now() + aheadMs, ...options });
beforeEach(() => {
  aheadMs = 0;
});

describe('with a former secret beside the new one', () => {
  const change = () => open({ secret: OTHER, formerSecrets: ['a secret of long ago', SECRET] });

  it('a payment and its payer get what was sold under it', async () => {
    const payment = await named(stage.shop);
    await stage.shop.buy(payment);
    using changed = change();
    expect(await changed.buy(payment)).toMatchObject(settledWith(1, 1));
    expect(await changed.buy(payment, { request: 'another' })).toEqual(used);
    expect(await changed.buy(await sign(changed))).toMatchObject(paidBefore(1, 1));
    expect(await changed.buy(await named(changed), { request: 'another' })).toMatchObject({
      failure: { code: 'payment_identifier_conflict' },
    });
    expect(await fetchKept(changed)).toMatchObject(paidBefore(1, 1));
    expect([changed.computed(), stage.shop.world.received()]).toEqual([0, CENT]);
  });

  it('a request is sold again when its answer has had its time', async () => {
    await stage.shop.buy(await named(stage.shop));
    aheadMs = 10 * MINUTE;
    using changed = change();
    expect(await changed.buy(await named(changed, { validBefore: '253402300799' }))).toMatchObject(charged);
  });

  it('a settlement that was lost or dropped is sent again', async () => {
    const { world } = stage.shop;
    const payment = await sign(stage.shop);
    await stage.shop.buy(payment);
    world.drop(check(payment, stage.shop.offer));
    world.settleFaults.push('lost_before');
    const lost = await sign(stage.shop);
    expect(await stage.shop.buy(lost, { request: 'another' })).toMatchObject(pending);
    using changed = change();
    await changed.reconciler.runOnce();
    expect(world.received()).toBe(CENT);
    expect(await changed.buy(lost, { request: 'another' })).toMatchObject(charged);
    expect(world.received()).toBe(2n * CENT);
  });
});

describe('what another secret has sold', () => {
  it('is said to be paid for, to its payment and its payer, until its time is over', async () => {
    const payment = await sign(stage.shop);
    await stage.shop.buy(payment);
    using changed = open({ secret: OTHER });
    expect(await changed.buy(payment)).toMatchObject(unreadable);
    expect(await fetchKept(changed)).toMatchObject(unreadable);
    expect(await fetchKept(changed, '/v1/recalls')).toMatchObject(challenge('payment_required'));
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 1));
    aheadMs = 10 * MINUTE;
    expect(await changed.buy(payment)).toEqual(used);
    expect([changed.computed(), stage.shop.world.received()]).toEqual([0, CENT]);
  });

  it('is waited for while it is under way', async () => {
    using changed = open({ secret: OTHER });
    const payment = await sign(stage.shop);
    const { promise, resolve } = Promise.withResolvers<{ body: object; charge: boolean }>();
    const first = stage.shop.buy(payment, { compute: () => promise });
    await until(() => stage.shop.computed() === 1);
    const second = changed.buy(payment);
    resolve({ body: {}, charge: true });
    expect([await first, await second]).toMatchObject([charged, unreadable]);
    expect(changed.computed()).toBe(0);
  });

  it('stays open where its settlement was lost or dropped, and keeps nobody else waiting', async () => {
    const { world } = stage.shop;
    const payment = await sign(stage.shop);
    await stage.shop.buy(payment);
    world.drop(check(payment, stage.shop.offer));
    using changed = open({ secret: OTHER });
    await changed.reconciler.runOnce();
    expect(await changed.buy(payment)).toMatchObject(pending);
    expect(await fetchKept(changed)).toMatchObject(pending);
    expect([changed.counts.unavailable, world.received()]).toEqual([0, 0n]);
    expect(await stage.shop.buy(payment)).toMatchObject(charged);
    expect(world.received()).toBe(CENT);
  });
});

it('what was kept in another form is said to be paid for, also to who shows the payment for another request', async () => {
  const payment = await sign(stage.shop);
  await stage.shop.buy(payment);
  using database = new DatabaseSync(stage.file);
  database.exec(`UPDATE payments SET form = 'later.' || form`);
  expect(await stage.shop.buy(payment)).toMatchObject(unreadable);
  expect(await stage.shop.buy(payment, { request: 'another' })).toMatchObject(unreadable);
});
