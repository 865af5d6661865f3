import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { check } from '../../../test/payments/checked.ts';
import { openShop, type Shop } from '../../../test/payments/selling.ts';
import { CENT, POLL, until } from '../../../test/payments/stage.ts';
import { newWallet, signPayment } from '../../../test/payments/wallet.ts';
import { withStorage } from '../../../test/storage/with-storage.ts';
import type { Storage } from '../../storage/storage.ts';

const CLAIM_MS = 400;

describe.each(['sqlite', 'postgres'] as const)('a claim on %s', (kind) => {
  const parts = new AsyncDisposableStack();
  let storage: Storage;
  beforeAll(async () => {
    storage = parts.use(await withStorage(kind));
  });
  afterAll(() => parts.disposeAsync());

  /**
   * Two instances on one storage, and a payer who asks both for the same. Their time passes only as the test says, also
   * while the first waits to renew its claims: however busy the machine is, no renewal is late but by its own doing.
   */
  async function openTwo() {
    const wallet = newWallet();
    let now = Date.now();
    const asleep = new Set<{ untilMs: number; wake: () => void }>();
    const timing = { claimMs: CLAIM_MS, nowMs: () => now };
    const first = openShop(storage, {
      ...timing,
      sleep(ms, signal) {
        const { promise, resolve, reject } = Promise.withResolvers<void>();
        asleep.add({ untilMs: now + ms, wake: resolve });
        signal?.addEventListener('abort', () => reject(signal.reason));
        return promise;
      },
    });
    const second = openShop(storage, { ...timing, world: first.world });
    first.world.fund(wallet.address, 10n * CENT);
    const payment = await signPayment(wallet, first.offer);
    const { payer, nonce } = check(payment, first.offer);
    const claimedUntil = async () => (await storage.ledger.find({ payer, nonce }))?.claimedUntilMs;
    return {
      first,
      second,
      payment,
      askSecond: () => second.buy(payment),
      pass(ms: number) {
        now += ms;
      },
      /** Until the claim would have run out more than once, had nobody renewed it before it did. */
      async outliveTheClaim() {
        const endMs = now + 3 * CLAIM_MS;
        while (now < endMs) {
          const due = [...asleep].sort((one, other) => one.untilMs - other.untilMs)[0];
          now = Math.min(due?.untilMs ?? endMs, endMs);
          expect(await claimedUntil()).toBeGreaterThan(now);
          if (due?.untilMs !== now) break;
          asleep.delete(due);
          due.wake();
          await expect.poll(claimedUntil, POLL).toBe(now + CLAIM_MS);
        }
      },
    };
  }

  function expectOneSale(first: Shop, second: Shop) {
    expect(first.computed() + second.computed()).toBe(1);
    expect(first.world.counts.settled).toBe(1);
    expect(first.world.received()).toBe(CENT);
  }

  it('lasts as long as the answer is computed: another instance waits and takes nothing over', async () => {
    const { first, second, payment, askSecond, outliveTheClaim } = await openTwo();
    using _first = first;
    using _second = second;
    const { promise, resolve } = Promise.withResolvers<{ body: object; charge: boolean }>();
    const selling = first.buy(payment, { compute: () => promise });
    await until(() => first.computed() === 1);
    const waiting = askSecond();
    await outliveTheClaim();
    resolve({ body: { answer: 'of the first' }, charge: true });
    expect(await selling).toMatchObject({ body: { answer: 'of the first' } });
    expect(await waiting).toMatchObject({ body: { answer: 'of the first' } });
    expectOneSale(first, second);
  });

  it('ends with its process: an instance that waits takes the payment over', async () => {
    const { first, second, payment, askSecond, pass } = await openTwo();
    using _second = second;
    const { promise, resolve } = Promise.withResolvers<{ body: object; charge: boolean }>();
    const selling = first.buy(payment, { compute: () => promise });
    await until(() => first.computed() === 1);
    const waiting = askSecond();
    // From now on nobody renews its claims.
    first[Symbol.dispose]();
    pass(CLAIM_MS);
    expect(await waiting).toMatchObject({ body: { answer: 1 }, charged: true });
    expect(second.computed()).toBe(1);
    // Should it live on after all, what it has computed is not taken for a second time.
    resolve({ body: { answer: 'too late' }, charge: true });
    await selling.catch(() => {});
    expect(first.world.received()).toBe(CENT);
  });

  it('lasts as long as the settlement takes: another instance settles nothing again', async () => {
    const { first, second, payment, askSecond, outliveTheClaim } = await openTwo();
    using _first = first;
    using _second = second;
    const { promise, resolve } = Promise.withResolvers<void>();
    let settling = 0;
    first.world.beforeSettle = () => {
      settling += 1;
      return promise;
    };
    const selling = first.buy(payment);
    await until(() => settling === 1);
    const waiting = askSecond();
    await outliveTheClaim();
    expect(settling).toBe(1);
    resolve();
    expect(await selling).toMatchObject({ body: { answer: 1 } });
    expect(await waiting).toMatchObject({ body: { answer: 1 } });
    expectOneSale(first, second);
  });
});
