import { expect, test } from 'vitest';
import { showPurchase } from '../../src/cli/show-purchase.ts';
import { startDevPayments } from '../../src/payments/dev-chain/dev-payments.ts';
import { startTill } from './till.ts';

test('a purchase is shown from the challenge to the balances', async () => {
  await using payments = startDevPayments();
  await using till = await startTill(payments.facilitator, payments.payTo);
  const lines: string[] = [];
  await showPurchase({ url: till.url, payments, write: (line) => lines.push(line) });
  const shown = lines.join('\n');
  expect(shown).toContain('402 payment_required: 0.010000 USDC on eip155:8453');
  expect(shown).toContain('holds 1000.000000 USDC');
  expect(shown).toContain('"charged": true');
  expect(shown).toMatch(/transaction {2}0x[0-9a-f]{64}/);
  expect(shown).toContain('payer        1000.000000 USDC -> 999.990000 USDC');
  expect(shown).toContain('seller       0.000000 USDC -> 0.010000 USDC');
});
