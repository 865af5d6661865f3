import { x402Client } from '@x402/core/client';
import type { PaymentRequired } from '@x402/core/types';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { blockOf } from '../../src/issues/read/filed.ts';
import { createComplaintWorker, embeddedIn } from '../../src/issues/read/worker.ts';
import { clients } from '../a2a/clients.ts';
import { connectMcp } from '../mcp/connect.ts';
import { toHeader } from '../payments/wallet.ts';
import { runService } from '../running-service.ts';
import { twoFailures } from './complaints.ts';

const VIN = '5NPDH4AE8DH100013';
const { signal } = new AbortController();

it('sells no known issues while too many wait for theirs, takes nothing for it, and sells all else', async () => {
  await using worker = createComplaintWorker(1);
  const blocks = [blockOf(twoFailures(4_000))];
  // No source can be reached: what is recorded of this car stands in.
  const nowhere = { NHTSA_URL: 'http://127.0.0.1:9', TRANSPORT_CANADA_URL: 'http://127.0.0.1:9' };
  await using service = await runService(
    { RECORDED_WORLD: 'auto', ...nowhere },
    { synthesizer: embeddedIn(worker) },
  );
  const { devPayments: payments } = service;
  if (!payments) throw new Error('Not in dev mode');
  await payments.ready;
  const received = () => payments.chain.balanceOf(payments.payTo);
  const wallet = privateKeyToAccount(payments.wallet.privateKey);
  const payer = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
  const payFor = async (path: string) =>
    payer.createPaymentPayload((await (await service.get(path)).json()) as PaymentRequired);
  const buy = async (path: string, payment: object) => {
    const response = await service.get(`${path}?vin=${VIN}`, {
      headers: { 'PAYMENT-SIGNATURE': toHeader(payment) },
    });
    const body = (await response.json()) as { retryAfterSeconds?: number };
    return { status: response.status, retryAfter: response.headers.get('Retry-After'), body };
  };
  await using mcp = await connectMcp(service.url);
  const agent = await clients['1.0'](service.url);

  const before = await received();
  // Four who ask again and again: however fast the engine is, somebody waits for it until all has been tried.
  let isCrowded = true;
  const ask = async () => {
    while (isCrowded) await worker.find(blocks, '2025-06-30', { signal, inBackground: true });
  };
  const crowd = Promise.all(Array.from({ length: 4 }, ask));

  const payment = await payFor('/v1/known-issues');
  const refusal = { error: 'overloaded', charged: false, retryAfterSeconds: expect.any(Number) };
  const refused = await buy('/v1/known-issues', payment);
  expect(refused).toMatchObject({ status: 503, body: refusal });
  expect(refused.retryAfter).toBe(String(refused.body.retryAfterSeconds));

  const report = await buy('/v1/prepurchase', await payFor('/v1/prepurchase'));
  expect(report).toMatchObject({ status: 503, body: refusal });

  const overMcp = await mcp.call('get_known_issues', { vin: VIN }, payment);
  expect(overMcp).toMatchObject({ isError: true, body: refusal });

  const asked = await agent.send({ skill: 'known-issues', parameters: { vin: VIN } });
  const required = asked.metadata['x402.payment.required'] as PaymentRequired;
  const metadata = {
    'x402.payment.status': 'payment-submitted',
    'x402.payment.payload': await payer.createPaymentPayload(required),
  };
  const overA2a = await agent.send('Paid.', { taskId: asked.id, metadata });
  expect(JSON.stringify(overA2a.whole)).toContain('"overloaded"');
  expect(await received()).toBe(before);

  expect(await buy('/v1/decode', await payFor('/v1/decode'))).toMatchObject({ status: 200 });
  expect(await buy('/v1/recalls', await payFor('/v1/recalls'))).toMatchObject({ status: 200 });
  expect(await buy('/v1/known-issues', payment)).toMatchObject({ status: 503, body: refusal });

  isCrowded = false;
  await crowd;
  expect(await buy('/v1/known-issues', payment)).toMatchObject({
    status: 200,
    body: { vin: VIN, charged: true },
  });
});
