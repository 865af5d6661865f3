import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkChannels } from '../../src/cli/doctor/check-storage.ts';
import { compare } from '../../src/cli/sales/compare.ts';
import { agreementText, asJson } from '../../src/cli/sales/print.ts';
import { systemClock } from '../../src/lib/clock.ts';
import type { DevChain } from '../../src/payments/dev/dev-chain.ts';
import { asHex } from '../../src/payments/evm/encoding.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { NodeError } from '../../src/payments/evm/rpc.ts';
import type { SaleEntry } from '../../src/storage/sql/sales.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { openStreet, openWallet, skipped, startChannelChain, withdraw } from '../payments/channel-shop.ts';
import { signPayment } from '../payments/wallet.ts';
import { withStorage } from '../storage/with-storage.ts';

const CENT = 10_000n;
const DAY_MS = 86_400_000;
const ALL = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER };

describe.skipIf(skipped).each(['sqlite', 'postgres'] as const)(
  `books of both ways to pay, on %s${skipped}`,
  (kind) => {
    let chain: DevChain;
    let storage: Storage;
    let street: Awaited<ReturnType<typeof openStreet>>;
    const open = new AsyncDisposableStack();
    beforeAll(async () => {
      if (!skipped) chain = open.use(await startChannelChain());
    });
    afterAll(() => open.disposeAsync());

    let nowMs: number | undefined;
    beforeEach(async () => {
      storage = open.use(await withStorage(kind));
      nowMs = undefined;
      street = open.use(await openStreet(chain, storage, { ...systemClock, now: () => nowMs ?? Date.now() }));
    });

    async function entries(): Promise<SaleEntry[]> {
      const found: SaleEntry[] = [];
      for await (const entry of storage.sales.list(ALL)) found.push(entry);
      return found;
    }
    const placeOf = (payTo: string) => ({ rpc: chain.rpc, network: BASE, payTo: asHex(payTo.toLowerCase()) });
    const check = async (payTo: string = street.payTo) =>
      compare(await entries(), storage, placeOf(payTo), ALL);

    test('agree with the chain where some are of another network, or of who was paid before', async () => {
      using shop = street.open();
      const wallet = await openWallet(chain);
      await shop.buy(await wallet.pay(shop), { request: 'the first' });
      nowMs = Date.now() + DAY_MS;
      await shop.claims.runOnce();
      const move = { movedAtMs: nowMs, kind: 'settlement', amount: 5n, gas: 1n } as const;
      await storage.channels.enterMove({
        ...move,
        network: 'eip155:84532',
        transaction: `0x${'5'.repeat(64)}`,
      });
      expect(await check()).toMatchObject({ differences: [] });
      expect((await check(`0x${'12'.repeat(20)}`)).differences).toEqual([]);
      await storage.channels.enterMove({ ...move, network: BASE.id, transaction: `0x${'6'.repeat(64)}` });
      expect((await check()).differences).toMatchObject([{ inJournal: 5n, onChain: 0n }]);
    });

    test('agree with the chain before and after claims, and say what does not', async () => {
      using shop = street.open();
      const wallet = await openWallet(chain);
      for (const request of ['the first', 'the second']) {
        const payment = await wallet.pay(shop);
        await wallet.learn(shop, payment, await shop.buy(payment, { request }));
      }
      const exact = await shop.buy(await signPayment(wallet.account, shop.offer), { request: 'the third' });
      expect(exact).toMatchObject({ kind: 'answer', charged: true });
      expect(await check()).toMatchObject({ differences: [], transactions: 2 });
      expect(agreementText(await check())).toContain(
        'Channels hold 0.02 USDC not claimed, 0.00 not transferred and 0.98 of payers.',
      );

      nowMs = Date.now() + DAY_MS;
      await shop.claims.runOnce();
      expect(await street.received()).toBe(30_000n);
      expect(await check()).toMatchObject({ differences: [], transactions: 3 });
      const books = JSON.parse(
        asJson({ sales: await entries(), moves: await storage.channels.moves() }, 1_000n),
      );
      // The facilitator takes its fee for a transfer; a voucher has none of its own.
      expect(books.total).toMatchObject({ sales: 3, grossUsdc: '0.03', feeUsd: '0.00' });
      expect(
        books.channels.map(({ kind, amountUsdc }: Record<string, string>) => [kind, amountUsdc]),
      ).toEqual([
        ['deposit', '1.00'],
        ['claim', '0.02'],
        ['settlement', '0.02'],
      ]);

      const [{ channelId } = expect.fail()] = await storage.channels.all();
      await storage.channels.updateChannel(channelId, (now) => now && { ...now, totalClaimed: '10000' });
      expect(await check()).toMatchObject({
        differences: [{ transaction: channelId, inJournal: 10_000n, onChain: 20_000n }],
      });
    });

    test('are told by the doctor, with the time by which they must be claimed', async () => {
      const diagnose = (rpc = chain.rpc) => checkChannels(storage, { ...placeOf(street.payTo), rpc });
      expect(await diagnose()).toEqual([]);
      using shop = street.open();
      const { account, pay } = await openWallet(chain);
      await shop.buy(await pay(shop));
      const holds = '0.01 USDC not claimed, 0.00 not transferred and 0.99 of payers';
      expect(await diagnose()).toEqual([{ check: 'channels', state: 'ok', what: `hold ${holds}` }]);

      const [{ channelConfig } = expect.fail()] = await storage.channels.all();
      await withdraw(chain, account, channelConfig, CENT);
      const [{ state, what, fix } = expect.fail()] = await diagnose();
      expect([state, fix]).toEqual(['warning', expect.stringContaining('Start the service')]);
      const [, said, time = ''] =
        /^hold (.*); a payer takes back what is not claimed by (.*)$/.exec(what) ?? [];
      expect(said).toBe(holds);
      const leftMs = Date.parse(time) - Date.now();
      expect(leftMs).toBeGreaterThan(DAY_MS - 600_000);
      expect(leftMs).toBeLessThan(DAY_MS + 600_000);
      expect(
        await diagnose({ call: async (method) => Promise.reject(new NodeError('lost', method)) }),
      ).toEqual([
        {
          check: 'channels',
          state: 'warning',
          what: expect.stringContaining('does not say'),
          fix: expect.any(String),
        },
      ]);
      await shop.claims.runOnce();
      expect(await diagnose()).toMatchObject([
        { state: 'ok', what: expect.stringContaining('hold 0.00 USDC not claimed') },
      ]);
    });
  },
);
