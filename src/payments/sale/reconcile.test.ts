import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop } from '../../../test/payments/selling.ts';
import { CENT, pending } from '../../../test/payments/stage.ts';
import { newWallet, signPayment } from '../../../test/payments/wallet.ts';
import { dueAt } from '../../../test/storage/due-at.ts';
import { withStorage } from '../../../test/storage/with-storage.ts';
import type { Storage } from '../../storage/storage.ts';

describe.each(['sqlite', 'postgres'] as const)('the reconciler on %s', (kind) => {
  const parts = new AsyncDisposableStack();
  let storage: Storage;
  beforeAll(async () => {
    storage = parts.use(await withStorage(kind));
  });
  afterAll(() => parts.disposeAsync());

  it('looks at an open payment less and less often, whatever its age, and goes on with the others', async () => {
    const startMs = Date.now();
    let nowMs = startMs;
    using shop = openShop(storage, { nowMs: () => nowMs });
    shop.world.nowMs = () => nowMs;
    const wallet = newWallet();
    shop.world.fund(wallet.address, 10n * CENT);
    shop.world.settleFaults.push('lost_before');
    const open = await signPayment(wallet, shop.offer);
    expect(await shop.buy(open, { request: 'open' })).toMatchObject(pending);
    await shop.buy(await signPayment(wallet, shop.offer), { request: 'settled' });

    // An age of which a tenth is no whole number of milliseconds.
    nowMs = startMs + 30_003;
    await shop.reconciler.runOnce();
    expect(shop.counts.unavailable).toBe(0);
    expect(shop.audits).toEqual(['final']);
    const due = (atMs: number) => storage.ledger.findUnresolved(dueAt(atMs), 9);
    expect(await due(nowMs + 2_000)).toEqual([]);
    expect(await due(nowMs + 4_000)).toHaveLength(1);
  });
});
