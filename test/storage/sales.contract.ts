import { describe, expect, it } from 'vitest';
import type { SaleEntry } from '../../src/storage/sales-store.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { bound } from './ledger.contract.ts';
import type { StorageFactory } from './storage.contract.ts';

const NOW_MS = 1_800_000_000_000;
const ALL = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

const entry = (transaction: string, change: Partial<SaleEntry> = {}): SaleEntry => ({
  soldAtMs: NOW_MS,
  product: '/v1/thing',
  amount: 10_000n,
  network: 'eip155:8453',
  payTo: '0xseller',
  transaction,
  ...change,
});

/** Brings a payment to where its settlement may have been sent. */
async function beginSettling({ ledger }: Storage, nonce: string) {
  const claim = { claim: nonce, claimedUntilMs: NOW_MS + 1_000 };
  const binding = bound(nonce, { validBeforeSeconds: 1 });
  await ledger.reserve(binding, claim, NOW_MS);
  await ledger.beginSettlement(binding, claim, 'answer', NOW_MS);
  return binding;
}

const mark = (transaction: string) => ({ transaction, answerUntilMs: NOW_MS, forgetAtMs: NOW_MS });

async function sell(storage: Storage, nonce: string, soldAtMs: number): Promise<void> {
  await storage.ledger.markSettled(await beginSettling(storage, nonce), mark(`0x${nonce}`), soldAtMs);
}

async function listAll({ sales }: Storage, range = ALL): Promise<SaleEntry[]> {
  const entries: SaleEntry[] = [];
  for await (const each of sales.list(range)) entries.push(each);
  return entries;
}

/** The books. What is in them is what money came in for. */
export function describeSales(make: () => Promise<StorageFactory>): void {
  describe('journal of sales', () => {
    it('holds a sale once, however many find out that it was settled', async () => {
      const place = await make();
      await using first = await place.open();
      await using second = await place.reopen();
      const key = await beginSettling(first, 'n1');
      expect(await listAll(first)).toEqual([]);
      const marked = await Promise.all(
        [first, second, first, second].map(({ ledger }) => ledger.markSettled(key, mark('0xtx'), NOW_MS)),
      );
      expect(marked.filter(Boolean)).toHaveLength(1);
      expect(await listAll(second)).toEqual([entry('0xtx')]);
    });

    it('holds nothing of what was not settled', async () => {
      await using storage = await (await make()).open();
      const key = await beginSettling(storage, 'n1');
      await storage.ledger.markUnknown(key, 'n1', '0xtx', NOW_MS, NOW_MS);
      expect(await listAll(storage)).toEqual([]);
      await storage.ledger.release(key, 'n1');
      expect(await listAll(storage)).toEqual([]);
    });

    it('keeps a sale when its payment has been forgotten', async () => {
      await using storage = await (await make()).open();
      await sell(storage, 'n1', NOW_MS);
      await storage.purge(NOW_MS + 1);
      expect(await storage.ledger.find({ payer: '0xpayer', nonce: 'n1' })).toBeUndefined();
      expect(await listAll(storage)).toEqual([entry('0xn1')]);
    });

    it('lists a range in the order of time, however long it is', async () => {
      await using storage = await (await make()).open();
      const count = 1_100;
      const nonces = Array.from({ length: count }, (_, index) => `n${index}`);
      // Two at each time, and some with the time of another page.
      await Promise.all(nonces.map((nonce, index) => sell(storage, nonce, NOW_MS + Math.floor(index / 2))));
      const all = await listAll(storage);
      expect(all.map(({ soldAtMs }) => soldAtMs)).toEqual(
        nonces.map((_, index) => NOW_MS + Math.floor(index / 2)),
      );
      expect(new Set(all.map(({ transaction }) => transaction)).size).toBe(count);
      const some = await listAll(storage, { fromMs: NOW_MS + 3, toMs: NOW_MS + 5 });
      expect(some.map(({ transaction }) => transaction).toSorted()).toEqual(['0xn6', '0xn7', '0xn8', '0xn9']);
    });

    it('finds what one transaction has paid for', async () => {
      await using storage = await (await make()).open();
      await sell(storage, 'n1', NOW_MS);
      await sell(storage, 'n2', NOW_MS);
      expect(await storage.sales.findByTransaction('0xn2')).toEqual([entry('0xn2')]);
      expect(await storage.sales.findByTransaction('0xother')).toEqual([]);
    });

    it('deletes what the operator deletes, and nothing else', async () => {
      await using storage = await (await make()).open();
      for (const [index, nonce] of ['n1', 'n2', 'n3'].entries()) await sell(storage, nonce, NOW_MS + index);
      expect(await storage.sales.deleteBefore(NOW_MS + 2)).toBe(2);
      expect(await storage.sales.deleteBefore(NOW_MS + 2)).toBe(0);
      expect(await listAll(storage)).toEqual([entry('0xn3', { soldAtMs: NOW_MS + 2 })]);
    });
  });
}
