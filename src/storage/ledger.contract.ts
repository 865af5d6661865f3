import { describe, expect, it } from 'vitest';
import type { Claim, PaymentBinding } from './ledger-store.ts';
import type { StorageFactory } from './storage.contract.ts';

const NOW_MS = 1_800_000_000_000;
const DAY_MS = 86_400_000;

const binding = (nonce: string, change: Partial<PaymentBinding> = {}): PaymentBinding => ({
  payer: '0xpayer',
  nonce,
  signatureDigest: `signature ${nonce}`,
  requestDigest: 'request',
  identifierDigest: undefined,
  resource: '/v1/thing',
  asset: '0xusdc',
  payTo: '0xseller',
  amount: 10_000n,
  validBeforeSeconds: 253_402_300_799,
  ...change,
});
const claim = (name: string, claimedUntilMs = NOW_MS + 1_000): Claim => ({ claim: name, claimedUntilMs });
const key = (nonce: string) => ({ payer: '0xpayer', nonce });
const settled = (handedOut: boolean) => ({
  transaction: '0xtx',
  handedOut,
  answerUntilMs: NOW_MS + 600_000,
  forgetAtMs: NOW_MS + DAY_MS,
});

/** The part of the contract that money hangs on. */
export function describeLedger(make: () => Promise<StorageFactory>): void {
  describe('ledger', () => {
    it('reserves an authorization once, whichever instance asks', async () => {
      const place = await make();
      await using first = await place.open();
      await using second = await place.reopen();
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? first : second).ledger.reserve(binding('n1'), claim(`c${index}`), NOW_MS),
        ),
      );
      expect(taken.filter(({ reserved }) => reserved)).toHaveLength(1);
      const row = await first.ledger.find(key('n1'));
      expect(row).toMatchObject({
        ...binding('n1'),
        state: 'reserved',
        handedOut: false,
        createdAtMs: NOW_MS,
      });
      expect(taken.every((each) => each.reserved || each.row?.claim === row?.claim)).toBe(true);
    });

    it('frees a released payment for another use, and releases only by its claim', async () => {
      await using storage = await (await make()).open();
      const { ledger } = storage;
      await ledger.reserve(binding('n1'), claim('a'), NOW_MS);
      expect(await ledger.release(key('n1'), 'b')).toBe(false);
      expect(await ledger.release(key('n1'), 'a')).toBe(true);
      expect(await ledger.find(key('n1'))).toBeUndefined();
      expect(await ledger.reserve(binding('n1', { requestDigest: 'other' }), claim('c'), NOW_MS)).toEqual({
        reserved: true,
      });
    });

    it('clears away a reservation whose claim has expired, and no sooner', async () => {
      await using storage = await (await make()).open();
      const { ledger } = storage;
      await ledger.reserve(binding('n1'), claim('dead', NOW_MS + 10), NOW_MS);
      expect((await ledger.reserve(binding('n1'), claim('b'), NOW_MS + 9)).reserved).toBe(false);
      await ledger.renew(['dead'], NOW_MS + 20);
      expect(await ledger.reserve(binding('n1'), claim('b'), NOW_MS + 19)).toMatchObject({
        row: { claim: 'dead' },
      });
      expect(await ledger.reserve(binding('n1'), claim('b'), NOW_MS + 20)).toEqual({
        reserved: false,
        row: undefined,
      });
      expect(await ledger.reserve(binding('n1'), claim('b', NOW_MS + 99), NOW_MS + 20)).toEqual({
        reserved: true,
      });
      expect(await ledger.beginSettlement(key('n1'), claim('dead', NOW_MS + 99), 'answer', NOW_MS + 21)).toBe(
        false,
      );
    });

    it('goes from reserved over settling and unknown to settled, each step only by its claim', async () => {
      await using storage = await (await make()).open();
      const { ledger } = storage;
      await ledger.reserve(binding('n1'), claim('a'), NOW_MS);
      expect(await ledger.markSettled(key('n1'), settled(true), NOW_MS)).toBe(false);
      expect(await ledger.beginSettlement(key('n1'), claim('x'), 'answer', NOW_MS)).toBe(false);
      expect(await ledger.beginSettlement(key('n1'), claim('a'), 'answer', NOW_MS)).toBe(true);
      expect(await ledger.beginSettlement(key('n1'), claim('a'), 'answer', NOW_MS)).toBe(false);
      expect(await ledger.markUnknown(key('n1'), 'x', '0xtx', NOW_MS, NOW_MS)).toBe(false);
      expect(await ledger.markUnknown(key('n1'), 'a', '0xtx', NOW_MS, NOW_MS)).toBe(true);
      expect(await ledger.find(key('n1'))).toMatchObject({
        state: 'unknown',
        transaction: '0xtx',
        answer: 'answer',
      });
      expect(await ledger.markSettled(key('n1'), settled(false), NOW_MS + 5)).toBe(true);
      expect(await ledger.markSettled(key('n1'), settled(true), NOW_MS + 6)).toBe(false);
      expect(await ledger.release(key('n1'), 'a')).toBe(false);
      expect(await ledger.find(key('n1'))).toMatchObject({
        state: 'settled',
        transaction: '0xtx',
        handedOut: false,
        answerUntilMs: NOW_MS + 600_000,
        updatedAtMs: NOW_MS + 5,
      });
    });

    it('passes an unfinished settlement on to one new claim, once nobody works on it', async () => {
      await using storage = await (await make()).open();
      const { ledger } = storage;
      await ledger.reserve(binding('n1'), claim('a'), NOW_MS);
      await ledger.beginSettlement(key('n1'), claim('a', NOW_MS + 10), 'answer', NOW_MS);
      expect(await ledger.claimSettlement(key('n1'), 'a', claim('b', NOW_MS + 50), NOW_MS + 9)).toBe(false);
      const taken = await Promise.all(
        ['b', 'c', 'd'].map((name) =>
          ledger.claimSettlement(key('n1'), 'a', claim(name, NOW_MS + 50), NOW_MS + 10),
        ),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await ledger.markUnknown(key('n1'), 'a', undefined, NOW_MS + 11, NOW_MS)).toBe(false);
      expect(await ledger.release(key('n1'), 'a')).toBe(false);
      expect(await ledger.find(key('n1'))).toMatchObject({ state: 'settling', settleAttempts: 2 });
    });

    it('lists what is unresolved when it is due: unknown, or settling without a living claim', async () => {
      await using storage = await (await make()).open();
      const { ledger } = storage;
      for (const nonce of ['reserved', 'settling', 'abandoned', 'unknown', 'later', 'settled']) {
        await ledger.reserve(binding(nonce), claim(nonce, NOW_MS + 100), NOW_MS);
        if (nonce === 'reserved') continue;
        const until = nonce === 'abandoned' ? NOW_MS : NOW_MS + 100;
        await ledger.beginSettlement(key(nonce), claim(nonce, until), 'answer', NOW_MS);
        if (nonce === 'unknown' || nonce === 'later')
          await ledger.markUnknown(key(nonce), nonce, undefined, NOW_MS, NOW_MS);
        if (nonce === 'settled') await ledger.markSettled(key(nonce), settled(true), NOW_MS);
      }
      await ledger.postpone(key('later'), NOW_MS + 50);
      const due = async (nowMs: number, limit = 10) =>
        (await ledger.findUnresolved(nowMs, limit)).map(({ nonce }) => nonce).toSorted();
      expect(await due(NOW_MS)).toEqual(['abandoned', 'unknown']);
      expect(await due(NOW_MS, 1)).toHaveLength(1);
      expect(await due(NOW_MS + 50)).toEqual(['abandoned', 'later', 'unknown']);
      expect(await due(NOW_MS + 100)).toEqual(['abandoned', 'later', 'settling', 'unknown']);
      expect(await ledger.countByState()).toEqual({ reserved: 1, settling: 2, unknown: 2, settled: 1 });
    });

    it('finds what is owed to a payer for a request: an outcome to come, or an answer nobody was given', async () => {
      await using storage = await (await make()).open();
      const { ledger } = storage;
      const owed = async (nowMs = NOW_MS) =>
        (await ledger.findOwed('0xpayer', 'request', nowMs)).map(({ nonce }) => nonce).join();
      await ledger.reserve(binding('n1'), claim('a'), NOW_MS);
      expect(await owed()).toBe('');
      await ledger.beginSettlement(key('n1'), claim('a', NOW_MS + 10), 'answer', NOW_MS);
      expect(await owed()).toBe('n1');
      await ledger.markUnknown(key('n1'), 'a', undefined, NOW_MS, NOW_MS);
      expect(await owed()).toBe('n1');
      expect(await ledger.findOwed('0xpayer', 'another', NOW_MS)).toEqual([]);
      expect(await ledger.findOwed('0xother', 'request', NOW_MS)).toEqual([]);
      await ledger.markSettled(key('n1'), settled(false), NOW_MS);
      expect(await owed()).toBe('n1');
      expect(await owed(NOW_MS + 600_000)).toBe('');
      const taken = await Promise.all(
        Array.from({ length: 5 }, () => ledger.takeUndelivered(key('n1'), NOW_MS)),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await owed()).toBe('');
    });

    it('hands a settled answer out again so many times, and not after its time', async () => {
      await using storage = await (await make()).open();
      const { ledger } = storage;
      await ledger.reserve(binding('n1'), claim('a'), NOW_MS);
      await ledger.beginSettlement(key('n1'), claim('a'), 'answer', NOW_MS);
      expect(await ledger.replay(key('n1'), 3, NOW_MS)).toBe(false);
      await ledger.markSettled(key('n1'), settled(true), NOW_MS);
      const replays = await Promise.all(Array.from({ length: 5 }, () => ledger.replay(key('n1'), 3, NOW_MS)));
      expect(replays.filter(Boolean)).toHaveLength(3);
      expect(await ledger.replay(key('n1'), 9, NOW_MS + 600_000)).toBe(false);
    });

    it('sums what a payer has under way up to this payment, so that of several the first passes', async () => {
      await using storage = await (await make()).open();
      const { ledger } = storage;
      await ledger.reserve(binding('n1'), claim('a'), NOW_MS);
      await ledger.reserve(binding('n2'), claim('b'), NOW_MS);
      await ledger.reserve(binding('n3', { amount: 50_000n }), claim('c'), NOW_MS + 1);
      await ledger.reserve(binding('n4', { payer: '0xother' }), claim('d'), NOW_MS);
      const sums = await Promise.all(
        ['n1', 'n2', 'n3'].map((nonce) => ledger.amountUnderWay(key(nonce), NOW_MS)),
      );
      expect(sums).toEqual([10_000n, 20_000n, 70_000n]);
      await ledger.beginSettlement(key('n1'), claim('a'), 'answer', NOW_MS);
      await ledger.markSettled(key('n1'), settled(true), NOW_MS);
      expect(await ledger.amountUnderWay(key('n3'), NOW_MS)).toBe(60_000n);
      await ledger.beginSettlement(key('n2'), claim('b'), 'answer', NOW_MS);
      await ledger.markUnknown(key('n2'), 'b', undefined, NOW_MS, NOW_MS);
      expect(await ledger.amountUnderWay(key('n3'), NOW_MS)).toBe(50_000n);
    });

    it('lets an identifier of a payer name one payment while its answer is kept', async () => {
      await using storage = await (await make()).open();
      const { ledger } = storage;
      const named = (nonce: string, payer = '0xpayer') => binding(nonce, { payer, identifierDigest: 'id' });
      expect((await ledger.reserve(named('n1'), claim('a'), NOW_MS)).reserved).toBe(true);
      expect(await ledger.reserve(named('n2'), claim('b'), NOW_MS)).toMatchObject({ row: { nonce: 'n1' } });
      expect((await ledger.reserve(named('n2', '0xother'), claim('c'), NOW_MS)).reserved).toBe(true);
      await ledger.beginSettlement(key('n1'), claim('a'), 'answer', NOW_MS);
      await ledger.markSettled(key('n1'), settled(true), NOW_MS);
      expect((await ledger.reserve(named('n2'), claim('d'), NOW_MS)).reserved).toBe(false);
      expect((await ledger.reserve(named('n2'), claim('d'), NOW_MS + 600_000)).reserved).toBe(true);
    });

    it('purges answers when their time is over and settled rows later, and never an open outcome', async () => {
      await using storage = await (await make()).open();
      const { ledger } = storage;
      for (const nonce of ['settled', 'unknown', 'abandoned']) {
        await ledger.reserve(binding(nonce), claim(nonce), NOW_MS);
        if (nonce === 'abandoned') continue;
        await ledger.beginSettlement(key(nonce), claim(nonce), 'answer', NOW_MS);
        if (nonce === 'unknown') await ledger.markUnknown(key(nonce), nonce, undefined, NOW_MS, NOW_MS);
        else await ledger.markSettled(key(nonce), settled(true), NOW_MS);
      }
      await storage.purge(NOW_MS + 599_999);
      expect((await ledger.find(key('settled')))?.answer).toBe('answer');
      await storage.purge(NOW_MS + 600_000);
      expect(await ledger.find(key('settled'))).toMatchObject({ answer: undefined, state: 'settled' });
      expect(await ledger.find(key('abandoned'))).toBeDefined();
      await storage.purge(NOW_MS + DAY_MS);
      expect(await ledger.find(key('settled'))).toBeUndefined();
      expect(await ledger.find(key('abandoned'))).toBeUndefined();
      expect(await ledger.find(key('unknown'))).toMatchObject({ answer: 'answer', state: 'unknown' });
    });
  });
}
