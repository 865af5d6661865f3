import { expect, it } from 'vitest';
import { openShop } from '../../../test/payments/selling.ts';
import { simulateChain } from '../../../test/payments/simulated-chain.ts';
import { CENT, setStage, sign, wallet } from '../../../test/payments/stage.ts';

const DAY_MS = 86_400_000;
const stage = setStage();

/** A shop whose clock and chain can be put forward, and a payment that its payer has signed for until the year 9999. */
async function buyForEver(fault?: 'lost_before') {
  let nowMs = Date.now();
  const world = simulateChain(() => nowMs);
  const shop = openShop(stage.storage, { world, nowMs: () => nowMs });
  world.fund(wallet.address, CENT);
  if (fault) world.settleFaults.push(fault);
  const payment = await sign(shop, { validBefore: '253402300799' });
  const outcome = await shop.buy(payment);
  const { from: payer, nonce } = payment.payload.authorization;
  return {
    [Symbol.dispose]: () => shop[Symbol.dispose](),
    shop,
    payment,
    outcome,
    find: () => stage.storage.ledger.find({ payer: payer.toLowerCase(), nonce }),
    async later(ms: number) {
      nowMs += ms;
      await shop.reconciler.runOnce();
      await stage.storage.purge(nowMs);
    },
  };
}

it('forgets a settled payment after a day, however long its payer has signed for', async () => {
  using bought = await buyForEver();
  await bought.later(DAY_MS - 1);
  expect(await bought.find()).toMatchObject({ state: 'settled', answer: undefined });
  await bought.later(1);
  expect(await bought.find()).toBeUndefined();
  // The chain stands against a second use from here on, and the answer is computed for nobody.
  expect(await bought.shop.buy(bought.payment)).toMatchObject({
    kind: 'challenge',
    reason: 'payment_already_used',
  });
  expect([bought.shop.computed(), bought.shop.world.received()]).toEqual([1, CENT]);
});

it('does not keep an outcome open for as long as a payer has signed for', async () => {
  using bought = await buyForEver('lost_before');
  expect(bought.outcome.kind).not.toBe('answer');
  await bought.later(6 * DAY_MS);
  expect(await bought.find()).toMatchObject({ state: 'unknown' });
  await bought.later(DAY_MS + 60_000);
  expect(await bought.find()).toBeUndefined();
  // Shown again it is sold like any other, and taken once.
  expect(await bought.shop.buy(bought.payment)).toMatchObject({ kind: 'answer', charged: true });
  expect(bought.shop.world.received()).toBe(CENT);
});
