import { describe, expect, it } from 'vitest';
import { openShop } from '../../test/payments/selling.ts';
import { CENT, setStage, settledWith, sign, until } from '../../test/payments/stage.ts';
import { inCapitals } from '../../test/payments/wallet.ts';
import { Overloaded } from '../failures/overloaded.ts';

const stage = setStage();

describe('the same payment again', () => {
  it('gets the same answer for the identical request, without a second charge', async () => {
    const payment = await sign(stage.shop);
    await stage.shop.buy(payment);
    expect(await stage.shop.buy(payment)).toMatchObject({ ...settledWith(1, 1), replayed: true });
    expect(stage.shop.computed()).toBe(1);
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('gets nothing for another request', async () => {
    const payment = await sign(stage.shop);
    await stage.shop.buy(payment);
    expect(await stage.shop.buy(payment, { request: 'another' })).toEqual({
      kind: 'challenge',
      reason: 'payment_already_used',
    });
  });

  it('gets nothing for another request while the first one runs', async () => {
    const payment = await sign(stage.shop);
    const { promise, resolve } = Promise.withResolvers<{ body: object; charge: boolean }>();
    const first = stage.shop.buy(payment, { compute: () => promise });
    await until(() => stage.shop.computed() === 1);
    expect(await stage.shop.buy(payment, { request: 'another' })).toMatchObject({
      reason: 'payment_already_used',
    });
    resolve({ body: {}, charge: true });
    expect(await first).toMatchObject({ kind: 'settled' });
  });

  it('is the same in other letter case', async () => {
    const payment = await sign(stage.shop);
    await stage.shop.buy(payment);
    expect(await stage.shop.buy(inCapitals(payment))).toMatchObject({ kind: 'settled', replayed: true });
    expect(stage.shop.world.transactions()).toBe(1);
  });

  it('is served so many times and no more', async () => {
    const payment = await sign(stage.shop);
    for (let index = 0; index <= 20; index++) {
      expect(await stage.shop.buy(payment)).toMatchObject({ kind: 'settled' });
    }
    expect(await stage.shop.buy(payment)).toEqual({ kind: 'challenge', reason: 'payment_already_used' });
  });

  it('is refused once the answer has had its time, and still fetches it after the authorization has expired', async () => {
    let nowMs = Date.now();
    using later = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
    const payment = await sign(stage.shop);
    await later.buy(payment);
    nowMs += 590_000;
    expect(await later.buy(payment)).toMatchObject({ ...settledWith(1, 1), replayed: true });
    nowMs += 11_000;
    expect(await later.buy(payment)).toEqual({ kind: 'challenge', reason: 'payment_already_used' });
    expect(await later.buy(payment, { request: 'another' })).toMatchObject({
      reason: 'payment_already_used',
    });
    await stage.storage.purge(nowMs);
    expect(await later.buy(payment)).toEqual({ kind: 'challenge', reason: 'payment_already_used' });
  });

  it('is expired where it has bought nothing', async () => {
    let nowMs = Date.now();
    using later = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
    const payment = await sign(stage.shop);
    nowMs += 3_600_000;
    expect(await later.buy(payment)).toEqual({ kind: 'challenge', reason: 'payment_expired' });
  });

  it.for(['this instance', 'another instance'] as const)(
    'waits for its answer also when it has expired while %s works on it',
    async (where) => {
      let nowMs = Date.now();
      using first = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
      using other = openShop(stage.storage, {
        world: stage.shop.world,
        nowMs: () => nowMs,
        claimMs: 600_000,
      });
      const payment = await sign(stage.shop);
      const { promise, resolve } = Promise.withResolvers<{ body: object; charge: boolean }>();
      const working = where === 'this instance' ? first : other;
      const waiting = working.buy(payment, { compute: () => promise });
      await until(() => working.computed() === 1);
      nowMs += 110_000;
      const again = first.buy(payment);
      resolve({ body: { answer: 'late' }, charge: true });
      expect(await waiting).toMatchObject({ kind: 'settled' });
      expect(await again).toMatchObject({ kind: 'settled', body: { answer: 'late' } });
      expect(stage.shop.world.transactions()).toBe(1);
    },
  );

  it('with ten identical requests at once is computed and settled once, for ten answers', async () => {
    const payment = await sign(stage.shop);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => stage.shop.buy(payment)));
    for (const outcome of outcomes) expect(outcome).toMatchObject(settledWith(1, 1));
    expect(stage.shop.computed()).toBe(1);
    expect(stage.shop.world.counts.settled).toBe(1);
    expect(stage.shop.counts.joined).toBe(9);
  });

  it('with ten different requests at once is served one of them', async () => {
    const payment = await sign(stage.shop);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => stage.shop.buy(payment, { request: `request ${index}` })),
    );
    expect(outcomes.filter(({ kind }) => kind === 'settled')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.kind === 'challenge')).toHaveLength(9);
    expect(stage.shop.computed()).toBe(1);
  });

  it('waits for another instance that works on it', async () => {
    using other = openShop(stage.storage, { world: stage.shop.world });
    const payment = await sign(stage.shop);
    const { promise, resolve } = Promise.withResolvers<{ body: object; charge: boolean }>();
    const first = stage.shop.buy(payment, { compute: () => promise });
    await until(() => stage.shop.computed() === 1);
    const second = other.buy(payment);
    resolve({ body: { answer: 'of the first' }, charge: true });
    expect(await first).toMatchObject({ kind: 'settled', replayed: false });
    expect(await second).toMatchObject({ kind: 'settled', body: { answer: 'of the first' }, replayed: true });
    expect(other.computed()).toBe(0);
    expect(stage.shop.world.transactions()).toBe(1);
  });

  it('goes on by itself where the other instance released it', async () => {
    using other = openShop(stage.storage, { world: stage.shop.world });
    const payment = await sign(stage.shop);
    const { promise, reject } = Promise.withResolvers<never>();
    const first = stage.shop.buy(payment, { compute: () => promise });
    await until(() => stage.shop.computed() === 1);
    const second = other.buy(payment);
    reject(new Overloaded());
    expect(await first).toMatchObject({ kind: 'failure' });
    expect(await second).toMatchObject({ kind: 'settled', replayed: false });
    expect(other.computed()).toBe(1);
  });
});

describe('a payment identifier', () => {
  const named = async (id: string) => ({
    ...(await sign(stage.shop)),
    extensions: { 'payment-identifier': { info: { required: false, id }, schema: {} } },
  });
  const ID = 'order_1234567890abcdef';

  it('lets a client repeat a request with a new payment, which is not taken', async () => {
    await stage.shop.buy(await named(ID));
    expect(await stage.shop.buy(await named(ID))).toMatchObject({ ...settledWith(1, 1), replayed: true });
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('is a conflict with another request', async () => {
    await stage.shop.buy(await named(ID));
    expect(await stage.shop.buy(await named(ID), { request: 'another' })).toEqual({ kind: 'conflict' });
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('is needed to get the answer of a payment again that carried it', async () => {
    const payment = await named(ID);
    await stage.shop.buy(payment);
    const { extensions: _, ...stolen } = payment;
    expect(await stage.shop.buy(stolen)).toEqual({ kind: 'challenge', reason: 'payment_already_used' });
    expect(await stage.shop.buy(payment)).toMatchObject({ kind: 'settled', replayed: true });
  });

  it('joins two payments that come at once', async () => {
    const outcomes = await Promise.all([stage.shop.buy(await named(ID)), stage.shop.buy(await named(ID))]);
    for (const outcome of outcomes) expect(outcome).toMatchObject(settledWith(1, 1));
    expect(stage.shop.computed()).toBe(1);
  });
});
