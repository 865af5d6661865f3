import type { Channel } from '@x402/evm/batch-settlement/server';
import { describe, expect, it } from 'vitest';
import type { Storage } from '../../src/storage/storage.ts';
import { bound } from './ledger.contract.ts';
import type { StorageFactory } from './with-storage.ts';

const NOW_MS = 1_800_000_000_000;
const ID = `0x${'ab'.repeat(32)}`;

export const aChannel = (change: Partial<Channel> = {}): Channel => ({
  channelId: ID,
  channelConfig: {
    payer: '0xpayer',
    payerAuthorizer: '0xpayer',
    receiver: '0xseller',
    receiverAuthorizer: '0xauthorizer',
    token: '0xusdc',
    withdrawDelay: 86_400,
    salt: '0x00',
  },
  chargedCumulativeAmount: '0',
  signedMaxClaimable: '0',
  signature: '0x',
  balance: '100000',
  totalClaimed: '0',
  withdrawRequestedAt: 0,
  refundNonce: 0,
  onchainSyncedAt: NOW_MS,
  lastRequestTimestamp: NOW_MS,
  ...change,
});

const keep = (storage: Storage, change: Partial<Channel> = {}) =>
  storage.channels.updateChannel(ID, () => aChannel(change));

/** Sells a call for 10,000 by the voucher of this sum. */
const sell = (
  { channels }: Storage,
  charged: bigint,
  {
    mostUnclaimed = 1_000_000n,
    mostInAll = 1_000_000n,
    ...change
  }: Parameters<typeof bound>[1] & { mostUnclaimed?: bigint; mostInAll?: bigint } = {},
) =>
  channels.sell(
    bound(`${ID}:${charged}`, { requestDigest: `request ${charged}`, ...change }),
    {
      channel: ID,
      charged,
      signature: `0x${charged}`,
      answer: `answer ${charged}`,
      answerUntilMs: NOW_MS + 600_000,
      forgetAtMs: NOW_MS + 86_400_000,
      mostUnclaimed,
      mostInAll,
    },
    NOW_MS,
  );

/** The duties of the storage towards channels and the vouchers that pay for calls. */
export function describeChannels(make: () => Promise<StorageFactory>): void {
  describe('channels', () => {
    it('are given back as they were put', async () => {
      await using storage = await (await make()).open();
      const pendingRequest = { pendingId: '0x1', signedMaxClaimable: '0', expiresAt: NOW_MS };
      await keep(storage, { pendingRequest });
      expect(await storage.channels.get(ID.toUpperCase().replace('X', 'x'))).toMatchObject(
        aChannel({ pendingRequest }),
      );
      expect(await storage.channels.get('0xother')).toBeUndefined();
    });

    it('are changed one change after another, from two sides', async () => {
      const place = await make();
      await using first = await place.open();
      await using second = await place.reopen();
      await keep(first);
      const raise = ({ channels }: Storage) =>
        channels.updateChannel(ID, (now) => now && { ...now, refundNonce: now.refundNonce + 1 });
      await Promise.all(Array.from({ length: 10 }, (_, turn) => raise(turn % 2 ? first : second)));
      expect(await first.channels.get(ID)).toMatchObject({ refundNonce: 10 });
    });

    it('can be left as they are, and removed', async () => {
      await using storage = await (await make()).open();
      await keep(storage);
      expect((await storage.channels.updateChannel(ID, (now) => now)).status).toBe('unchanged');
      expect((await storage.channels.updateChannel(ID, () => undefined)).status).toBe('deleted');
      expect((await storage.channels.updateChannel(ID, () => undefined)).status).toBe('unchanged');
    });

    it('are charged by a voucher together with the payment, its answer and the entry in the books', async () => {
      await using storage = await (await make()).open();
      await keep(storage);
      expect(await sell(storage, 10_000n)).toBe(true);
      expect(await storage.channels.list()).toMatchObject([
        { chargedCumulativeAmount: '10000', signedMaxClaimable: '10000', signature: '0x10000' },
      ]);
      expect(await storage.channels.unclaimed()).toBe(10_000n);
      const nonce = `${ID}:10000`;
      expect(await storage.ledger.find({ payer: '0xpayer', nonce })).toMatchObject({
        state: 'settled',
        answer: 'answer 10000',
        transaction: nonce,
        amount: 10_000n,
      });
      expect(await storage.sales.find(nonce)).toMatchObject([{ amount: 10_000n, transaction: nonce }]);
    });

    it('sell one call for one voucher, however many try at once on two sides', async () => {
      const place = await make();
      await using first = await place.open();
      await using second = await place.reopen();
      await keep(first);
      const tries = Array.from({ length: 12 }, (_, turn) =>
        sell(turn % 2 ? first : second, 10_000n, { requestDigest: `request of ${turn}` }),
      );
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1);
      expect(await second.channels.unclaimed()).toBe(10_000n);
      expect(await first.sales.find(`${ID}:10000`)).toHaveLength(1);
    });

    it('sell nothing twice to a payer whose request has a row', async () => {
      await using storage = await (await make()).open();
      await keep(storage);
      await sell(storage, 10_000n, { requestDigest: 'this' });
      expect(await sell(storage, 20_000n, { requestDigest: 'this' })).toBe(false);
      expect(await storage.channels.unclaimed()).toBe(10_000n);
      expect(await sell(storage, 20_000n, { requestDigest: 'that' })).toBe(true);
    });

    it.each<[string, Partial<Channel>, bigint]>([
      ['at another sum', { chargedCumulativeAmount: '5000' }, 10_000n],
      ['ahead of what was charged', {}, 20_000n],
      ['beyond its balance', { balance: '9999' }, 10_000n],
      ['of which too much is unclaimed', { chargedCumulativeAmount: '90000' }, 100_000n],
      ['whose payer withdraws', { withdrawRequestedAt: 1 }, 10_000n],
      [
        'that is being refunded',
        { pendingRequest: { pendingId: '', signedMaxClaimable: '', expiresAt: 1 } },
        10_000n,
      ],
    ])('are not charged by a voucher %s', async (_which, change, charged) => {
      await using storage = await (await make()).open();
      await keep(storage, change);
      const before = await storage.channels.get(ID);
      expect(await sell(storage, charged, { mostUnclaimed: 95_000n })).toBe(false);
      expect(await storage.channels.get(ID)).toEqual(before);
      expect(await storage.sales.find(`${ID}:${charged}`)).toEqual([]);
    });

    it('are not charged where all together would owe too much', async () => {
      await using storage = await (await make()).open();
      await keep(storage);
      const other = { channelId: '0xother', chargedCumulativeAmount: '70000', totalClaimed: '10000' };
      await storage.channels.updateChannel('0xother', () => aChannel(other));
      expect(await sell(storage, 10_000n, { mostInAll: 69_999n })).toBe(false);
      expect(await storage.channels.unclaimed()).toBe(60_000n);
      expect(await sell(storage, 10_000n, { mostInAll: 70_000n })).toBe(true);
    });

    it('count as unclaimed from the first call after a claim on', async () => {
      await using storage = await (await make()).open();
      await keep(storage, { lastRequestTimestamp: 1, chargedCumulativeAmount: '50', totalClaimed: '50' });
      await sell(storage, 10_050n);
      await sell(storage, 20_050n);
      expect(await storage.channels.list()).toMatchObject([{ lastRequestTimestamp: NOW_MS }]);
    });

    it('keep a transaction in the books once', async () => {
      await using storage = await (await make()).open();
      const move = {
        movedAtMs: NOW_MS,
        kind: 'claim' as const,
        amount: 5n,
        network: 'eip155:8453',
        transaction: '0x1',
        gas: 10n ** 18n,
      };
      await storage.channels.enterMove(move);
      await storage.channels.enterMove(move);
      // Of nodes that tell no gas.
      const untold = { ...move, transaction: '0x2', gas: undefined };
      await storage.channels.enterMove(untold);
      expect(await storage.channels.moves()).toEqual([move, untold]);
      expect(await storage.channels.openMoves()).toEqual([]);
    });

    it('keep a transaction out of the books until it is mined, and look at it until it is final', async () => {
      await using storage = await (await make()).open();
      const { channels } = storage;
      const sent = {
        ...{ movedAtMs: NOW_MS, kind: 'deposit' as const, amount: 5n, network: 'eip155:8453' },
        ...{ transaction: '0x1', gas: undefined, data: '0x02' as const },
      };
      await channels.enterMove(sent);
      await channels.enterMove({ ...sent, transaction: '0x2' });
      expect(await channels.moves()).toEqual([]);
      await channels.enterMove({ ...sent, gas: 7n });
      await channels.dropMove('0x2');
      const { data: _, ...mined } = { ...sent, gas: 7n };
      expect(await channels.moves()).toEqual([mined]);
      expect(await channels.openMoves()).toEqual([{ ...mined, data: '0x02' }]);
      await channels.enterMove(mined);
      expect(await channels.moves()).toEqual([mined]);
      expect(await channels.openMoves()).toEqual([]);
    });
  });
}
