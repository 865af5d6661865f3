import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { folderOfFile } from '../../../test/own-folder.ts';
import { check } from '../../../test/payments/checked.ts';
import { anOffer } from '../../../test/payments/offer.ts';
import { openShop, type Shop } from '../../../test/payments/selling.ts';
import { type SettleFault, simulateChain } from '../../../test/payments/simulated-chain.ts';
import { newWallet, signPayment } from '../../../test/payments/wallet.ts';
import { openSqliteStorage } from '../../storage/sqlite/open-sqlite-storage.ts';
import type { Outcome } from './call.ts';

const folder = folderOfFile();

const CENT = 10_000n;
const wallet = newWallet();
const payments: Awaited<ReturnType<typeof signPayment>>[] = [];
beforeAll(async () => {
  for (let index = 0; index < 4; index++) payments.push(await signPayment(wallet, anOffer()));
});

const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      payment: fc.nat(3),
      request: fc.nat(1),
      shop: fc.nat(1),
      leavesAfterMs: fc.option(fc.nat(4)),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom<SettleFault>(
        'lost_before',
        'lost_after',
        'unavailable',
        'rejects',
        'revert',
        'in_mempool',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'mine' as const,
        'reconcile' as const,
        'node_down' as const,
        'node_up' as const,
        'wait' as const,
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom('broadcast' as const, 'cancel' as const),
      payment: fc.nat(3),
    }),
  },
);

/** Answers are distinguished by a number of their own; only those that were charged count. */
const answerOf = (outcome: Outcome) => (outcome.kind === 'answer' ? JSON.stringify(outcome.body) : undefined);

it('takes money for exactly the answers it gives, in any order of purchases and faults', {
  timeout: 120_000,
}, async () => {
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 5, maxLength: 30 }), async (events) => {
      await using storage = await openSqliteStorage({ file: join(folder, `${runs++}.sqlite`) });
      const world = simulateChain();
      world.fund(wallet.address, 100n * CENT);
      using first = openShop(storage, { world });
      using second = openShop(storage, { world });
      const shops = [first, second];
      const calls: Promise<Outcome>[] = [];
      let made = 0;
      const buy = (shop: Shop | undefined, payment: number, request: number, signal?: AbortSignal) =>
        (shop ?? first).buy(payments[payment], {
          request: `request ${request}`,
          compute: async () => ({ body: { answer: ++made }, charge: true }),
          ...(signal && { signal }),
        });

      for (const each of events) {
        const authorization =
          'payment' in each ? check(payments[each.payment] ?? {}, first.offer) : undefined;
        if (each.do === 'buy') {
          const signal = each.leavesAfterMs === null ? undefined : AbortSignal.timeout(each.leavesAfterMs);
          calls.push(buy(shops[each.shop], each.payment, each.request, signal));
        } else if (each.do === 'fault') world.settleFaults.push(each.fault);
        else if (each.do === 'mine') world.mine();
        else if (each.do === 'reconcile') await first.reconciler.runOnce();
        else if (each.do === 'node_down') world.nodeDown = true;
        else if (each.do === 'node_up') world.nodeDown = false;
        else if (each.do === 'wait') await new Promise((resolve) => setTimeout(resolve, 5));
        else if (each.do === 'broadcast' && authorization && !world.isSpent(authorization))
          world.broadcast(authorization);
        else if (each.do === 'cancel' && authorization && !world.isSpent(authorization))
          world.cancel(authorization);
      }
      world.nodeDown = false;
      const delivered = (await Promise.all(calls)).map(answerOf).filter((answer) => answer !== undefined);

      // Everything calms down. Whoever was charged can fetch, by the identical request, what they were charged for.
      world.settleFaults.length = 0;
      world.mine();
      await expect
        .poll(() => storage.ledger.countByState(), { timeout: 10_000, interval: 2 })
        .toMatchObject({ reserved: 0, settling: 0 });
      // Whoever joins work that has just ended would share its outcome, which may be that it is still open.
      await Promise.all(shops.map(({ sale }) => sale.idle()));
      const answers = new Set(delivered);
      // Twice, for a payment that was never settled can be when another one is shown for the same request.
      for (const [index, payment] of [...payments.entries(), ...payments.entries()]) {
        if (!world.isPaid(check(payment, first.offer))) continue;
        // One that somebody else broadcast, and that was shown only for what was paid before, buys something else still.
        const outcomes = await Promise.all([0, 1, 2 + index].map((request) => buy(second, index, request)));
        const fetched = outcomes.map(answerOf).filter((answer) => answer !== undefined);
        expect(fetched, JSON.stringify(outcomes)).not.toEqual([]);
        for (const answer of fetched) answers.add(answer);
      }
      expect(world.received()).toBe(BigInt(answers.size) * CENT);
    }),
    { numRuns: 60 },
  );
});
