import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { check } from '../../test/payments/checked.ts';
import { openShop, type Shop } from '../../test/payments/selling.ts';
import { newWallet, nowSeconds, signPayment } from '../../test/payments/wallet.ts';
import { Overloaded } from '../failures/overloaded.ts';
import { UpstreamUnavailable } from '../failures/upstream-unavailable.ts';
import { openSqliteStorage } from '../storage/sqlite/open-sqlite-storage.ts';
import type { Storage } from '../storage/storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'forecourt-gate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CENT = 10_000n;
const wallet = newWallet();
let storage: Storage;
let shop: Shop;
let files = 0;

beforeEach(async () => {
  storage = await openSqliteStorage({ file: join(folder, `${files++}.sqlite`) });
  shop = openShop(storage);
  shop.world.fund(wallet.address, 100n * CENT);
});
afterEach(async () => {
  shop[Symbol.dispose]();
  await storage[Symbol.asyncDispose]();
});

const sign = (bent = {}) => signPayment(wallet, shop.offer, bent);
const settledWith = (answer: number, transaction: number) => ({
  kind: 'settled',
  body: { answer },
  transaction: `0x${transaction.toString(16).padStart(64, '0')}`,
});
const POLL = { timeout: 10_000, interval: 2 };
const until = (condition: () => boolean) => expect.poll(condition, POLL).toBe(true);

describe('without a good payment', () => {
  it('asks for one, whatever the parameters are, and computes nothing', async () => {
    const validate = () => {
      throw new Overloaded();
    };
    expect(await shop.buy(undefined, { validate })).toEqual({
      kind: 'challenge',
      reason: 'payment_required',
    });
    expect(shop.computed()).toBe(0);
  });

  it('says what is wrong with it, without asking anybody', async () => {
    expect(await shop.buy({ x402Version: 2 })).toMatchObject({ kind: 'malformed' });
    expect(await shop.buy(await sign({ value: '9999' }))).toEqual({
      kind: 'challenge',
      reason: 'wrong_amount',
    });
    expect(await shop.buy(await sign({ validBefore: String(nowSeconds() + 3) }))).toMatchObject({
      reason: 'payment_expired',
    });
    const forged = await signPayment(newWallet(), shop.offer, { from: wallet.address });
    expect(await shop.buy(forged)).toEqual({ kind: 'challenge', reason: 'invalid_signature' });
    expect(shop.world.counts).toMatchObject({ verified: 0, settled: 0 });
    expect(shop.computed()).toBe(0);
  });

  it('computes nothing for a payment that the facilitator refuses, and lets it be used once it is good', async () => {
    shop.world.drain(wallet.address);
    const payment = await sign();
    expect(await shop.buy(payment)).toEqual({ kind: 'challenge', reason: 'insufficient_funds' });
    shop.world.fund(wallet.address, CENT);
    expect(await shop.buy(payment)).toMatchObject(settledWith(1, 1));
  });

  it('is unavailable while the facilitator cannot be asked', async () => {
    shop.world.verifyUnavailable = true;
    const payment = await sign();
    expect(await shop.buy(payment)).toMatchObject({ kind: 'unavailable' });
    shop.world.verifyUnavailable = false;
    expect(await shop.buy(payment)).toMatchObject({ kind: 'settled' });
  });
});

describe('a paid call', () => {
  it('is computed, settled and answered once', async () => {
    expect(await shop.buy(await sign())).toMatchObject({ ...settledWith(1, 1), replayed: false });
    expect(shop.world.received()).toBe(CENT);
  });

  it('is released by wrong parameters before anybody is asked', async () => {
    const payment = await sign();
    const failure = new Overloaded();
    const validate = () => {
      throw failure;
    };
    expect(await shop.buy(payment, { validate })).toEqual({ kind: 'failure', failure });
    expect(shop.world.counts.verified).toBe(0);
    expect(await shop.buy(payment, { request: 'another' })).toMatchObject({ kind: 'settled' });
  });

  it('is released by a failure of the product, by an uncharged answer and by a bug', async () => {
    const payment = await sign();
    const failure = new UpstreamUnavailable('NHTSA');
    const fail = async () => {
      throw failure;
    };
    expect(await shop.buy(payment, { compute: fail })).toEqual({ kind: 'failure', failure });
    const honest = async () => ({ body: { status: 'insufficient_data' }, charge: false });
    expect(await shop.buy(payment, { compute: honest })).toEqual({
      kind: 'uncharged',
      body: { status: 'insufficient_data' },
    });
    const bug = async () => {
      throw new TypeError('x is not a function');
    };
    await expect(shop.buy(payment, { compute: bug })).rejects.toThrow(TypeError);
    expect(shop.world.received()).toBe(0n);
    expect(await shop.buy(payment)).toMatchObject({ kind: 'settled' });
    expect(shop.world.received()).toBe(CENT);
  });

  it('keeps nothing readable: no request, no signature, no answer', async () => {
    await shop.buy(await sign(), {
      request: 'GET /v1/decode?vin=SECRETVIN',
      compute: async () => ({ body: { vin: 'SECRETVIN' }, charge: true }),
    });
    const bytes = Buffer.concat(
      ['', '-wal'].map((suffix) => readFileSync(join(folder, `${files - 1}.sqlite${suffix}`))),
    );
    expect(bytes.includes('0x')).toBe(true);
    expect(bytes.includes('SECRETVIN')).toBe(false);
  });
});

describe('the same payment again', () => {
  it('gets the same answer for the identical request, without a second charge', async () => {
    const payment = await sign();
    await shop.buy(payment);
    expect(await shop.buy(payment)).toMatchObject({ ...settledWith(1, 1), replayed: true });
    expect(shop.computed()).toBe(1);
    expect(shop.world.received()).toBe(CENT);
  });

  it('gets nothing for another request', async () => {
    const payment = await sign();
    await shop.buy(payment);
    expect(await shop.buy(payment, { request: 'another' })).toEqual({
      kind: 'challenge',
      reason: 'payment_already_used',
    });
  });

  it('gets nothing for another request while the first one runs', async () => {
    const payment = await sign();
    const { promise, resolve } = Promise.withResolvers<{ body: object; charge: boolean }>();
    const first = shop.buy(payment, { compute: () => promise });
    await until(() => shop.computed() === 1);
    expect(await shop.buy(payment, { request: 'another' })).toMatchObject({ reason: 'payment_already_used' });
    resolve({ body: {}, charge: true });
    expect(await first).toMatchObject({ kind: 'settled' });
  });

  it('is the same in other letter case', async () => {
    const payment = await sign();
    await shop.buy(payment);
    const { authorization, signature } = payment.payload;
    const upper = (hex: string) => `0x${hex.slice(2).toUpperCase()}`;
    const respelled = {
      ...payment,
      payload: {
        signature: upper(signature),
        authorization: {
          ...authorization,
          nonce: upper(authorization.nonce),
          from: upper(authorization.from),
        },
      },
    };
    expect(await shop.buy(respelled)).toMatchObject({ kind: 'settled', replayed: true });
    expect(shop.world.transactions()).toBe(1);
  });

  it('is served so many times and no more', async () => {
    const payment = await sign();
    for (let index = 0; index <= 20; index++) {
      expect(await shop.buy(payment)).toMatchObject({ kind: 'settled' });
    }
    expect(await shop.buy(payment)).toEqual({ kind: 'challenge', reason: 'payment_already_used' });
  });

  it('is refused once the answer has had its time, and still fetches it after the authorization has expired', async () => {
    let nowMs = Date.now();
    using later = openShop(storage, { world: shop.world, nowMs: () => nowMs });
    const payment = await sign();
    await later.buy(payment);
    nowMs += 590_000;
    expect(await later.buy(payment)).toMatchObject({ ...settledWith(1, 1), replayed: true });
    nowMs += 11_000;
    expect(await later.buy(payment)).toEqual({ kind: 'challenge', reason: 'payment_already_used' });
    expect(await later.buy(payment, { request: 'another' })).toMatchObject({
      reason: 'payment_already_used',
    });
    await storage.purge(nowMs);
    expect(await later.buy(payment)).toEqual({ kind: 'challenge', reason: 'payment_already_used' });
  });

  it('is expired where it has bought nothing', async () => {
    let nowMs = Date.now();
    using later = openShop(storage, { world: shop.world, nowMs: () => nowMs });
    const payment = await sign();
    nowMs += 3_600_000;
    expect(await later.buy(payment)).toEqual({ kind: 'challenge', reason: 'payment_expired' });
  });

  it('with ten identical requests at once is computed and settled once, for ten answers', async () => {
    const payment = await sign();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => shop.buy(payment)));
    for (const outcome of outcomes) expect(outcome).toMatchObject(settledWith(1, 1));
    expect(shop.computed()).toBe(1);
    expect(shop.world.counts.settled).toBe(1);
    expect(shop.counts.joined).toBe(9);
  });

  it('with ten different requests at once is served one of them', async () => {
    const payment = await sign();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, index) => shop.buy(payment, { request: `request ${index}` })),
    );
    expect(outcomes.filter(({ kind }) => kind === 'settled')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome.kind === 'challenge')).toHaveLength(9);
    expect(shop.computed()).toBe(1);
  });

  it('waits for another instance that works on it', async () => {
    using other = openShop(storage, { world: shop.world });
    const payment = await sign();
    const { promise, resolve } = Promise.withResolvers<{ body: object; charge: boolean }>();
    const first = shop.buy(payment, { compute: () => promise });
    await until(() => shop.computed() === 1);
    const second = other.buy(payment);
    resolve({ body: { answer: 'of the first' }, charge: true });
    expect(await first).toMatchObject({ kind: 'settled', replayed: false });
    expect(await second).toMatchObject({ kind: 'settled', body: { answer: 'of the first' }, replayed: true });
    expect(other.computed()).toBe(0);
    expect(shop.world.transactions()).toBe(1);
  });

  it('goes on by itself where the other instance released it', async () => {
    using other = openShop(storage, { world: shop.world });
    const payment = await sign();
    const { promise, reject } = Promise.withResolvers<never>();
    const first = shop.buy(payment, { compute: () => promise });
    await until(() => shop.computed() === 1);
    const second = other.buy(payment);
    reject(new Overloaded());
    expect(await first).toMatchObject({ kind: 'failure' });
    expect(await second).toMatchObject({ kind: 'settled', replayed: false });
    expect(other.computed()).toBe(1);
  });
});

describe('a settlement that fails for certain', () => {
  it('takes nothing, and the payment can be used again', async () => {
    shop.world.settleFaults.push('revert');
    const payment = await sign();
    expect(await shop.buy(payment)).toMatchObject({ kind: 'failed', reason: 'settlement_failed' });
    expect(shop.world.received()).toBe(0n);
    expect(await shop.buy(payment)).toMatchObject({ kind: 'settled' });
  });

  it('says that the wallet was emptied while we computed', async () => {
    const compute = async () => {
      shop.world.drain(wallet.address);
      return { body: {}, charge: true };
    };
    expect(await shop.buy(await sign(), { compute })).toMatchObject({
      kind: 'failed',
      reason: 'insufficient_funds',
    });
  });

  it('says that the payer cancelled while we computed, for a spent nonce is no proof of payment', async () => {
    const payment = await sign();
    const compute = async () => {
      shop.world.cancel(check(payment, shop.offer));
      return { body: {}, charge: true };
    };
    expect(await shop.buy(payment, { compute })).toMatchObject({
      kind: 'failed',
      reason: 'payment_already_used',
    });
    expect(await shop.buy(payment)).toEqual({ kind: 'challenge', reason: 'payment_already_used' });
  });

  it('is no failure where somebody else has broadcast the payment: we are paid', async () => {
    const payment = await sign();
    const compute = async () => {
      shop.world.broadcast(check(payment, shop.offer));
      return { body: { answer: 1 }, charge: true };
    };
    expect(await shop.buy(payment, { compute })).toMatchObject(settledWith(1, 1));
    expect(shop.world.received()).toBe(CENT);
  });

  it('serves a payment that was broadcast before we were asked, once', async () => {
    const payment = await sign();
    shop.world.broadcast(check(payment, shop.offer));
    expect(await shop.buy(payment)).toMatchObject(settledWith(1, 1));
    expect(shop.world.counts.settled).toBe(0);
    expect(await shop.buy(payment, { request: 'another' })).toMatchObject({ reason: 'payment_already_used' });
  });

  it('is only unavailable where the request to settle never left', async () => {
    shop.world.settleFaults.push('unavailable');
    const payment = await sign();
    expect(await shop.buy(payment)).toMatchObject({ kind: 'unavailable' });
    expect(await shop.buy(payment)).toMatchObject({ kind: 'settled' });
  });

  it('slows down a payer of whom it happens again and again, but not what he has bought', async () => {
    const bought = await sign();
    await shop.buy(bought);
    for (let index = 0; index < 3; index++) {
      shop.world.settleFaults.push('revert');
      await shop.buy(await sign());
    }
    const slowed = await shop.buy(await sign());
    expect(slowed.kind).toBe('slowed');
    if (slowed.kind === 'slowed') expect(slowed.retryAfterSeconds).toBeGreaterThan(0);
    expect(await shop.buy(bought)).toMatchObject({ kind: 'settled', replayed: true });
    const other = newWallet();
    shop.world.fund(other.address, CENT);
    expect(await shop.buy(await signPayment(other, shop.offer))).toMatchObject({ kind: 'settled' });
  });
});

describe('a settlement whose outcome is lost', () => {
  it('is pending, and the identical retry gets the kept answer once the chain shows it', async () => {
    shop.world.settleFaults.push('in_mempool');
    const payment = await sign();
    expect(await shop.buy(payment)).toMatchObject({ kind: 'pending', transaction: `0x${'e'.repeat(64)}` });
    shop.world.mine();
    expect(await shop.buy(payment)).toMatchObject({ ...settledWith(1, 1), replayed: true });
    expect(shop.computed()).toBe(1);
    expect(shop.world.received()).toBe(CENT);
  });

  it('is settled again for the payer who comes back, when it never arrived', async () => {
    shop.world.settleFaults.push('lost_before');
    const payment = await sign();
    expect(await shop.buy(payment)).toMatchObject({ kind: 'pending' });
    expect(await shop.buy(payment)).toMatchObject(settledWith(1, 1));
    expect(shop.computed()).toBe(1);
    expect(shop.world.transactions()).toBe(1);
  });

  it('stays pending while it sits in the mempool, however often it is asked for', async () => {
    shop.world.settleFaults.push('in_mempool', 'in_mempool', 'lost_before');
    const payment = await sign();
    for (let index = 0; index < 3; index++)
      expect(await shop.buy(payment)).toMatchObject({ kind: 'pending' });
    shop.world.mine();
    expect(await shop.buy(payment)).toMatchObject({ kind: 'settled' });
    expect(shop.world.received()).toBe(CENT);
  });

  it('is cleared up by the reconciler, and the answer is there for who comes back', async () => {
    shop.world.settleFaults.push('lost_after');
    const payment = await sign();
    expect(await shop.buy(payment)).toMatchObject({ kind: 'pending' });
    await shop.reconciler.runOnce();
    expect(shop.counts.resolved).toBe(1);
    expect(await storage.ledger.countByState()).toMatchObject({ unknown: 0, settled: 1 });
    expect(await shop.buy(payment)).toMatchObject({ ...settledWith(1, 1), replayed: true });
  });

  it('is forgotten by the reconciler when it was cancelled, or when its time is over', async () => {
    let nowMs = Date.now();
    shop.world.nowMs = () => nowMs;
    using later = openShop(storage, { world: shop.world, nowMs: () => nowMs });
    shop.world.settleFaults.push('lost_before', 'lost_before');
    const [cancelled, expired] = [await sign(), await sign()];
    await later.buy(cancelled, { request: 'one' });
    await later.buy(expired, { request: 'two' });
    shop.world.cancel(check(cancelled, shop.offer));
    await later.reconciler.runOnce();
    expect(await storage.ledger.countByState()).toMatchObject({ unknown: 1, settled: 0 });
    nowMs += 3_600_000;
    await later.reconciler.runOnce();
    expect(await storage.ledger.countByState()).toEqual({ reserved: 0, settling: 0, unknown: 0, settled: 0 });
    expect(shop.world.received()).toBe(0n);
  });

  it('is left alone while the chain cannot be asked: silence is no answer', async () => {
    shop.world.settleFaults.push('lost_after');
    const payment = await sign();
    await shop.buy(payment);
    shop.world.nodeDown = true;
    await shop.reconciler.runOnce();
    expect(await storage.ledger.countByState()).toMatchObject({ unknown: 1 });
    shop.world.nodeDown = false;
    await expect
      .poll(async () => {
        await shop.reconciler.runOnce();
        return (await storage.ledger.countByState()).settled;
      }, POLL)
      .toBe(1);
  });

  it('is what a failed settlement counts as while the chain cannot be asked', async () => {
    const payment = await sign();
    const compute = async () => {
      shop.world.cancel(check(payment, shop.offer));
      shop.world.nodeDown = true;
      return { body: {}, charge: true };
    };
    expect(await shop.buy(payment, { compute })).toMatchObject({ kind: 'pending' });
  });

  it('is what a facilitator that breaks its promise never to reject leaves behind', async () => {
    shop.world.settleFaults.push('rejects');
    const payment = await sign();
    expect(await shop.buy(payment)).toMatchObject({ kind: 'pending' });
    expect(await shop.buy(payment)).toMatchObject({ kind: 'settled' });
  });

  it('is not paid for twice: a new payment for the same request gets the answer of the first', async () => {
    shop.world.settleFaults.push('in_mempool', 'in_mempool');
    await shop.buy(await sign());
    const second = await sign();
    expect(await shop.buy(second)).toMatchObject({ kind: 'pending' });
    shop.world.mine();
    expect(await shop.buy(second)).toMatchObject({ ...settledWith(1, 1), replayed: true });
    expect(shop.world.received()).toBe(CENT);
    // What was owed was given: the next payment buys anew.
    expect(await shop.buy(await sign())).toMatchObject(settledWith(2, 2));
    expect(shop.world.received()).toBe(2n * CENT);
  });

  it('is settled after all for a payer who comes back with a new payment, which is not taken', async () => {
    shop.world.settleFaults.push('lost_before');
    const first = await sign();
    await shop.buy(first);
    expect(await shop.buy(await sign())).toMatchObject({ ...settledWith(1, 1), replayed: true });
    expect(shop.computed()).toBe(1);
    expect(shop.world.received()).toBe(CENT);
    expect(
      await storage.ledger.find({
        payer: wallet.address.toLowerCase(),
        nonce: first.payload.authorization.nonce,
      }),
    ).toMatchObject({ state: 'settled' });
  });

  it('does not get in the way of what another payment has bought itself', async () => {
    const own = await sign();
    await shop.buy(own);
    shop.world.settleFaults.push('lost_after');
    await shop.buy(await sign());
    await shop.reconciler.runOnce();
    expect(await shop.buy(own)).toMatchObject(settledWith(1, 1));
    expect(await shop.buy(await sign())).toMatchObject(settledWith(2, 2));
  });

  it('holds up neither another request of this payer nor the same request of another', async () => {
    shop.world.settleFaults.push('in_mempool');
    await shop.buy(await sign());
    expect(await shop.buy(await sign(), { request: 'another' })).toMatchObject({ kind: 'settled' });
    const other = newWallet();
    shop.world.fund(other.address, CENT);
    expect(await shop.buy(await signPayment(other, shop.offer))).toMatchObject({ kind: 'settled' });
  });
});

describe('several payments of one payer', () => {
  it('each buy an answer, also at once and for the same request', async () => {
    const payments = await Promise.all(Array.from({ length: 10 }, () => sign()));
    const outcomes = await Promise.all(payments.map((payment) => shop.buy(payment)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(10).fill('settled'));
    expect(shop.world.received()).toBe(10n * CENT);
  });

  it('all pass where the wallet holds exactly enough for them', async () => {
    shop.world.drain(wallet.address);
    shop.world.fund(wallet.address, 5n * CENT);
    const payments = await Promise.all(Array.from({ length: 5 }, () => sign()));
    const outcomes = await Promise.all(payments.map((payment) => shop.buy(payment)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(5).fill('settled'));
  });

  it('are computed only as far as the wallet covers them together', async () => {
    shop.world.drain(wallet.address);
    shop.world.fund(wallet.address, CENT);
    const payments = await Promise.all(Array.from({ length: 10 }, () => sign()));
    const outcomes = await Promise.all(payments.map((payment) => shop.buy(payment)));
    expect(outcomes.filter(({ kind }) => kind === 'settled')).toHaveLength(1);
    expect(
      outcomes.filter((outcome) => outcome.kind === 'challenge' && outcome.reason === 'insufficient_funds'),
    ).toHaveLength(9);
    expect(shop.computed()).toBe(1);
  });
});

describe('a caller who leaves', () => {
  it('while it is computed ends the work and keeps his payment', async () => {
    const caller = new AbortController();
    const payment = await sign();
    const compute = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const first = shop.buy(payment, { signal: caller.signal, compute });
    await until(() => shop.computed() === 1);
    caller.abort();
    expect(await first).toEqual({ kind: 'aborted' });
    expect(await shop.buy(payment)).toMatchObject({ kind: 'settled' });
    expect(shop.world.received()).toBe(CENT);
  });

  it('does not end the work for those who joined him', async () => {
    const caller = new AbortController();
    const payment = await sign();
    const { promise, resolve } = Promise.withResolvers<{ body: object; charge: boolean }>();
    const first = shop.buy(payment, { signal: caller.signal, compute: () => promise });
    const second = shop.buy(payment);
    await until(() => shop.computed() === 1);
    caller.abort();
    expect(await first).toEqual({ kind: 'aborted' });
    resolve({ body: {}, charge: true });
    expect(await second).toMatchObject({ kind: 'settled' });
    expect(shop.computed()).toBe(1);
  });

  it('while it is settled gets the answer when he comes back, with the same payment or a new one', async () => {
    for (const comesBackWith of ['same', 'new']) {
      const caller = new AbortController();
      const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
      const { promise: settling, resolve: reached } = Promise.withResolvers<void>();
      shop.world.beforeSettle = () => {
        reached();
        return mayGoOn;
      };
      const payment = await sign();
      const request = `request ${comesBackWith}`;
      const first = shop.buy(payment, { signal: caller.signal, request });
      await settling;
      caller.abort();
      expect(await first).toMatchObject({ kind: 'pending' });
      shop.world.beforeSettle = async () => {};
      const before = shop.world.transactions();
      const back = shop.buy(comesBackWith === 'same' ? payment : await sign(), { request });
      goOn();
      expect(await back).toMatchObject({ kind: 'settled' });
      expect(shop.world.transactions()).toBe(before + 1);
    }
    expect(shop.computed()).toBe(2);
  });

  it('by a deadline is told so, or that the settlement is pending', async () => {
    const deadline = new AbortController();
    const failure = new Overloaded();
    const payment = await sign();
    const never = (signal: AbortSignal) =>
      new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const first = shop.buy(payment, { signal: deadline.signal, compute: never });
    await until(() => shop.computed() === 1);
    deadline.abort(failure);
    expect(await first).toEqual({ kind: 'failure', failure });
  });
});

describe('a service that ends', () => {
  it('can wait for a settlement whose caller has left, so that it is noted', async () => {
    const caller = new AbortController();
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    const { promise: settling, resolve: reached } = Promise.withResolvers<void>();
    shop.world.beforeSettle = () => {
      reached();
      return mayGoOn;
    };
    const left = shop.buy(await sign(), { signal: caller.signal });
    await settling;
    caller.abort();
    await left;
    const idle = shop.gate.idle();
    goOn();
    await idle;
    expect(await storage.ledger.countByState()).toMatchObject({ settled: 1, settling: 0 });
    await shop.gate.idle();
  });
});

describe('a process that dies', () => {
  const never = new Promise<never>(() => {});
  /** Gets as far as computing or settling and is not heard of any more. */
  const dieWhile = async (doing: 'computing' | 'settling', payment: object) => {
    using dying = openShop(storage, { world: shop.world, claimMs: 200 });
    const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
    const stop = () => {
      reach();
      return never;
    };
    if (doing === 'settling') shop.world.beforeSettle = stop;
    void dying.buy(payment, {
      compute: () =>
        doing === 'computing' ? stop() : Promise.resolve({ body: { answer: 'kept' }, charge: true }),
    });
    await reached;
    shop.world.beforeSettle = async () => {};
  };

  it('while computing leaves a payment that is good again after a while', async () => {
    const payment = await sign();
    await dieWhile('computing', payment);
    expect(await shop.buy(payment)).toMatchObject(settledWith(1, 1));
  });

  it('after the money moved leaves an answer that the identical retry gets', async () => {
    const payment = await sign();
    await dieWhile('settling', payment);
    shop.world.broadcast(check(payment, shop.offer));
    expect(await shop.buy(payment)).toMatchObject({ kind: 'settled', body: { answer: 'kept' } });
    expect(shop.world.received()).toBe(CENT);
    expect(shop.computed()).toBe(0);
  });

  it('before the money moved leaves an answer that is settled when the payer comes back', async () => {
    const payment = await sign();
    await dieWhile('settling', payment);
    expect(await shop.buy(payment)).toMatchObject({ kind: 'settled', body: { answer: 'kept' } });
    expect(shop.world.received()).toBe(CENT);
  });

  it('leaves an answer that is owed to the payer who comes back with a new payment', async () => {
    const payment = await sign();
    await dieWhile('settling', payment);
    shop.world.broadcast(check(payment, shop.offer));
    expect(await shop.buy(await sign())).toMatchObject({
      kind: 'settled',
      body: { answer: 'kept' },
      replayed: true,
    });
    expect(shop.world.received()).toBe(CENT);
  });
});

describe('a payment identifier', () => {
  const named = async (id: string) => ({
    ...(await sign()),
    extensions: { 'payment-identifier': { info: { required: false, id }, schema: {} } },
  });
  const ID = 'order_1234567890abcdef';

  it('lets a client repeat a request with a new payment, which is not taken', async () => {
    await shop.buy(await named(ID));
    expect(await shop.buy(await named(ID))).toMatchObject({ ...settledWith(1, 1), replayed: true });
    expect(shop.world.received()).toBe(CENT);
  });

  it('is a conflict with another request', async () => {
    await shop.buy(await named(ID));
    expect(await shop.buy(await named(ID), { request: 'another' })).toEqual({ kind: 'conflict' });
    expect(shop.world.received()).toBe(CENT);
  });

  it('is needed to get the answer of a payment again that carried it', async () => {
    const payment = await named(ID);
    await shop.buy(payment);
    const { extensions: _, ...stolen } = payment;
    expect(await shop.buy(stolen)).toEqual({ kind: 'challenge', reason: 'payment_already_used' });
    expect(await shop.buy(payment)).toMatchObject({ kind: 'settled', replayed: true });
  });

  it('joins two payments that come at once', async () => {
    const outcomes = await Promise.all([shop.buy(await named(ID)), shop.buy(await named(ID))]);
    for (const outcome of outcomes) expect(outcome).toMatchObject(settledWith(1, 1));
    expect(shop.computed()).toBe(1);
  });
});

describe('a ledger that cannot be asked', () => {
  it('sells nothing', async () => {
    await storage[Symbol.asyncDispose]();
    expect(await shop.buy(await sign())).toMatchObject({ kind: 'unavailable' });
    expect(shop.world.counts.settled).toBe(0);
  });

  it('keeps no money without an answer: what was settled before it broke is delivered', async () => {
    shop.world.beforeSettle = async () => storage[Symbol.asyncDispose]();
    expect(await shop.buy(await sign())).toMatchObject(settledWith(1, 1));
  });
});
