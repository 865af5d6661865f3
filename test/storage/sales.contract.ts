import { describe, expect, it } from 'vitest';
import type { SaleEntry } from '../../src/storage/sql/sales.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { bound } from './ledger.contract.ts';
import type { StorageFactory } from './with-storage.ts';

const NOW_MS = 1_800_000_000_000;
const ALL = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };
const FAILURES_KEPT_MS = 30 * 86_400_000;

const entry = (transaction: string, change: Partial<SaleEntry> = {}): SaleEntry => ({
  soldAtMs: NOW_MS,
  product: '/v1/thing',
  amount: 10_000n,
  network: 'eip155:8453',
  payTo: '0xseller',
  transaction,
  requestId: undefined,
  gas: undefined,
  refundOf: undefined,
  ...change,
});

/** Brings a payment to where its settlement may have been sent. */
async function beginSettling({ ledger }: Storage, nonce: string, payment?: string) {
  const claim = { claim: nonce, claimedUntilMs: NOW_MS + 1_000 };
  const binding = bound(nonce, { validBeforeSeconds: 1 });
  await ledger.reserve(binding, claim, NOW_MS);
  await ledger.beginSettlement(binding, claim, 'answer', NOW_MS, payment);
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
      expect(await listAll(second)).toEqual([entry('0xtx', { requestId: 'call n1' })]);
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
      expect(await listAll(storage)).toEqual([entry('0xn1', { requestId: 'call n1' })]);
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

    it('finds a sale by its request and by its transaction', async () => {
      await using storage = await (await make()).open();
      await sell(storage, 'n1', NOW_MS);
      await sell(storage, 'n2', NOW_MS);
      const sold = [entry('0xn2', { requestId: 'call n2' })];
      expect(await storage.sales.find('0xn2')).toEqual(sold);
      expect(await storage.sales.find('call n2')).toEqual(sold);
      expect(await storage.sales.find('0xother')).toEqual([]);
    });

    it('has the gas of a sale, to the last wei, and takes it back with the sale', async () => {
      await using storage = await (await make()).open();
      const { ledger } = storage;
      const key = await beginSettling(storage, 'n1', 'sealed');
      const gas = 12_345_678_901_234_567_891n;
      await ledger.markSettled(key, { ...mark('0xtx'), gas }, NOW_MS);
      await ledger.markDropped(key, '0xtx', NOW_MS + 1);
      await ledger.markSettled(key, mark('0xagain'), NOW_MS + 2);
      await ledger.markFinal(key, { transaction: '0xmoved', gas: 7n });
      const entries = await storage.sales.find('call n1');
      expect(entries.map((each) => [each.transaction, each.amount, each.gas])).toEqual([
        ['0xtx', 10_000n, gas],
        ['0xtx', -10_000n, -gas],
        ['0xagain', 10_000n, undefined],
        ['0xagain', -10_000n, undefined],
        ['0xmoved', 10_000n, 7n],
      ]);
    });

    it('takes refunds of what is left of a sale, and each transaction once, whoever enters it', async () => {
      const place = await make();
      await using first = await place.open();
      await using second = await place.reopen();
      for (const nonce of ['n1', 'n2']) await sell(first, nonce, NOW_MS);
      const sale = entry('0xn1', { requestId: 'call n1' });
      const refund = { ...sale, amount: 4_000n, transaction: '0xback', refundOf: '0xn1' };
      const entering = [first, second, first].map(({ sales }) => sales.enterRefund(refund));
      expect((await Promise.all(entering)).filter(Boolean)).toHaveLength(1);
      const more = (amount: bigint, change: object = {}) =>
        first.sales.enterRefund({ ...refund, amount, transaction: `0x${amount}`, ...change });
      expect(await more(6_001n)).toBe(false);
      expect(await more(6_000n, { transaction: '0xback' })).toBe(false);
      expect(await more(6_000n, { transaction: '0xn2' })).toBe(false);
      expect(await more(1n, { refundOf: '0xother' })).toBe(false);
      expect(await more(6_000n)).toBe(true);
      expect(await more(1n)).toBe(false);
      expect(await first.sales.find('call n1')).toEqual([
        sale,
        { ...refund, amount: -4_000n },
        { ...refund, amount: -6_000n, transaction: '0x6000' },
      ]);
    });

    it('lists what is open, and what has failed until it is too old for a complaint', async () => {
      await using storage = await (await make()).open();
      const { ledger, sales } = storage;
      for (const nonce of ['n1', 'n2', 'n3']) await beginSettling(storage, nonce);
      const key = { payer: '0xpayer', nonce: 'n2' };
      await ledger.markUnknown(key, 'n2', '0xn2', NOW_MS + 1, NOW_MS + 2);
      const shown = { product: '/v1/thing', amount: 10_000n, network: 'eip155:8453', requestId: 'call n2' };
      expect((await sales.listOpen()).map(({ state }) => state).toSorted()).toEqual([
        'settling',
        'settling',
        'unknown',
      ]);
      expect((await sales.listOpen()).find(({ state }) => state === 'unknown')).toEqual({
        ...shown,
        state: 'unknown',
        sinceMs: NOW_MS,
        nextLookMs: NOW_MS + 2,
        transaction: '0xn2',
      });

      const failing = [1, 2].map(() => ledger.fail(key, 'n2', { reason: 'void' }, NOW_MS + 3));
      expect((await Promise.all(failing)).filter(Boolean)).toHaveLength(1);
      expect(await ledger.find(key)).toBeUndefined();
      const failed = [{ ...shown, failedAtMs: NOW_MS + 3, reason: 'void', transaction: '0xn2' }];
      expect(await sales.listFailed()).toEqual(failed);
      expect(await ledger.fail({ ...key, nonce: 'n1' }, 'other', { reason: 'void' }, NOW_MS)).toBe(false);
      await ledger.markSettled({ ...key, nonce: 'n3' }, mark('0xn3'), NOW_MS);
      expect(await ledger.fail({ ...key, nonce: 'n3' }, 'n3', { reason: 'void' }, NOW_MS)).toBe(false);
      expect((await listAll(storage)).map(({ transaction }) => transaction)).toEqual(['0xn3']);
      await storage.purge(NOW_MS + 2 + FAILURES_KEPT_MS);
      expect(await sales.listFailed()).toEqual(failed);
      await storage.purge(NOW_MS + 3 + FAILURES_KEPT_MS);
      expect(await sales.listFailed()).toEqual([]);
    });

    it('deletes what the operator deletes, and nothing else', async () => {
      await using storage = await (await make()).open();
      for (const [index, nonce] of ['n1', 'n2', 'n3'].entries()) await sell(storage, nonce, NOW_MS + index);
      expect(await storage.sales.deleteBefore(NOW_MS + 2)).toBe(2);
      expect(await storage.sales.deleteBefore(NOW_MS + 2)).toBe(0);
      expect(await listAll(storage)).toEqual([entry('0xn3', { soldAtMs: NOW_MS + 2, requestId: 'call n3' })]);
    });
  });
}
