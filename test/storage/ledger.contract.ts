import { describe, expect, it } from 'vitest';
import type { BoundPayment, Claim } from '../../src/storage/ledger-store.ts';
import { dueAt } from './due-at.ts';
import type { StorageFactory } from './with-storage.ts';

const NOW_MS = 1_800_000_000_000;
const DAY_MS = 86_400_000;

export const bound = (nonce: string, change: Partial<BoundPayment> = {}): BoundPayment => ({
  payer: '0xpayer',
  nonce,
  signatureDigest: `signature ${nonce}`,
  requestDigest: `request ${nonce}`,
  identifierDigest: undefined,
  requestId: `call ${nonce}`,
  resource: '/v1/thing',
  asset: '0xusdc',
  network: 'eip155:8453',
  payTo: '0xseller',
  amount: 10_000n,
  validBeforeSeconds: 253_402_300_799,
  ...change,
});
const claim = (name: string, claimedUntilMs = NOW_MS + 1_000): Claim => ({ claim: name, claimedUntilMs });
const key = (nonce: string) => ({ payer: '0xpayer', nonce });
const settled = { transaction: '0xtx', answerUntilMs: NOW_MS + 600_000, forgetAtMs: NOW_MS + DAY_MS };
const reserved = { kind: 'reserved' };

/** The part of the contract that money hangs on. */
export function describeLedger(make: () => Promise<StorageFactory>): void {
  const open = async () => (await make()).open();
  describe('ledger', () => {
    it('reserves an authorization once, whichever instance asks', async () => {
      const place = await make();
      await using first = await place.open();
      await using second = await place.reopen();
      const taken = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          (index % 2 ? first : second).ledger.reserve(bound('n1'), claim(`c${index}`), NOW_MS),
        ),
      );
      expect(taken.filter(({ kind }) => kind === 'reserved')).toHaveLength(1);
      const row = await first.ledger.find(key('n1'));
      const fresh = { state: 'reserved', handOuts: 0, createdAtMs: NOW_MS };
      expect(row).toMatchObject({ ...bound('n1'), ...fresh });
      expect(taken.every((each) => each.kind !== 'taken' || each.row.claim === row?.claim)).toBe(true);
    });

    it('frees a released payment for another use, and releases only by its claim', async () => {
      await using storage = await open();
      const { ledger } = storage;
      await ledger.reserve(bound('n1'), claim('a'), NOW_MS);
      expect(await ledger.release(key('n1'), 'b')).toBe(false);
      expect(await ledger.release(key('n1'), 'a')).toBe(true);
      expect(await ledger.find(key('n1'))).toBeUndefined();
      expect(await ledger.reserve(bound('n1', { requestDigest: 'other' }), claim('c'), NOW_MS)).toEqual(
        reserved,
      );
    });

    it('clears away a reservation whose claim has expired, and no sooner', async () => {
      await using storage = await open();
      const { ledger } = storage;
      await ledger.reserve(bound('n1'), claim('dead', NOW_MS + 10), NOW_MS);
      expect(await ledger.reserve(bound('n1'), claim('b'), NOW_MS + 9)).toMatchObject({ kind: 'taken' });
      await ledger.renew(['dead'], NOW_MS + 20);
      const renewed = await ledger.reserve(bound('n1'), claim('b'), NOW_MS + 19);
      expect(renewed).toMatchObject({ row: { claim: 'dead' } });
      expect(await ledger.reserve(bound('n1'), claim('b'), NOW_MS + 20)).toEqual({ kind: 'again' });
      expect(await ledger.reserve(bound('n1'), claim('b', NOW_MS + 99), NOW_MS + 20)).toEqual(reserved);
      const dead = claim('dead', NOW_MS + 99);
      expect(await ledger.beginSettlement(key('n1'), dead, 'answer', NOW_MS + 21)).toBe(false);
    });

    it('goes from reserved over settling and unknown to settled, each step only by its claim', async () => {
      await using storage = await open();
      const { ledger } = storage;
      await ledger.reserve(bound('n1'), claim('a'), NOW_MS);
      expect(await ledger.markSettled(key('n1'), settled, NOW_MS)).toBe(false);
      expect(await ledger.beginSettlement(key('n1'), claim('x'), 'answer', NOW_MS)).toBe(false);
      expect(await ledger.beginSettlement(key('n1'), claim('a'), 'answer', NOW_MS)).toBe(true);
      expect(await ledger.beginSettlement(key('n1'), claim('a'), 'answer', NOW_MS)).toBe(false);
      expect(await ledger.markUnknown(key('n1'), 'x', '0xtx', NOW_MS, NOW_MS)).toBe(false);
      expect(await ledger.markUnknown(key('n1'), 'a', '0xtx', NOW_MS, NOW_MS)).toBe(true);
      const unknown = { state: 'unknown', transaction: '0xtx', answer: 'answer' };
      expect(await ledger.find(key('n1'))).toMatchObject(unknown);
      expect(await ledger.markSettled(key('n1'), settled, NOW_MS + 5)).toBe(true);
      expect(await ledger.markSettled(key('n1'), settled, NOW_MS + 6)).toBe(false);
      expect(await ledger.release(key('n1'), 'a')).toBe(false);
      expect(await ledger.find(key('n1'))).toMatchObject({
        state: 'settled',
        transaction: '0xtx',
        handOuts: 0,
        answerUntilMs: NOW_MS + 600_000,
        updatedAtMs: NOW_MS + 5,
      });
    });

    it('lists what is settled for its audit until it is final', async () => {
      await using storage = await open();
      const { ledger } = storage;
      for (const nonce of ['audited', 'not audited', 'open']) {
        await ledger.reserve(bound(nonce), claim(nonce), NOW_MS);
        const payment = nonce === 'not audited' ? undefined : 'sealed';
        await ledger.beginSettlement(key(nonce), claim(nonce), 'answer', NOW_MS, payment);
        const mark = { ...settled, auditAtMs: NOW_MS + 100 };
        if (nonce !== 'open') await ledger.markSettled(key(nonce), mark, NOW_MS);
      }
      expect(await ledger.findUnaudited(dueAt(NOW_MS + 99), 9)).toEqual([]);
      expect(await ledger.findUnaudited(dueAt(NOW_MS + 100), 9)).toMatchObject([
        { nonce: 'audited', payment: 'sealed', dropped: false },
      ]);
      await ledger.postpone(key('audited'), NOW_MS + 200);
      expect(await ledger.findUnaudited(dueAt(NOW_MS + 100), 9)).toEqual([]);
      expect(await ledger.markFinal(key('audited'), { transaction: '0xother' })).toBe(true);
      expect(await ledger.findUnaudited(dueAt(NOW_MS + 200), 9)).toEqual([]);
      const final = await ledger.find(key('audited'));
      expect(final).toMatchObject({ state: 'settled', transaction: '0xother', payment: undefined });
      expect(await ledger.markDropped(key('audited'), '0xother', NOW_MS)).toBe(false);
      expect(await ledger.markFinal(key('open'), { transaction: '0xtx' })).toBe(false);
    });

    it('takes a look that was put off by a clock hours ahead for due', async () => {
      await using storage = await open();
      const { ledger } = storage;
      for (const nonce of ['unknown', 'settled']) {
        await ledger.reserve(bound(nonce), claim(nonce), NOW_MS);
        await ledger.beginSettlement(key(nonce), claim(nonce), 'answer', NOW_MS, 'sealed');
      }
      const aheadMs = NOW_MS + 7_200_000;
      await ledger.markUnknown(key('unknown'), 'unknown', undefined, aheadMs, aheadMs);
      await ledger.markSettled(key('settled'), { ...settled, auditAtMs: aheadMs }, aheadMs);
      for (const latestMs of [aheadMs, aheadMs - 1]) {
        const found = latestMs < aheadMs ? 1 : 0;
        expect(await ledger.findUnresolved({ nowMs: NOW_MS, latestMs }, 9)).toHaveLength(found);
        expect(await ledger.findUnaudited({ nowMs: NOW_MS, latestMs }, 9)).toHaveLength(found);
      }
    });

    it('opens a settlement that was dropped once more, and keeps count of its hand-outs', async () => {
      await using storage = await open();
      const { ledger } = storage;
      await ledger.reserve(bound('n1'), claim('a'), NOW_MS);
      await ledger.beginSettlement(key('n1'), claim('a'), 'answer', NOW_MS, 'sealed');
      expect(await ledger.markDropped(key('n1'), '0xtx', NOW_MS)).toBe(false);
      await ledger.markSettled(key('n1'), settled, NOW_MS);
      await ledger.countHandOut(key('n1'), 9);
      expect(await ledger.markDropped(key('n1'), '0xother', NOW_MS)).toBe(false);
      const dropping = [1, 2, 3].map(() => ledger.markDropped(key('n1'), '0xtx', NOW_MS + 5));
      expect((await Promise.all(dropping)).filter(Boolean)).toHaveLength(1);
      expect(await ledger.findUnresolved(dueAt(NOW_MS + 5), 9)).toMatchObject([
        { nonce: 'n1', state: 'unknown', dropped: true, handOuts: 1, payment: 'sealed' },
      ]);
      await ledger.markSettled(key('n1'), { ...settled, transaction: '0xagain' }, NOW_MS + 6);
      const again = { state: 'settled', transaction: '0xagain', dropped: false, handOuts: 1 };
      expect(await ledger.find(key('n1'))).toMatchObject(again);
    });

    it('passes an unfinished settlement on to one new claim, once nobody works on it', async () => {
      await using storage = await open();
      const { ledger } = storage;
      await ledger.reserve(bound('n1'), claim('a'), NOW_MS);
      await ledger.beginSettlement(key('n1'), claim('a', NOW_MS + 10), 'answer', NOW_MS);
      expect(await ledger.claimSettlement(key('n1'), 'a', claim('b', NOW_MS + 50), NOW_MS + 9)).toBe(false);
      const claiming = ['b', 'c', 'd'].map((name) => claim(name, NOW_MS + 50));
      const taken = await Promise.all(
        claiming.map((other) => ledger.claimSettlement(key('n1'), 'a', other, NOW_MS + 10)),
      );
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await ledger.markUnknown(key('n1'), 'a', undefined, NOW_MS + 11, NOW_MS)).toBe(false);
      expect(await ledger.release(key('n1'), 'a')).toBe(false);
      expect(await ledger.find(key('n1'))).toMatchObject({ state: 'settling', settleAttempts: 2 });
    });

    it('lists what is unresolved when it is due: unknown, or settling without a living claim', async () => {
      await using storage = await open();
      const { ledger } = storage;
      for (const nonce of ['reserved', 'settling', 'abandoned', 'unknown', 'later', 'settled']) {
        await ledger.reserve(bound(nonce), claim(nonce, NOW_MS + 100), NOW_MS);
        if (nonce === 'reserved') continue;
        const until = nonce === 'abandoned' ? NOW_MS : NOW_MS + 100;
        await ledger.beginSettlement(key(nonce), claim(nonce, until), 'answer', NOW_MS);
        if (nonce === 'unknown' || nonce === 'later')
          await ledger.markUnknown(key(nonce), nonce, undefined, NOW_MS, NOW_MS);
        if (nonce === 'settled') await ledger.markSettled(key(nonce), settled, NOW_MS);
      }
      await ledger.postpone(key('later'), NOW_MS + 50);
      const due = async (nowMs: number, limit = 10) =>
        (await ledger.findUnresolved(dueAt(nowMs), limit)).map(({ nonce }) => nonce).toSorted();
      expect(await due(NOW_MS)).toEqual(['abandoned', 'unknown']);
      expect(await due(NOW_MS, 1)).toHaveLength(1);
      expect(await due(NOW_MS + 50)).toEqual(['abandoned', 'later', 'unknown']);
      expect(await due(NOW_MS + 100)).toEqual(['abandoned', 'later', 'settling', 'unknown']);
      expect(await ledger.countByState()).toEqual({ reserved: 1, settling: 2, unknown: 2, settled: 1 });
    });

    it('sells one payer one request once, while the answer is kept', async () => {
      const place = await make();
      await using first = await place.open();
      await using second = await place.reopen();
      const { ledger } = first;
      const same = (nonce: string, payer = '0xpayer') => bound(nonce, { payer, requestDigest: 'request' });
      const taken = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          (index % 2 ? first : second).ledger.reserve(same(`n${index}`), claim(`c${index}`), NOW_MS),
        ),
      );
      expect(taken.filter(({ kind }) => kind === 'reserved')).toHaveLength(1);
      const row = await ledger.findByRequest('0xpayer', ['request']);
      expect(row).toMatchObject({ state: 'reserved' });
      const winner = row ?? key('none');
      expect(await ledger.reserve(same('late'), claim('late'), NOW_MS)).toMatchObject({
        kind: 'taken',
        row: { nonce: winner.nonce },
      });
      expect(await ledger.reserve(same('of another', '0xother'), claim('o'), NOW_MS)).toEqual(reserved);
      await ledger.beginSettlement(winner, claim(row?.claim ?? ''), 'answer', NOW_MS);
      await ledger.markSettled(winner, settled, NOW_MS);
      const kept = await ledger.reserve(same('late'), claim('late'), NOW_MS + 599_999);
      expect(kept.kind).toBe('taken');
      expect(await ledger.reserve(same('late'), claim('late'), NOW_MS + 600_000)).toEqual({ kind: 'again' });
      expect(await ledger.reserve(same('late'), claim('late'), NOW_MS + 600_000)).toEqual(reserved);
      expect(await ledger.find(winner)).toMatchObject({ state: 'settled', requestDigest: undefined });
    });

    it('counts how often a settled answer was handed out, up to a limit, and takes back what did not arrive', async () => {
      await using storage = await open();
      const { ledger } = storage;
      await ledger.reserve(bound('n1'), claim('a'), NOW_MS);
      await ledger.beginSettlement(key('n1'), claim('a'), 'answer', NOW_MS);
      expect(await ledger.countHandOut(key('n1'), 3)).toBe(false);
      await ledger.markSettled(key('n1'), settled, NOW_MS);
      const counted = await Promise.all(Array.from({ length: 5 }, () => ledger.countHandOut(key('n1'), 3)));
      expect(counted.filter(Boolean)).toHaveLength(3);
      await ledger.takeBackHandOut(key('n1'));
      expect(await ledger.find(key('n1'))).toMatchObject({ handOuts: 2 });
      expect(await ledger.countHandOut(key('n1'), 3)).toBe(true);
      expect(await ledger.countHandOut(key('n1'), 3)).toBe(false);
    });

    it('sums what a payer has under way up to this payment, so that of several the first passes', async () => {
      await using storage = await open();
      const { ledger } = storage;
      await ledger.reserve(bound('n1'), claim('a'), NOW_MS);
      await ledger.reserve(bound('n2'), claim('b'), NOW_MS);
      await ledger.reserve(bound('n3', { amount: 50_000n }), claim('c'), NOW_MS + 1);
      await ledger.reserve(bound('n4', { payer: '0xother' }), claim('d'), NOW_MS);
      const sums = await Promise.all(
        ['n1', 'n2', 'n3'].map((nonce) => ledger.amountUnderWay(key(nonce), NOW_MS)),
      );
      expect(sums).toEqual([10_000n, 20_000n, 70_000n]);
      await ledger.beginSettlement(key('n1'), claim('a'), 'answer', NOW_MS);
      await ledger.markSettled(key('n1'), settled, NOW_MS);
      expect(await ledger.amountUnderWay(key('n3'), NOW_MS)).toBe(60_000n);
      await ledger.beginSettlement(key('n2'), claim('b'), 'answer', NOW_MS);
      expect(await ledger.amountUnderWay(key('n3'), NOW_MS)).toBe(60_000n);
      await ledger.markUnknown(key('n2'), 'b', undefined, NOW_MS, NOW_MS);
      expect(await ledger.amountUnderWay(key('n3'), NOW_MS)).toBe(50_000n);
    });

    it('lets an identifier of a payer name one payment while its answer is kept', async () => {
      await using storage = await open();
      const { ledger } = storage;
      const named = (nonce: string, payer = '0xpayer') => bound(nonce, { payer, identifierDigest: 'id' });
      expect(await ledger.reserve(named('n1'), claim('a'), NOW_MS)).toMatchObject(reserved);
      expect(await ledger.reserve(named('n2'), claim('b'), NOW_MS)).toMatchObject({ row: { nonce: 'n1' } });
      expect(await ledger.reserve(named('n2', '0xother'), claim('c'), NOW_MS)).toMatchObject(reserved);
      await ledger.beginSettlement(key('n1'), claim('a'), 'answer', NOW_MS);
      await ledger.markSettled(key('n1'), settled, NOW_MS);
      expect(await ledger.reserve(named('n2'), claim('d'), NOW_MS)).toMatchObject({ kind: 'taken' });
      expect(await ledger.reserve(named('n2'), claim('d'), NOW_MS + 600_000)).toEqual({ kind: 'again' });
      expect(await ledger.reserve(named('n2'), claim('d'), NOW_MS + 600_000)).toEqual(reserved);
    });

    it('knows on which network it was paid, also when only the sale is left', async () => {
      await using storage = await open();
      const { ledger } = storage;
      expect(await ledger.network()).toBeUndefined();
      await ledger.reserve(bound('n1'), claim('a'), NOW_MS);
      expect(await ledger.network()).toBe('eip155:8453');
      await ledger.beginSettlement(key('n1'), claim('a'), 'answer', NOW_MS);
      await ledger.markSettled(key('n1'), settled, NOW_MS);
      await storage.purge(NOW_MS + DAY_MS);
      expect(await ledger.find(key('n1'))).toBeUndefined();
      expect(await ledger.network()).toBe('eip155:8453');
    });

    it('purges answers when their time is over and settled rows later, and never an open outcome', async () => {
      await using storage = await open();
      const { ledger } = storage;
      for (const nonce of ['settled', 'unknown', 'abandoned']) {
        await ledger.reserve(bound(nonce), claim(nonce), NOW_MS);
        if (nonce === 'abandoned') continue;
        await ledger.beginSettlement(key(nonce), claim(nonce), 'answer', NOW_MS);
        if (nonce === 'unknown') await ledger.markUnknown(key(nonce), nonce, undefined, NOW_MS, NOW_MS);
        else await ledger.markSettled(key(nonce), settled, NOW_MS);
      }
      await storage.purge(NOW_MS + 599_999);
      expect((await ledger.find(key('settled')))?.answer).toBe('answer');
      await storage.purge(NOW_MS + 600_000);
      expect(await ledger.find(key('settled'))).toMatchObject({ answer: undefined, state: 'settled' });
      expect((await ledger.find(key('settled')))?.requestDigest).toBeFalsy();
      // An hour after the claim of who has reserved it ran out.
      await storage.purge(NOW_MS + 1_000 + 3_599_999);
      expect(await ledger.find(key('abandoned'))).toBeDefined();
      await storage.purge(NOW_MS + 1_000 + 3_600_000);
      expect(await ledger.find(key('abandoned'))).toBeUndefined();
      await storage.purge(NOW_MS + DAY_MS);
      expect(await ledger.find(key('settled'))).toBeUndefined();
      expect(await ledger.find(key('unknown'))).toMatchObject({ answer: 'answer', state: 'unknown' });
    });
  });
}
