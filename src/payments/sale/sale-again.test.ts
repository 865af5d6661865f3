import { describe, expect, it } from 'vitest';
import { check } from '../../../test/payments/checked.ts';
import { openShop } from '../../../test/payments/selling.ts';
import {
  CENT,
  challenge,
  charged,
  POLL,
  paidBefore,
  setStage,
  settledWith,
  sign,
  until,
  used,
} from '../../../test/payments/stage.ts';
import { inCapitals } from '../../../test/payments/wallet.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { sleep } from '../../lib/clock.ts';

const stage = setStage();

describe('the same payment again', () => {
  it('gets the same answer for the identical request, without a second charge', async () => {
    const payment = await sign(stage.shop);
    await stage.shop.buy(payment);
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 1));
    expect(stage.shop.computed()).toBe(1);
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('has the request id of its first call, as in the books', async () => {
    const payment = await sign(stage.shop);
    const { promise, resolve } = Promise.withResolvers<{ body: object; charge: boolean }>();
    const first = stage.shop.buy(payment, { requestId: 'first', compute: () => promise });
    const joined = stage.shop.buy(payment, { requestId: 'joined' });
    await until(() => stage.shop.counts.joined === 1);
    resolve({ body: {}, charge: true });
    const again = async (next: object) => stage.shop.buy(next, { requestId: 'again' });
    const outcomes = [await first, await joined, await again(payment), await again(await sign(stage.shop))];
    expect(outcomes.map((outcome) => [outcome.kind, outcome.requestId])).toEqual(
      outcomes.map(() => ['answer', 'first']),
    );
    expect(await stage.storage.sales.find('first')).toMatchObject([{ amount: CENT }]);
    expect(await stage.storage.sales.find('again')).toEqual([]);
  });

  it('gets nothing for another request', async () => {
    const payment = await sign(stage.shop);
    await stage.shop.buy(payment);
    expect(await stage.shop.buy(payment, { request: 'another' })).toEqual(used);
  });

  it('gets nothing for what another payment bought', async () => {
    await stage.shop.buy(await sign(stage.shop));
    const payment = await sign(stage.shop);
    await stage.shop.buy(payment, { request: 'another' });
    expect(await stage.shop.buy(payment)).toEqual(used);
  });

  it('gets nothing for another request while the first one runs', async () => {
    const payment = await sign(stage.shop);
    const { promise, resolve } = Promise.withResolvers<{ body: object; charge: boolean }>();
    const first = stage.shop.buy(payment, { compute: () => promise });
    await until(() => stage.shop.computed() === 1);
    expect(await stage.shop.buy(payment, { request: 'another' })).toMatchObject(used);
    resolve({ body: {}, charge: true });
    expect(await first).toMatchObject(charged);
  });

  it('is the same in other letter case', async () => {
    const payment = await sign(stage.shop);
    await stage.shop.buy(payment);
    expect(await stage.shop.buy(inCapitals(payment))).toMatchObject(charged);
    expect(stage.shop.world.transactions()).toBe(1);
  });

  it('is served so many times and no more', async () => {
    const payment = await sign(stage.shop);
    for (let index = 0; index <= 20; index++) expect(await stage.shop.buy(payment)).toMatchObject(charged);
    expect(await stage.shop.buy(payment)).toEqual(used);
  });

  it('is served however often its payer fetched the answer by other payments', async () => {
    const payment = await sign(stage.shop);
    await stage.shop.buy(payment);
    for (let index = 0; index < 25; index++)
      expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(paidBefore(1, 1));
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 1));
  });

  it('does not count what did not arrive: a connection that breaks takes the hand-out back', async () => {
    const payment = await sign(stage.shop);
    const handOuts = async () => {
      const { payer, nonce } = check(payment, stage.shop.offer);
      return (await stage.storage.ledger.find({ payer, nonce }))?.handOuts;
    };
    for (let index = 0; index < 30; index++)
      expect(await stage.shop.buy(payment, { arrives: false })).toMatchObject(settledWith(1, 1));
    await expect.poll(handOuts, POLL).toBe(0);
    await stage.shop.buy(payment);
    await expect.poll(handOuts, POLL).toBe(1);
  });

  it('is refused once the answer has had its time, and still fetches it after the authorization has expired', async () => {
    let nowMs = Date.now();
    using later = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
    const payment = await sign(stage.shop);
    await later.buy(payment);
    nowMs += 590_000;
    expect(await later.buy(payment)).toMatchObject(settledWith(1, 1));
    nowMs += 11_000;
    expect(await later.buy(payment)).toEqual(used);
    expect(await later.buy(payment, { request: 'another' })).toMatchObject(used);
    await stage.storage.purge(nowMs);
    expect(await later.buy(payment)).toEqual(used);
  });

  it('is expired where it has bought nothing', async () => {
    let nowMs = Date.now();
    using later = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
    const payment = await sign(stage.shop);
    nowMs += 3_600_000;
    expect(await later.buy(payment)).toEqual(challenge('payment_expired'));
  });

  it.for(['this instance', 'another instance'] as const)(
    'waits for its answer also when it has expired while %s works on it',
    async (where) => {
      let nowMs = Date.now();
      using first = openShop(stage.storage, { world: stage.shop.world, nowMs: () => nowMs });
      const moved = { world: stage.shop.world, nowMs: () => nowMs };
      using other = openShop(stage.storage, { ...moved, claimMs: 600_000 });
      const payment = await sign(stage.shop);
      const { promise, resolve } = Promise.withResolvers<{ body: object; charge: boolean }>();
      const working = where === 'this instance' ? first : other;
      const waiting = working.buy(payment, { compute: () => promise });
      await until(() => working.computed() === 1);
      nowMs += 110_000;
      const again = first.buy(payment);
      resolve({ body: { answer: 'late' }, charge: true });
      expect(await waiting).toMatchObject(charged);
      expect(await again).toMatchObject({ ...charged, body: { answer: 'late' } });
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
    expect(outcomes.filter(({ kind }) => kind === 'answer')).toHaveLength(1);
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
    expect(await first).toMatchObject(charged);
    expect(await second).toMatchObject({ ...charged, body: { answer: 'of the first' } });
    expect(other.computed()).toBe(0);
    expect(stage.shop.world.transactions()).toBe(1);
  });

  it('gets nothing of what the payment bought instead, once the other instance released it', async () => {
    const { promise: released, resolve: goOn } = Promise.withResolvers<void>();
    let waits = 0;
    using waiting = openShop(stage.storage, {
      world: stage.shop.world,
      sleep(ms, signal) {
        if (ms > 1_000) return sleep(ms, signal);
        waits += 1;
        return released;
      },
    });
    const payment = await sign(stage.shop);
    const { promise, reject } = Promise.withResolvers<never>();
    const first = stage.shop.buy(payment, { compute: () => promise });
    await until(() => stage.shop.computed() === 1);
    const second = waiting.buy(payment);
    await until(() => waits === 1);
    reject(new ServiceError('overloaded'));
    await first;
    expect(await stage.shop.buy(payment, { request: 'another' })).toMatchObject(settledWith(2, 1));
    goOn();
    expect(await second).toEqual(used);
    expect(waiting.computed()).toBe(0);
  });

  it('goes on by itself where the other instance released it', async () => {
    using other = openShop(stage.storage, { world: stage.shop.world });
    const payment = await sign(stage.shop);
    const { promise, reject } = Promise.withResolvers<never>();
    const first = stage.shop.buy(payment, { compute: () => promise });
    await until(() => stage.shop.computed() === 1);
    const second = other.buy(payment);
    reject(new ServiceError('overloaded'));
    expect(await first).toMatchObject({ kind: 'failure' });
    expect(await second).toMatchObject(charged);
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
    expect(await stage.shop.buy(await named(ID))).toMatchObject(paidBefore(1, 1));
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('is a conflict with another request', async () => {
    await stage.shop.buy(await named(ID));
    const refused = await stage.shop.buy(await named(ID), { request: 'another' });
    const failure = { code: 'payment_identifier_conflict' };
    expect(refused).toMatchObject({ kind: 'failure', failure });
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('is needed to get the answer of a payment again that carried it', async () => {
    const payment = await named(ID);
    await stage.shop.buy(payment);
    const { extensions: _, ...stolen } = payment;
    expect(await stage.shop.buy(stolen)).toEqual(used);
    expect(await stage.shop.buy(payment)).toMatchObject(charged);
  });

  it('joins two payments that come at once', async () => {
    const outcomes = await Promise.all([stage.shop.buy(await named(ID)), stage.shop.buy(await named(ID))]);
    const taken = outcomes.map((outcome) => 'charged' in outcome && outcome.charged);
    expect(taken.toSorted()).toEqual([false, true]);
    expect(stage.shop.computed()).toBe(1);
  });
});
