import { describe, expect, it } from 'vitest';
import { check } from '../../../test/payments/checked.ts';
import { openShop } from '../../../test/payments/selling.ts';
import { CENT, charged, pending, setStage, settledWith, sign, until } from '../../../test/payments/stage.ts';
import { ServiceError } from '../../errors/service-error.ts';

const stage = setStage();

/** Holds the next settlement: `settling` resolves when it was reached, `goOn` lets it go on. */
function holdSettlement() {
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  const { promise: settling, resolve: reached } = Promise.withResolvers<void>();
  stage.shop.world.beforeSettle = () => {
    reached();
    return mayGoOn;
  };
  return { settling, goOn };
}

const untilLeft = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('a caller who leaves', () => {
  it('while it is computed ends the work and keeps his payment', async () => {
    const caller = new AbortController();
    const payment = await sign(stage.shop);
    const first = stage.shop.buy(payment, { signal: caller.signal, compute: untilLeft });
    await until(() => stage.shop.computed() === 1);
    caller.abort();
    expect(await first).toEqual({ kind: 'gone' });
    expect(await stage.shop.buy(payment)).toMatchObject(charged);
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('does not end the work for those who joined him', async () => {
    const caller = new AbortController();
    const payment = await sign(stage.shop);
    const { promise, resolve } = Promise.withResolvers<{ body: object; charge: boolean }>();
    const first = stage.shop.buy(payment, { signal: caller.signal, compute: () => promise });
    const second = stage.shop.buy(payment);
    await until(() => stage.shop.computed() === 1);
    caller.abort();
    expect(await first).toEqual({ kind: 'gone' });
    resolve({ body: {}, charge: true });
    expect(await second).toMatchObject(charged);
    expect(stage.shop.computed()).toBe(1);
  });

  it('while it is settled gets the answer when he comes back, with the same payment or a new one', async () => {
    for (const comesBackWith of ['same', 'new']) {
      const caller = new AbortController();
      const { settling, goOn } = holdSettlement();
      const payment = await sign(stage.shop);
      const request = `request ${comesBackWith}`;
      const first = stage.shop.buy(payment, { signal: caller.signal, request });
      await settling;
      caller.abort();
      expect(await first).toMatchObject(pending);
      stage.shop.world.beforeSettle = async () => {};
      const before = stage.shop.world.transactions();
      const back = stage.shop.buy(comesBackWith === 'same' ? payment : await sign(stage.shop), { request });
      goOn();
      expect(await back).toMatchObject({ kind: 'answer', charged: comesBackWith === 'same' });
      expect(stage.shop.world.transactions()).toBe(before + 1);
    }
    expect(stage.shop.computed()).toBe(2);
  });

  it('by a deadline gets that as answer, or that the settlement is pending', async () => {
    const deadline = new AbortController();
    const failure = new ServiceError('overloaded');
    const payment = await sign(stage.shop);
    const first = stage.shop.buy(payment, { signal: deadline.signal, compute: untilLeft });
    await until(() => stage.shop.computed() === 1);
    deadline.abort(failure);
    expect(await first).toEqual({ kind: 'failure', failure });
  });
});

describe('a service that ends', () => {
  it('can wait for a settlement whose caller has left, so that it is noted', async () => {
    const caller = new AbortController();
    const { settling, goOn } = holdSettlement();
    const left = stage.shop.buy(await sign(stage.shop), { signal: caller.signal });
    await settling;
    caller.abort();
    await left;
    const idle = stage.shop.sale.idle();
    goOn();
    await idle;
    expect(await stage.storage.ledger.countByState()).toMatchObject({ settled: 1, settling: 0 });
    await stage.shop.sale.idle();
  });
});

describe('a process that dies', () => {
  const never = new Promise<never>(() => {});
  /** Gets as far as computing or settling and is not heard of any more. */
  const dieWhile = async (doing: 'computing' | 'settling', payment: object) => {
    using dying = openShop(stage.storage, { world: stage.shop.world, claimMs: 200 });
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const stop = () => {
      reach();
      return never;
    };
    if (doing === 'settling') stage.shop.world.beforeSettle = stop;
    void dying.buy(payment, {
      compute: () =>
        doing === 'computing' ? stop() : Promise.resolve({ body: { answer: 'kept' }, charge: true }),
    });
    await reached;
    stage.shop.world.beforeSettle = async () => {};
  };

  it('while computing leaves a payment that is good again after a while', async () => {
    const payment = await sign(stage.shop);
    await dieWhile('computing', payment);
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 1));
  });

  it.each([
    ['after the money moved', true],
    ['before the money moved', false],
  ])('%s leaves an answer that the payer who comes back gets, for one charge', async (_when, hasMoved) => {
    const payment = await sign(stage.shop);
    await dieWhile('settling', payment);
    if (hasMoved) stage.shop.world.broadcast(check(payment, stage.shop.offer));
    expect(await stage.shop.buy(payment)).toMatchObject({ ...charged, body: { answer: 'kept' } });
    expect(stage.shop.world.received()).toBe(CENT);
    expect(stage.shop.computed()).toBe(0);
  });

  it('leaves an answer that is owed to the payer who comes back with a new payment', async () => {
    const payment = await sign(stage.shop);
    await dieWhile('settling', payment);
    stage.shop.world.broadcast(check(payment, stage.shop.offer));
    const owed = { kind: 'answer', charged: false, body: { answer: 'kept' } };
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(owed);
    expect(stage.shop.world.received()).toBe(CENT);
  });
});
