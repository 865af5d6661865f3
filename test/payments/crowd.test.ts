import { expect, it } from 'vitest';
import { CENT, openMarket } from './market.ts';
import { newWallet } from './wallet.ts';

it('200 different payers at once: 200 answers, 200 settlements', { timeout: 90_000 }, async () => {
  const patience = { verifyTimeoutMs: 60_000, settleTimeoutMs: 60_000, confirmationTimeoutMs: 60_000 };
  await using crowded = await openMarket(patience);
  const wallets = Array.from({ length: 200 }, () => newWallet());
  for (const { address } of wallets) await crowded.chain.mint(address, CENT);
  const payments = await Promise.all(wallets.map((each) => crowded.sign(each)));
  const bought = await Promise.all(payments.map((payment) => crowded.buy(payment)));
  expect(bought.map(({ kind }) => kind)).toEqual(Array(200).fill('settled'));
  expect(new Set(bought.map(({ answer }) => answer)).size).toBe(200);
  expect(new Set(bought.map(({ transaction }) => transaction)).size).toBe(200);
  expect(await crowded.received()).toBe(200n * CENT);
});
