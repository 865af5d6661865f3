import { describe, expect, it } from 'vitest';
import { runBrokenLines } from './broken-lines.ts';
import { runFaults } from './faults.ts';
import { CENT, openMarket } from './market.ts';
import { newWallet } from './wallet.ts';

/** A smoke of some seconds; the long run: npm run test:faults. */
describe('whatever goes wrong, what was taken on the chain is what answers were given for', () => {
  it.for([
    ['SQLite', { storage: 'sqlite', shops: 1 }],
    ['PostgreSQL and two instances', { storage: 'postgres', shops: 2 }],
    ['SQLite, with its own key', { storage: 'sqlite', shops: 1, ownKey: true }],
  ] as const)('on %s', { timeout: 120_000 }, async ([, shop]) => {
    const report = await runFaults({ seed: 20_260_704, purchases: 40, ...shop });
    expect(
      report.wrongs,
      JSON.stringify(report, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).toEqual([]);
    expect(report.paid).toBeGreaterThan(13);
    expect(report.received).toBe(BigInt(report.fetchable) * 10_000n);
  });
});

/** A smoke of some seconds; the long run: npm run test:faults -- --lines 1000. */
describe('official clients over a line that breaks at any byte of the answer', () => {
  it.for([
    ['SQLite', 'sqlite'],
    ['PostgreSQL', 'postgres'],
  ] as const)(
    'pay once for each answer, on %s with two instances',
    { timeout: 180_000 },
    async ([, storage]) => {
      const report = await runBrokenLines({ seed: 20_261_122, purchases: 20, storage });
      expect(report.wrongs, JSON.stringify({ ...report, received: String(report.received) })).toEqual([]);
      expect(report.cuts).toBeGreaterThan(10);
      expect(report.answeredBefore).toBeGreaterThan(0);
    },
  );
});

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
