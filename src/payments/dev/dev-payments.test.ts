import { expect, test } from 'vitest';
import { startDevPayments } from './dev-payments.ts';

test('dev payments are unavailable until the chain is up; then they work', async () => {
  await using payments = startDevPayments();
  expect(await payments.facilitator.support()).toEqual({ ready: false });
  await expect(payments.chain.balanceOf(payments.payTo)).rejects.toThrow('not up yet');
  await payments.ready;
  expect(await payments.facilitator.support()).toEqual({ ready: true });
  expect(await payments.chain.balanceOf(payments.wallet.address)).toBe(1_000_000_000n);
});
