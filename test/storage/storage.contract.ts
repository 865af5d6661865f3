import { describe, expect, it } from 'vitest';
import { describeChannels } from './channels.contract.ts';
import { describeLedger } from './ledger.contract.ts';
import { describeMirror } from './mirror-store.contract.ts';
import { describeSales } from './sales.contract.ts';
import type { StorageFactory } from './with-storage.ts';

const NOW_MS = 1_800_000_000_000;
const entry = (value: string) => ({
  value,
  storedAtMs: NOW_MS,
  freshUntilMs: NOW_MS + 1_000,
  staleUntilMs: NOW_MS + 5_000,
});

/** The duties of every storage. `make` gives each test a place of its own. */
export function describeStorage(make: () => Promise<StorageFactory>, { canCopy = true } = {}): void {
  describe('cache', () => {
    it('gives back what was put, byte for byte', async () => {
      await using storage = await (await make()).open();
      const value = JSON.stringify({ text: 'Ünïcode “quotes” 🚗 \u0001', long: 'x'.repeat(300_000) });
      await storage.cache.put('decode:1', entry(value));
      expect(await storage.cache.get('decode:1', NOW_MS)).toEqual(entry(value));
    });

    it('serves a value past its freshness and withholds it from staleUntilMs on', async () => {
      await using storage = await (await make()).open();
      await storage.cache.put('key', entry('value'));
      expect(await storage.cache.get('key', NOW_MS + 4_999)).toEqual(entry('value'));
      expect(await storage.cache.get('key', NOW_MS + 5_000)).toBeUndefined();
    });

    it('replaces what it keeps under a key', async () => {
      await using storage = await (await make()).open();
      await storage.cache.put('key', entry('old'));
      await storage.cache.put('key', entry('new'));
      expect((await storage.cache.get('key', NOW_MS))?.value).toBe('new');
    });
  });

  describe('counters', () => {
    it('adds more than one at a time', async () => {
      await using storage = await (await make()).open();
      await storage.counters.increment('spent', NOW_MS, NOW_MS + 60_000, 40);
      expect(await storage.counters.increment('spent', NOW_MS, NOW_MS + 60_000, 2)).toBe(42);
      expect(await storage.counters.read('spent', NOW_MS)).toBe(42);
    });

    it('counts concurrent increments of one window without losing any', async () => {
      await using storage = await (await make()).open();
      const counts = await Promise.all(
        Array.from({ length: 50 }, () => storage.counters.increment('client', NOW_MS, NOW_MS + 60_000)),
      );
      expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
      expect(await storage.counters.read('client', NOW_MS)).toBe(50);
    });

    it('adds to many at once, also from two sides, and says what was counted since', async () => {
      await using storage = await (await make()).open();
      const rows = ['a', 'b'].flatMap((key) => [1, 2, 3].map((by) => ({ key, startMs: by * 1_000, by })));
      await Promise.all([
        storage.counters.add(rows, NOW_MS),
        storage.counters.add(rows.toReversed(), NOW_MS),
      ]);
      const counts = await storage.counters.since(['b', 'c'], 2_000);
      expect(counts.toSorted((a, b) => a.startMs - b.startMs)).toEqual([
        { key: 'b', startMs: 2_000, count: 4 },
        { key: 'b', startMs: 3_000, count: 6 },
      ]);
    });

    it('keeps keys and windows apart', async () => {
      await using storage = await (await make()).open();
      await storage.counters.increment('a', NOW_MS, NOW_MS + 1);
      expect(await storage.counters.increment('b', NOW_MS, NOW_MS + 1)).toBe(1);
      expect(await storage.counters.increment('a', NOW_MS + 1, NOW_MS + 2)).toBe(1);
      expect(await storage.counters.read('c', NOW_MS)).toBe(0);
    });
  });

  describe('leases', () => {
    it('gives a lease to one owner, who may extend it, until it is released', async () => {
      await using storage = await (await make()).open();
      expect(await storage.leases.acquire('job', 'a', NOW_MS, NOW_MS + 1_000)).toBe(true);
      expect(await storage.leases.acquire('job', 'b', NOW_MS, NOW_MS + 1_000)).toBe(false);
      expect(await storage.leases.acquire('job', 'a', NOW_MS + 900, NOW_MS + 2_000)).toBe(true);
      expect(await storage.leases.acquire('job', 'b', NOW_MS + 1_500, NOW_MS + 3_000)).toBe(false);
      await storage.leases.release('job', 'b');
      expect(await storage.leases.acquire('job', 'b', NOW_MS + 1_500, NOW_MS + 3_000)).toBe(false);
      await storage.leases.release('job', 'a');
      expect(await storage.leases.acquire('job', 'b', NOW_MS + 1_500, NOW_MS + 3_000)).toBe(true);
    });

    it('takes no account of a lease from a clock that was hours ahead', async () => {
      await using storage = await (await make()).open();
      const aheadMs = NOW_MS + 7_200_000;
      await storage.leases.acquire('job', 'ahead', aheadMs, aheadMs + 1_000);
      expect(await storage.leases.acquire('job', 'b', NOW_MS, NOW_MS + 1_000)).toBe(true);
    });

    it('lets one of many instances take a lease that has expired', async () => {
      const place = await make();
      await using first = await place.open();
      await using second = await place.reopen();
      await first.leases.acquire('job', 'gone', NOW_MS, NOW_MS + 10);
      const taken = await Promise.all(
        [first, second, first, second].map(({ leases }, index) =>
          leases.acquire('job', `owner ${index}`, NOW_MS + 10, NOW_MS + 1_000),
        ),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
    });
  });

  describe('sealed reports', () => {
    const terms = { expiresAtMs: NOW_MS + 1_000, most: 2 };

    it('gives one back until it expires or is removed', async () => {
      await using storage = await (await make()).open();
      expect(await storage.sealedReports.put('one', 'x'.repeat(100_000), terms)).toBe(true);
      expect(await storage.sealedReports.put('two', 'b', terms)).toBe(true);
      expect(await storage.sealedReports.get('one', NOW_MS + 999)).toBe('x'.repeat(100_000));
      expect(await storage.sealedReports.get('one', NOW_MS + 1_000)).toBeUndefined();
      expect(await storage.sealedReports.get('three', NOW_MS)).toBeUndefined();
      await storage.sealedReports.remove('one');
      await storage.sealedReports.remove('one');
      expect(await storage.sealedReports.get('one', NOW_MS)).toBeUndefined();
      expect(await storage.sealedReports.get('two', NOW_MS)).toBe('b');
    });

    it('puts another text in its place, and keeps it no longer for that', async () => {
      await using storage = await (await make()).open();
      expect(await storage.sealedReports.replace('one', 'a', NOW_MS)).toBe(false);
      await storage.sealedReports.put('one', 'a', terms);
      expect(await storage.sealedReports.replace('one', 'b', NOW_MS)).toBe(true);
      expect(await storage.sealedReports.put('one', 'c', { ...terms, expiresAtMs: NOW_MS + 9_000 })).toBe(
        true,
      );
      expect(await storage.sealedReports.get('one', NOW_MS)).toBe('c');
      expect(await storage.sealedReports.get('one', NOW_MS + 1_000)).toBeUndefined();
      expect(await storage.sealedReports.replace('one', 'd', NOW_MS + 1_000)).toBe(false);
    });

    it('keeps no more than may be, until some have gone', async () => {
      await using storage = await (await make()).open();
      await storage.sealedReports.put('one', 'a', terms);
      await storage.sealedReports.put('two', 'b', { ...terms, expiresAtMs: NOW_MS + 5_000 });
      expect(await storage.sealedReports.put('three', 'c', terms)).toBe(false);
      expect(await storage.purge(NOW_MS + 1_000)).toBe(1);
      expect(await storage.sealedReports.put('three', 'c', terms)).toBe(true);
      expect(await storage.sealedReports.get('two', NOW_MS)).toBe('b');
    });
  });

  describe('secrets', () => {
    it('keeps the first candidate for every instance', async () => {
      const place = await make();
      await using first = await place.open();
      await using second = await place.reopen();
      const kept = await Promise.all([
        first.secrets.keep('digest', 'one'),
        second.secrets.keep('digest', 'two'),
      ]);
      expect(kept[0]).toBe(kept[1]);
      expect(await first.secrets.keep('digest', 'three')).toBe(kept[0]);
      expect(await first.secrets.keep('other', 'four')).toBe('four');
    });

    it('forgets a secret that is kept elsewhere from now on', async () => {
      await using storage = await (await make()).open();
      await storage.secrets.keep('digest', 'one');
      await storage.secrets.keep('other', 'two');
      await storage.secrets.forget('digest');
      await storage.secrets.forget('digest');
      expect(await storage.secrets.keep('digest', 'three')).toBe('three');
      expect(await storage.secrets.keep('other', 'four')).toBe('two');
    });
  });

  describe('start', () => {
    it('lets several instances start at once on an empty place', async () => {
      const place = await make();
      const storages = await Promise.all([place.open(), place.reopen(), place.reopen(), place.reopen()]);
      await storages[0]?.cache.put('key', entry('shared'));
      for (const storage of storages) {
        await storage.check();
        expect((await storage.cache.get('key', NOW_MS))?.value).toBe('shared');
        await storage[Symbol.asyncDispose]();
      }
    });

    it('keeps everything over a restart', async () => {
      const place = await make();
      const before = await place.open();
      await before.cache.put('key', entry('value'));
      await before.counters.increment('client', NOW_MS, NOW_MS + 1);
      await before[Symbol.asyncDispose]();
      await using after = await place.reopen();
      expect((await after.cache.get('key', NOW_MS))?.value).toBe('value');
      expect(await after.counters.increment('client', NOW_MS, NOW_MS + 1)).toBe(2);
    });

    it('can be closed twice, and then answers no more', async () => {
      const storage = await (await make()).open();
      await storage[Symbol.asyncDispose]();
      await storage[Symbol.asyncDispose]();
      await expect(storage.check()).rejects.toThrow();
    });
  });

  describe('purge', () => {
    it('removes what has expired and nothing else, and says how much', async () => {
      await using storage = await (await make()).open();
      await storage.cache.put('gone', { ...entry('x'), staleUntilMs: NOW_MS });
      await storage.cache.put('kept', { ...entry('x'), staleUntilMs: NOW_MS + 1 });
      await storage.counters.increment('gone', NOW_MS, NOW_MS);
      await storage.counters.increment('kept', NOW_MS, NOW_MS + 1);
      await storage.leases.acquire('gone', 'a', NOW_MS - 1, NOW_MS);
      expect(await storage.purge(NOW_MS)).toBe(3);
      expect(await storage.purge(NOW_MS)).toBe(0);
      expect(await storage.cache.get('gone', 0)).toBeUndefined();
      expect((await storage.cache.get('kept', NOW_MS))?.value).toBe('x');
      expect(await storage.counters.read('kept', NOW_MS)).toBe(1);
    });
  });

  describe('a large purge', () => {
    it('removes everything that has expired, not only a first batch', async () => {
      await using storage = await (await make()).open();
      const puts = Array.from({ length: 1_203 }, (_, index) =>
        storage.counters.increment(`key ${index}`, NOW_MS, NOW_MS + (index < 1_201 ? 0 : 1)),
      );
      await Promise.all(puts);
      expect(await storage.purge(NOW_MS)).toBe(1_201);
      expect(await storage.counters.read('key 1202', NOW_MS)).toBe(1);
    });
  });

  describeLedger(make);
  describeSales(make);
  describeChannels(make);
  describeMirror(make, canCopy);
}
