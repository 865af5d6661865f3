import { expect, test } from 'vitest';
import { withStorage } from '../storage/with-storage.ts';
import { openStreet, openWallet, skipped, startChannelChain } from './channel-shop.ts';
import { signPayment } from './wallet.ts';

const CALLS = 1_000;

test.skipIf(skipped)(
  `a thousand calls of x402's own client are three transactions, and take a fiftieth of the gas${skipped}`,
  { timeout: 300_000 },
  async () => {
    await using chain = await startChannelChain();
    await using storage = await withStorage('sqlite');
    using street = await openStreet(chain, storage);
    using shop = street.open();
    const wallet = await openWallet(chain, { deposit: BigInt(CALLS) * 10_000n });
    for (let index = 0; index < CALLS; index++) {
      const payment = await wallet.pay(shop);
      const outcome = await shop.buy(payment, { request: `call ${index}` });
      expect(outcome).toMatchObject({ kind: 'answer', charged: true });
      await wallet.learn(shop, payment, outcome);
    }
    await shop.claims.runOnce();
    expect(await street.received()).toBe(BigInt(CALLS) * 10_000n);
    const moves = await storage.channels.moves();
    expect(moves.map(({ kind }) => kind)).toEqual(['deposit', 'claim', 'settlement']);
    const gas = moves.reduce((sum, { gas = 0n }) => sum + gas, 0n) / BigInt(CALLS);

    const paid = await shop.buy(await signPayment(wallet.account, shop.offer), { request: 'by a transfer' });
    const transaction = 'receipt' in paid ? (paid.receipt?.transaction ?? '') : '';
    const [{ gas: gasOfTransfer = 0n } = expect.fail()] = await storage.sales.find(transaction);
    process.stdout.write(`gas a call: ${gas} wei by a channel, ${gasOfTransfer} wei by a transfer\n`);
    expect(gas * 50n).toBeLessThan(gasOfTransfer);
  },
);
