import { createPublicClient, http, toFunctionSelector } from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ChannelShop,
  type ChannelWallet,
  openStreet,
  openWallet,
  settlement,
  skipped,
  startChannelChain,
  withdraw,
} from '../../../test/payments/channel-shop.ts';
import { SECRET } from '../../../test/payments/selling.ts';
import { withStorage } from '../../../test/storage/with-storage.ts';
import { systemClock } from '../../lib/clock.ts';
import type { Storage } from '../../storage/storage.ts';
import type { DevChain } from '../dev/dev-chain.ts';
import { createChain } from '../evm/chain.ts';
import { asHex } from '../evm/encoding.ts';
import { BASE } from '../evm/networks.ts';
import { NodeError, type Rpc } from '../evm/rpc.ts';
import type { Outcome } from '../sale/call.ts';

const OUT_OF_STEP = 'invalid_batch_settlement_evm_cumulative_amount_mismatch';
const CENT = 10_000n;
const TRY_DEPOSIT = toFunctionSelector(
  'deposit((address,address,address,address,address,uint40,bytes32),uint128,address,bytes)',
);

const charged = { kind: 'answer', charged: true };
const refused = (reason: string) => ({ kind: 'challenge', reason });
const unavailable = { kind: 'failure', failure: { code: 'payment_service_unavailable' } };

let chain: DevChain;
beforeAll(async () => {
  if (!skipped) chain = await startChannelChain();
});
afterAll(async () => chain?.[Symbol.asyncDispose]());

describe.skipIf(skipped).each(['sqlite', 'postgres'] as const)(
  `calls paid by a channel, on %s${skipped}`,
  (kind) => {
    let storage: Storage;
    let street: Awaited<ReturnType<typeof openStreet>>;
    let shop: ChannelShop;
    let wallet: ChannelWallet;
    let nowMs: number | undefined;

    beforeEach(async () => {
      nowMs = undefined;
      storage = await withStorage(kind);
      street = await openStreet(chain, storage, { ...systemClock, now: () => nowMs ?? Date.now() });
      shop = street.open();
      wallet = await openWallet(chain);
    });
    afterEach(async () => {
      shop[Symbol.dispose]();
      street[Symbol.dispose]();
      await storage[Symbol.asyncDispose]();
    });

    /** As a client does: once more where it is told how to go on. */
    async function call(request: string, at = shop, by = wallet): Promise<Outcome> {
      for (let attempt = 0; ; attempt++) {
        const payment = await by.pay(at);
        const outcome = await at.buy(payment, { request });
        if (!(await by.learn(at, payment, outcome)) || attempt === 1) return outcome;
      }
    }
    const channels = () => storage.channels.list();
    const channelOf = async () => (await channels())[0] ?? expect.fail('There is no channel');
    const onChain = async () => {
      const { channelId } = await channelOf();
      const node = createPublicClient({ transport: http(chain.rpcUrl) });
      const [balance, claimed] = await node.readContract({
        ...settlement,
        functionName: 'channels',
        args: [`0x${channelId.slice(2)}`],
      });
      return { balance, claimed };
    };
    const balanceOf = ({ account }: ChannelWallet) =>
      createChain(chain.rpc, BASE).balanceOf(asHex(account.address.toLowerCase()));
    /** Sells the first call, and the chain drops its deposit; the time when even a node that is behind has seen it. */
    async function sellAndDropDeposit(): Promise<number> {
      const before = await chain.rpc.call('evm_snapshot', []);
      await call('the first');
      await chain.rpc.call('evm_revert', [before]);
      return Date.now() + 20_000;
    }
    test('are a deposit and a voucher for each, then one claim and one transfer, to the unit', async () => {
      for (let index = 0; index < 5; index++) expect(await call(`call ${index}`)).toMatchObject(charged);
      expect(await onChain()).toEqual({ balance: 1_000_000n, claimed: 0n });
      await shop.claims.runOnce();
      expect(await onChain()).toEqual({ balance: 1_000_000n, claimed: 0n });

      nowMs = Date.now() + 86_400_000;
      const { channelId } = await channelOf();
      await shop.claims.runOnce();
      expect(await channels()).toEqual([]);
      expect(await storage.channels.get(channelId)).toMatchObject({ totalClaimed: '50000' });
      expect(await street.received()).toBe(5n * CENT);
      const moves = await storage.channels.moves();
      expect(moves.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['deposit', 1_000_000n],
        ['claim', 50_000n],
        ['settlement', 50_000n],
      ]);
      expect(moves.every(({ gas = 0n }) => gas > 0n)).toBe(true);
      expect(await call('after the claim')).toMatchObject(charged);
      expect(street.reported).toEqual([]);
    });

    test('are claimed as soon as they come to five dollars', async () => {
      using dear = street.open(storage, undefined, '2.50');
      const rich = await openWallet(chain, { deposit: 5_000_000n });
      for (const received of [0n, 5_000_000n]) {
        await call(`before ${received}`, dear, rich);
        await dear.claims.runOnce();
        expect(await street.received()).toBe(received);
      }
    });

    test('give the same answer for the same voucher, on every instance, and charge once', async () => {
      await call('the first');
      using other = street.open();
      const payment = await wallet.pay(shop);
      const before = street.computed();
      const outcomes = await Promise.all([shop, other, shop, other].map((at) => at.buy(payment)));
      for (const outcome of outcomes) expect(outcome).toMatchObject(charged);
      expect(new Set(outcomes.map((outcome) => 'body' in outcome && JSON.stringify(outcome.body))).size).toBe(
        1,
      );
      // Both instances may have computed it.
      expect(street.computed() - before).toBeLessThanOrEqual(2);
      expect(await storage.channels.unclaimed()).toBe(2n * CENT);
      expect(await wallet.learn(shop, payment, outcomes[3] ?? expect.fail())).toBe(false);
      expect(await call('the next', other)).toMatchObject(charged);
    });

    test('go on after a client that lost an answer was told what its channel stands at', async () => {
      await call('the first');
      await shop.buy(await wallet.pay(shop), { request: 'lost' });
      expect(await shop.buy(await wallet.pay(shop), { request: 'another' })).toMatchObject({
        ...refused(OUT_OF_STEP),
        state: { channelState: { chargedCumulativeAmount: '20000' } },
      });
      expect(await call('another')).toMatchObject(charged);
      expect(await call('and another')).toMatchObject(charged);
      expect(await storage.channels.unclaimed()).toBe(4n * CENT);
    });

    test('go one after another, also from many at once on two instances', async () => {
      using other = street.open();
      await call('the first');
      const payment = await wallet.pay(shop);
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          (index % 2 ? shop : other).buy(payment, { request: `call ${index}` }),
        ),
      );
      const answered = outcomes.filter(({ kind }) => kind === 'answer');
      expect(answered).toHaveLength(1);
      expect(await storage.channels.unclaimed()).toBe(2n * CENT);
    });

    test('are not charged where there is no answer worth money', async () => {
      await call('the first');
      const payment = await wallet.pay(shop);
      const compute = async () => ({ body: { nothing: true }, charge: false });
      expect(await shop.buy(payment, { compute })).toMatchObject({ kind: 'answer', charged: false });
      expect(await storage.channels.unclaimed()).toBe(CENT);
      expect(await shop.buy(payment)).toMatchObject(charged);
    });

    test('open no channel where there is no answer', async () => {
      const compute = async () => ({ body: {}, charge: false });
      await shop.buy(await wallet.pay(shop), { compute });
      expect(await storage.channels.moves()).toEqual([]);
      expect(await call('the first')).toMatchObject(charged);
    });

    test('find a deposit whose call was lost, and make no second one', async () => {
      const payment = await wallet.pay(shop);
      street.sendBy((real) => async (...sent) => {
        const sending = await real(...sent);
        return sending.kind === 'mined'
          ? { kind: 'unknown', transaction: sending.receipt.transactionHash }
          : sending;
      });
      expect(await shop.buy(payment)).toMatchObject(unavailable);
      expect(await storage.channels.unclaimed()).toBe(0n);
      // In the books all the same.
      await shop.claims.runOnce();
      expect(await storage.channels.moves()).toMatchObject([{ kind: 'deposit', amount: 1_000_000n }]);
      street.sendBy(() => () => Promise.reject(new Error('Nothing is sent again')));
      expect(await shop.buy(payment)).toMatchObject(charged);
      expect(await onChain()).toEqual({ balance: 1_000_000n, claimed: 0n });
    });

    test('are neither refused nor charged whatever question about a deposit the node fails at', async () => {
      let [asked, failAt] = [0, 1];
      const rpc: Rpc = {
        call: async (...question) => {
          if (++asked === failAt) throw new NodeError('lost', question[0]);
          return chain.rpc.call(...question);
        },
      };
      using other = await openStreet({ ...chain, rpc }, storage, systemClock, street.payTo);
      using there = other.open();
      const payment = await wallet.pay(there);
      for (; ; failAt++) {
        asked = 0;
        const outcome = await there.buy(payment);
        if (outcome.kind === 'answer') break;
        expect(outcome).toMatchObject(unavailable);
        expect(await storage.channels.unclaimed()).toBe(0n);
      }
      // As often as it was examined: before the answer was computed, and before it was sent.
      expect(failAt).toBeGreaterThan(8);
      expect(await onChain()).toEqual({ balance: 1_000_000n, claimed: 0n });
    });

    test('are asked for again where a node that is behind takes no deposit, and not for ever', async () => {
      const before = await chain.rpc.call('eth_blockNumber', []);
      const [late, later] = [await openWallet(chain), await openWallet(chain)];
      let isBehind = true;
      const rpc: Rpc = {
        call: (method, params) => {
          const [asked] = params as [{ data?: string }];
          const isTried = method === 'eth_call' && asked.data?.startsWith(TRY_DEPOSIT);
          return chain.rpc.call(method, isBehind && isTried ? [asked, before] : params);
        },
      };
      using other = await openStreet({ ...chain, rpc }, storage, systemClock, street.payTo);
      using there = other.open();
      const payment = await late.pay(there);
      expect(await there.buy(payment)).toMatchObject(unavailable);
      isBehind = false;
      expect(await there.buy(payment)).toMatchObject(charged);
      isBehind = true;
      for (let time = 0; time < 3; time++)
        expect(await there.buy(await later.pay(there))).toMatchObject(unavailable);
      expect(await there.buy(await later.pay(there))).toMatchObject({ failure: { code: 'rate_limited' } });
      expect(other.computed()).toBe(1);
    });

    test('take more into a channel when it is used up', async () => {
      const poor = await openWallet(chain, { deposit: 2n * CENT });
      for (let index = 0; index < 5; index++)
        expect(await call(`call ${index}`, shop, poor)).toMatchObject(charged);
      expect(await onChain()).toEqual({ balance: 6n * CENT, claimed: 0n });
    });

    test('are claimed at once when the payer asks for what is left, and no more are sold', async () => {
      await call('the first');
      await call('the second');
      const { channelConfig, balance } = await channelOf();
      await withdraw(chain, wallet.account, channelConfig, BigInt(balance));
      await shop.claims.runOnce();
      expect(await street.received()).toBe(2n * CENT);
      expect(street.reported).toMatchObject([{ event: 'channel_withdrawal', amountAtomic: '20000' }]);
      expect(await shop.buy(await wallet.pay(shop), { request: 'another' })).toMatchObject(
        refused('channel_closing'),
      );
    });

    test('are claimed within a minute of a withdrawal though the instance that looked after them is killed', async () => {
      using other = street.open();
      await call('the first');
      await shop.claims.runOnce();
      const { channelConfig, balance } = await channelOf();
      await withdraw(chain, wallet.account, channelConfig, BigInt(balance));
      await other.claims.runOnce();
      expect(await street.received()).toBe(0n);
      // The last round of the other within that minute.
      nowMs = Date.now() + 45_000;
      await other.claims.runOnce();
      expect(await street.received()).toBe(CENT);
    });

    test('are claimed by one instance, and lose nothing while the chain takes no claim', async () => {
      using other = street.open();
      for (let index = 0; index < 3; index++) await call(`call ${index}`);
      nowMs = Date.now() + 86_400_000;
      street.sendBy(() => async () => ({ kind: 'refused' }));
      await Promise.all([shop.claims.runOnce(), other.claims.runOnce()]);
      expect(street.reported).toMatchObject([
        { event: 'channel_trouble', trouble: 'claim', amountAtomic: '30000' },
      ]);
      street.sendBy((real) => real);
      await Promise.all([shop.claims.runOnce(), other.claims.runOnce()]);
      expect(await street.received()).toBe(3n * CENT);
    });

    test('are claimed once though another instance takes over while a claim is being sent', async () => {
      await call('the first');
      nowMs = Date.now() + 86_400_000;
      using other = street.open();
      street.sendBy((real) => async (...sent) => {
        street.sendBy(() => real);
        nowMs = Date.now() + 86_431_000;
        await other.claims.runOnce();
        return real(...sent);
      });
      await shop.claims.runOnce();
      expect(await street.received()).toBe(CENT);
      expect(street.reported).toEqual([]);
    });

    test('are transferred soon after the chain has taken no transfer', async () => {
      await call('the first');
      nowMs = Date.now() + 86_400_000;
      let sent = 0;
      street.sendBy(
        (real) =>
          async (...given) =>
            sent++ === 0 ? real(...given) : { kind: 'refused' },
      );
      await shop.claims.runOnce();
      expect(street.reported).toMatchObject([{ trouble: 'settlement', amountAtomic: '10000' }]);
      street.sendBy((real) => real);
      await shop.claims.runOnce();
      expect(await street.received()).toBe(CENT);
    });

    test('go on from what was claimed where the storage has been put back to an older backup', async () => {
      for (let index = 0; index < 3; index++) await call(`call ${index}`);
      const older = await channelOf();
      nowMs = Date.now() + 86_400_000;
      await shop.claims.runOnce();
      const put = { ...older, chargedCumulativeAmount: '20000', onchainSyncedAt: 0 };
      await storage.channels.updateChannel(older.channelId, () => put);
      expect(await call('the next')).toMatchObject(charged);
      expect(await channelOf()).toMatchObject({ chargedCumulativeAmount: '40000', totalClaimed: '30000' });
    });

    test('are claimed and refunded also where channels are not offered any more', async () => {
      await call('the first');
      const [payment, refund] = [await wallet.pay(shop), await wallet.refund(shop)];
      const tomorrow = { ...systemClock, now: () => Date.now() + 86_400_000 };
      using later = await openStreet(chain, storage, tomorrow, street.payTo, false);
      using without = later.open();
      expect(without.offer.channel).toBeUndefined();
      expect(await without.buy(payment)).toMatchObject(refused('payment_invalid'));
      await without.claims.runOnce();
      expect(await later.received()).toBe(CENT);
      expect(await without.buy(refund)).toMatchObject({ body: { refunded: '990000' } });
    });

    test('are transferred, refunded and said to be there where they are not offered any more', async () => {
      await call('the first');
      nowMs = Date.now() + 86_400_000;
      const refund = await wallet.refund(shop);
      await storage.leases.acquire('channel-settlement', 'somebody else', nowMs, nowMs + 120_000);
      await shop.claims.runOnce();
      await shop.claims[Symbol.asyncDispose]();
      expect(await channels()).toEqual([]);
      expect(await street.received()).toBe(0n);

      const left = (inWords: string) => ({ event: 'channels_left', left: inWords });
      const clock = { ...systemClock, now: () => nowMs ?? Date.now() };
      using later = await openStreet(chain, storage, clock, street.payTo, false);
      await using payments = await later.openPayments();
      await payments.channels?.claims.runOnce();
      expect(later.reported).toMatchObject([
        left('0.00 USDC not claimed, 0.01 not transferred and 0.99 of payers'),
      ]);
      nowMs += 120_000;
      await payments.channels?.claims.runOnce();
      expect(await street.received()).toBe(CENT);
      using without = later.open();
      expect(await without.buy(refund)).toMatchObject({ body: { refunded: '990000' } });
      await payments.channels?.claims.runOnce();
      await payments.channels?.claims.runOnce();
      expect(later.reported).toMatchObject([
        {},
        left('0.00 USDC not claimed, 0.00 not transferred and 0.99 of payers'),
        left('0.00 USDC not claimed, 0.00 not transferred and 0.00 of payers'),
      ]);
    });

    test('are in the books once, also where the process was killed while they were claimed', async () => {
      await call('the first');
      nowMs = Date.now() + 86_400_000;
      street.sendBy(
        (real) =>
          (...sent) =>
            real(...sent).then(() => new Promise(() => {})),
      );
      void shop.claims.runOnce();
      await expect.poll(onChain).toMatchObject({ claimed: CENT });
      street.sendBy((real) => real);
      using other = street.open();
      nowMs += 61_000;
      await other.claims.runOnce();
      nowMs += 600_000;
      await other.claims.runOnce();
      const moves = await storage.channels.moves();
      expect(moves.map(({ kind, amount }) => [kind, amount])).toEqual([
        ['deposit', 1_000_000n],
        ['claim', CENT],
        ['settlement', CENT],
      ]);
      expect(moves.every(({ gas = 0n }) => gas > 0n)).toBe(true);
      expect(await storage.channels.openMoves()).toEqual([]);
    });

    test('keep their deposit where the chain has dropped it: it is sent again', {
      timeout: 30_000,
    }, async () => {
      nowMs = await sellAndDropDeposit();
      const { channelId } = await channelOf();
      const balance = async () => {
        await shop.claims.runOnce();
        return (await storage.channels.get(channelId))?.balance;
      };
      await expect.poll(balance, { timeout: 20_000, interval: 500 }).toBe('1000000');
      expect(await onChain()).toEqual({ balance: 1_000_000n, claimed: 0n });
      expect(await call('the second')).toMatchObject(charged);
      await shop.claims.runOnce();
      expect(await storage.channels.moves()).toMatchObject([{ kind: 'deposit', amount: 1_000_000n }]);
    });

    test('keep their deposit where it was sent again in vain, and by a process that is gone', {
      timeout: 30_000,
    }, async () => {
      nowMs = await sellAndDropDeposit();
      const transaction = `0x${'34'.repeat(32)}` as const;
      street.sendBy(() => async (_call, _worth, note) => {
        await note(transaction);
        return { kind: 'unknown', transaction };
      });
      await shop.claims.runOnce();
      await shop.claims[Symbol.asyncDispose]();
      let sent = 0;
      street.sendBy((real) => (...asked) => {
        sent += 1;
        return real(...asked);
      });
      using other = street.open();
      await other.claims.runOnce();
      // It may still be mined.
      expect(sent).toBe(0);
      nowMs += 61_000;
      const balance = async () => {
        await other.claims.runOnce();
        return (await onChain()).balance;
      };
      await expect.poll(balance, { timeout: 20_000, interval: 500 }).toBe(1_000_000n);
      await other.claims.runOnce();
      expect(await storage.channels.openMoves()).toMatchObject([
        { kind: 'deposit', gas: expect.any(BigInt) },
      ]);
      expect(street.reported).toEqual([]);
      expect(await call('the second', other)).toMatchObject(charged);
    });

    test('are transferred to who was to be paid when their channel was opened', async () => {
      await call('the first');
      const clock = { ...systemClock, now: () => nowMs ?? Date.now() };
      nowMs = Date.now() + 86_400_000;
      using moved = await openStreet(chain, storage, clock);
      using there = moved.open();
      expect(await call('the second', there)).toMatchObject(charged);
      expect(await storage.channels.list()).toHaveLength(2);
      await there.claims.runOnce();
      nowMs += 86_400_000;
      await there.claims.runOnce();
      expect([await street.received(), await moved.received()]).toEqual([CENT, CENT]);
      expect(moved.reported).toEqual([]);
    });

    test('whose deposit the chain has dropped for good are told to the operator', async () => {
      nowMs = await sellAndDropDeposit();
      street.sendBy(() => async () => ({ kind: 'refused' }));
      await shop.claims.runOnce();
      expect(street.reported).toMatchObject([
        { event: 'channel_trouble', trouble: 'deposit', amountAtomic: '1000000' },
      ]);
      // Nothing more is sold on it.
      expect(await shop.buy(await wallet.pay(shop), { request: 'another' })).toMatchObject(
        refused('insufficient_funds'),
      );
    });

    test('owe us no more than a bound for each channel, and for all', async () => {
      await call('the first');
      const { channelId } = await channelOf();
      const payment = await wallet.pay(shop);
      const bend = (change: object) =>
        storage.channels.updateChannel(channelId, (now) => now && { ...now, ...change });
      const more = { ...(await channelOf()), channelId: '0x01', totalClaimed: '0' };
      // By another instance, a moment ago.
      await storage.channels.updateChannel('0x01', () => ({ ...more, chargedCumulativeAmount: '999990000' }));
      expect(await shop.buy(payment, { request: 'too much in all' })).toMatchObject(unavailable);
      expect(shop.offer.channel?.()).toBeUndefined();
      await storage.channels.updateChannel('0x01', () => undefined);
      await shop.claims.runOnce();
      expect(await shop.buy(payment, { request: 'claimed' })).toMatchObject(charged);

      const state = { chargedCumulativeAmount: '25000000', balance: '90000000' };
      await bend(state);
      await wallet.storage.set(channelId, state);
      expect(await shop.buy(await wallet.pay(shop), { request: 'too much' })).toMatchObject(unavailable);
      await bend({ totalClaimed: '20000000' });
      expect(await shop.buy(await wallet.pay(shop), { request: 'room again' })).toMatchObject(charged);
    });

    test('rest on what the chain says, not on what was known of a channel long ago', async () => {
      await call('the first');
      const { channelId } = await channelOf();
      const state = { chargedCumulativeAmount: '1000000', balance: '90000000' };
      await storage.channels.updateChannel(channelId, (now) => now && { ...now, ...state });
      await wallet.storage.set(channelId, state);
      nowMs = Date.now() + 2 * 3_600_000;
      expect(await shop.buy(await wallet.pay(shop), { request: 'more than there is' })).toMatchObject(
        refused('insufficient_funds'),
      );
    });

    test('end with a refund: what is owed is claimed, and the rest goes back', async () => {
      await call('the first');
      await call('the second');
      const { channelId } = await channelOf();
      const refund = await wallet.refund(shop);
      const outcome = await shop.buy(refund);
      expect(outcome).toMatchObject({
        kind: 'answer',
        charged: false,
        body: { refunded: '980000' },
        receipt: { success: true, amount: '980000', transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
      });
      expect(await balanceOf(wallet)).toBe(100_000_000n - 2n * CENT);
      expect(await storage.channels.get(channelId)).toMatchObject({
        balance: '20000',
        totalClaimed: '20000',
      });
      expect(await shop.buy(refund)).toMatchObject(refused('insufficient_funds'));
      await wallet.storage.delete(channelId);
      expect(await call('a channel anew')).toMatchObject(charged);
    });

    test('go on after a part was given back', async () => {
      await call('the first');
      expect(await shop.buy(await wallet.refund(shop, 970_000n))).toMatchObject({
        body: { refunded: '970000' },
      });
      expect(await call('the second')).toMatchObject(charged);
      expect(await call('the third')).toMatchObject(charged);
      // More than is left, and by a voucher that is not the newest.
      expect(await shop.buy(await wallet.refund(shop, 970_001n))).toMatchObject(
        refused('insufficient_funds'),
      );
      await wallet.storage.set((await channelOf()).channelId, { chargedCumulativeAmount: '10000' });
      expect(await shop.buy(await wallet.refund(shop))).toMatchObject(refused(OUT_OF_STEP));
    });

    test('are not sold for what was given back, also where the node is behind and does not show it yet', async () => {
      let block: unknown;
      const rpc: Rpc = {
        call: (method, params) =>
          chain.rpc.call(method, method === 'eth_call' && block ? [params[0], block] : params),
      };
      using behind = await openStreet({ ...chain, rpc }, storage, systemClock, street.payTo);
      using there = behind.open();
      await call('the first', there);
      const payment = await wallet.pay(there);
      const refund = await wallet.refund(there);
      block = await chain.rpc.call('eth_blockNumber', []);
      await there.buy(refund);
      expect(await balanceOf(wallet)).toBe(100_000_000n - CENT);
      expect(await there.buy(payment, { request: 'for nothing' })).toMatchObject(unavailable);
      const before = block;
      block = undefined;
      await there.claims.runOnce();
      // Each of several nodes that take turns behind one address may be behind.
      for (block of [undefined, before])
        expect(await there.buy(payment, { request: 'for nothing' })).toMatchObject(
          refused('insufficient_funds'),
        );
    });

    test('go on where the chain has dropped a refund', async () => {
      await call('the first');
      const payment = await wallet.pay(shop);
      const before = await chain.rpc.call('evm_snapshot', []);
      expect(await shop.buy(await wallet.refund(shop))).toMatchObject({ body: { refunded: '990000' } });
      await chain.rpc.call('evm_revert', [before]);
      expect(await shop.buy(payment, { request: 'at once' })).toMatchObject(refused('insufficient_funds'));
      nowMs = Date.now() + 301_000;
      expect(await shop.buy(payment, { request: 'later' })).toMatchObject(charged);
    });

    test('wait while a refund is on its way, and lose none that was left open', async () => {
      await call('the first');
      const { channelId } = await channelOf();
      const payment = await wallet.pay(shop);
      street.sendBy(() => async () => ({ kind: 'unknown', transaction: `0x${'12'.repeat(32)}` }));
      const refund = await wallet.refund(shop);
      expect(await shop.buy(refund)).toMatchObject(unavailable);
      expect(await shop.buy(payment, { request: 'meanwhile' })).toMatchObject(unavailable);
      street.sendBy((real) => real);
      // It is not sent again while it may still be mined.
      expect(await shop.buy(refund)).toMatchObject(unavailable);
      expect(await balanceOf(wallet)).toBe(99_000_000n);
      nowMs = Date.now() + 61_000;
      await shop.claims.runOnce();
      expect(await balanceOf(wallet)).toBe(100_000_000n - CENT);
      await shop.claims.runOnce();
      expect(await storage.channels.get(channelId)).not.toHaveProperty('pendingRequest');
      expect(await shop.buy(payment, { request: 'after it' })).toMatchObject(refused('insufficient_funds'));
    });

    test('forget a transaction that was not mined within a day', async () => {
      const transaction = `0x${'12'.repeat(32)}` as const;
      street.sendBy(() => async (_call, _worth, note) => {
        await note(transaction);
        return { kind: 'unknown', transaction };
      });
      expect(await shop.buy(await wallet.pay(shop))).toMatchObject(unavailable);
      const sentMs = Date.now();
      for (const [hours, open] of [
        [23, 1],
        [25, 0],
      ] as const) {
        nowMs = sentMs + hours * 3_600_000;
        await shop.claims.runOnce();
        expect(await storage.channels.openMoves()).toHaveLength(open);
      }
    });

    test('are refused where their identifier has paid for another call', async () => {
      await call('the first');
      const buy = async (request: string) => {
        const extensions = { 'payment-identifier': { info: { id: 'identifier-of-one-call' } } };
        const payment = await wallet.pay(shop);
        const outcome = await shop.buy({ ...payment, extensions }, { request });
        await wallet.learn(shop, payment, outcome);
        return outcome;
      };
      expect(await buy('the second')).toMatchObject(charged);
      expect(await buy('the third')).toMatchObject({ failure: { code: 'payment_identifier_conflict' } });
      expect(await storage.channels.unclaimed()).toBe(2n * CENT);
    });

    test('give a payer the answer that they have paid for, and leave the new voucher', async () => {
      await call('the first');
      expect(await shop.buy(await wallet.pay(shop), { request: 'the first' })).toMatchObject({
        kind: 'answer',
        charged: false,
        paidBefore: { transaction: expect.stringMatching(/^0x[0-9a-f]{64}:10000$/) },
      });
      expect(await storage.channels.unclaimed()).toBe(CENT);
    });

    test('are not looked for where they follow on the last one here, and are where that is not so any more', async () => {
      const looks: string[] = [];
      const get = (channel: string) => {
        looks.push(channel);
        return storage.channels.get(channel);
      };
      const watched = { ...storage, channels: { ...storage.channels, get } };
      using watching = await openStreet(chain, watched, systemClock, street.payTo);
      using here = watching.open();
      await call('the first', here);
      await call('the second', here);
      looks.length = 0;
      expect(await call('the third', here)).toMatchObject(charged);
      expect(looks).toEqual([]);
      await call('elsewhere');
      expect(await call('the fourth', here)).toMatchObject(charged);
      expect(looks.length).toBeGreaterThan(0);

      // Computed in vain once, however often it is asked for.
      const computed = watching.computed();
      for (let time = 0; time < 3; time++) {
        const outcome = await here.buy(await wallet.pay(here), { request: 'the fourth' });
        expect(outcome).toMatchObject({ kind: 'answer', charged: false, paidBefore: {} });
      }
      expect(watching.computed()).toBe(computed + 1);
      expect(await storage.channels.unclaimed()).toBe(5n * CENT);
    });

    test('are known by the secret before, too', async () => {
      await call('the first');
      await call('the second');
      const formerSecrets = [SECRET];
      using changed = street.open(storage, {
        secret: 'another secret of at least 32 characters',
        formerSecrets,
      });
      for (const request of ['the third', 'the fourth']) await call(request, changed);
      expect(await changed.buy(await wallet.pay(shop), { request: 'the second' })).toMatchObject({
        charged: false,
        paidBefore: {},
      });
      expect(await storage.channels.unclaimed()).toBe(4n * CENT);
    });

    describe('refuse', () => {
      type Bend = (payment: Awaited<ReturnType<ChannelWallet['pay']>>) => object;
      const withPayload =
        (change: object): Bend =>
        (payment) => ({ ...payment, payload: { ...payment.payload, ...change } });
      const withVoucher =
        (change: object): Bend =>
        (payment) => ({
          ...payment,
          payload: { ...payment.payload, voucher: { ...(payment.payload.voucher as object), ...change } },
        });
      const withConfig =
        (change: object): Bend =>
        (payment) => ({
          ...payment,
          payload: {
            ...payment.payload,
            channelConfig: { ...(payment.payload.channelConfig as object), ...change },
          },
        });
      const NOBODY = `0x${'0'.repeat(40)}`;
      const OTHER = `0x${'ab'.repeat(20)}`;

      test.each<[string, Bend, object]>([
        [
          'a higher sum than was signed',
          withVoucher({ maxClaimableAmount: '30000' }),
          refused('invalid_signature'),
        ],
        [
          'a lower sum than was signed',
          withVoucher({ maxClaimableAmount: '10000' }),
          refused('invalid_signature'),
        ],
        [
          'the name of another channel',
          withVoucher({ channelId: `0x${'12'.repeat(32)}` }),
          refused('payment_invalid'),
        ],
        ['another payer', withConfig({ payer: OTHER }), refused('payment_invalid')],
        ['another receiver', withConfig({ receiver: OTHER }), refused('wrong_recipient')],
        [
          'another authorizer of the receiver',
          withConfig({ receiverAuthorizer: OTHER }),
          refused('payment_invalid'),
        ],
        ['another token', withConfig({ token: OTHER }), refused('payment_invalid')],
        ['a shorter delay', withConfig({ withdrawDelay: 900 }), refused('payment_invalid')],
        ['a contract wallet that signs', withConfig({ payerAuthorizer: NOBODY }), refused('payment_invalid')],
        [
          'a signature that is none',
          withVoucher({ signature: `0x${'00'.repeat(65)}` }),
          refused('invalid_signature'),
        ],
        ['a deposit that is not there', withPayload({ type: 'deposit' }), { kind: 'malformed' }],
        ['more than the payload has', withPayload({ more: 1 }), { kind: 'malformed' }],
        [
          'another price',
          (payment) => ({ ...payment, accepted: { ...payment.accepted, amount: '1' } }),
          refused('wrong_amount'),
        ],
        [
          'another network',
          (payment) => ({ ...payment, accepted: { ...payment.accepted, network: 'eip155:84532' } }),
          refused('wrong_network'),
        ],
      ])('%s', async (_what, bend, outcome) => {
        await call('the first');
        const computed = street.computed();
        expect(await shop.buy(bend(await wallet.pay(shop)), { request: 'attack' })).toMatchObject(outcome);
        expect(street.computed()).toBe(computed);
        expect(await storage.channels.unclaimed()).toBe(CENT);
      });
    });
  },
);
