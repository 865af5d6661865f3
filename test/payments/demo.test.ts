import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { showPurchase } from '../../src/cli/commands/demo.ts';
import { startDevService } from './dev-service.ts';

test('a purchase is shown from the challenge to the balances', async () => {
  await using service = await startDevService();
  const url = `${service.url}/v1/purchase-costs?country=US&state=CA&price=25000&sale_type=private`;
  const lines: string[] = [];
  await showPurchase({ url, payments: service.payments, write: (line) => lines.push(line) });
  const shown = lines.join('\n');
  expect(shown).toContain('402 payment_required: 0.020000 USDC on eip155:8453');
  expect(shown).toContain('holds 1000.000000 USDC');
  expect(shown).toContain('"state": "CA"');
  expect(shown).toMatch(/transaction {2}0x[0-9a-f]{64}/);
  expect(shown).toContain('payer        1000.000000 USDC -> 999.980000 USDC');
  expect(shown).toContain('seller       0.000000 USDC -> 0.020000 USDC');
});

test('the README shows the answer that the demo buys', async () => {
  await using service = await startDevService();
  const lines: string[] = [];
  await showPurchase({
    url: `${service.url}/v1/decode?vin=5NPDH4AE8DH100013`,
    payments: service.payments,
    write: (line) => lines.push(line),
  });
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  const shown = /```json\n([^`]+)```/.exec(readme)?.[1]?.trimEnd().split('\n') ?? [];
  expect(shown.length).toBeGreaterThan(9);
  expect(lines.join('\n')).toContain(shown.map((line) => `   ${line}`).join('\n'));
});
