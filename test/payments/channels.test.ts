import { decodePaymentRequiredHeader } from '@x402/core/http';
import type { PaymentRequired } from '@x402/core/types';
import { toClientEvmSigner } from '@x402/evm';
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { createPublicClient, http, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asHex } from '../../src/payments/evm/encoding.ts';
import { clients } from '../a2a/clients.ts';
import { connectMcp } from '../mcp/connect.ts';
import { channelContracts, skipped } from './channel-shop.ts';
import { type DevService, startDevService } from './dev-service.ts';

const VIN = '5NPDH4AE8DH100013';
const SALE = { country: 'CA', province: 'ON', sale_type: 'private' };
/** Of two clients of one wallet: the second knows nothing of the first. */
const VINS = [
  ['1HGCM82633A004352', '1FTFW1ET5DFD10312'],
  ['1FTFW1ET5DFC10312', '1HGCM82633A004353'],
];

describe.skipIf(skipped)(`the service with channels${skipped}`, () => {
  let service: DevService;
  beforeAll(async () => {
    if (skipped) return;
    service = await startDevService({ CHANNEL_CONTRACTS: channelContracts ?? '' });
  });
  afterAll(() => service?.[Symbol.asyncDispose]());

  test('offers a channel after a transfer, in a head that proxies take', async () => {
    const { headers } = await service.get('/v1/decode?vin=1');
    const required = headers.get('PAYMENT-REQUIRED') ?? '';
    const { accepts } = decodePaymentRequiredHeader(required);
    expect(accepts.map(({ scheme }) => scheme)).toEqual(['exact', 'batch-settlement']);
    expect(required.length).toBeLessThan(2_900);
  });

  test('says so in its documents', async () => {
    const { payment } = (await (await service.get('/discovery')).json()) as {
      payment: object;
    };
    expect(payment).toMatchObject({ scheme: 'exact', otherSchemes: ['batch-settlement'] });
    const page = await (await service.get('/llms-full.txt')).text();
    expect(page).toContain('"scheme": "batch-settlement"');
    expect(page).toContain('### Many calls: a channel');
  });

  /** A client of its own, with a channel of its own. */
  async function openClient(salt: number) {
    const { rpcUrl } = await service.payments.ready;
    const account = privateKeyToAccount(service.payments.wallet.privateKey);
    const signer = toClientEvmSigner(account, createPublicClient({ transport: http(rpcUrl) }));
    const scheme = new BatchSettlementEvmScheme(signer, { salt: toHex(salt, { size: 32 }) });
    return new x402Client().register('eip155:8453', scheme);
  }

  test('sells by vouchers over MCP', async () => {
    await using mcp = await connectMcp(service.url);
    const { body: required } = await mcp.call('get_decode', { vin: VIN });
    const payer = await openClient(1);
    const payment = await payer.createPaymentPayload(required as unknown as PaymentRequired);
    const { body, receipt } = await mcp.call('get_decode', { vin: VIN }, payment);
    expect(body).toMatchObject({ charged: true });
    expect(receipt).toMatchObject({ success: true, extra: { chargedAmount: '10000' } });
    expect((await mcp.call('get_decode', { vin: VIN }, payment)).body).toMatchObject({ charged: true });
  });

  test.each(['0.3', '1.0'] as const)('sells by vouchers over A2A %s', async (version) => {
    const client = await clients[version](service.url);
    const price = version === '1.0' ? 25_000 : 26_000;
    const asked = await client.send({ skill: 'purchase-costs', parameters: { ...SALE, price } });
    expect(JSON.stringify(asked.whole).length).toBeLessThanOrEqual(4_096);
    const required = asked.metadata['x402.payment.required'] as PaymentRequired;
    const payer = await openClient(version === '1.0' ? 2 : 3);
    const payload = await payer.createPaymentPayload({
      ...required,
      accepts: required.accepts.filter(({ scheme }) => scheme === 'batch-settlement'),
    });
    const metadata = { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payload };
    const paid = await client.send('Paid.', { taskId: asked.id, metadata });
    expect(paid).toMatchObject({ state: 'completed' });
    expect(paid.metadata['x402.payment.receipts']).toMatchObject([
      { success: true, transaction: expect.stringContaining(':20000') },
    ]);
  });

  test('sells to the stock client, which finds its way back after it has lost what it knew', async () => {
    const { rpcUrl } = await service.payments.ready;
    const account = privateKeyToAccount(service.payments.wallet.privateKey);
    const signer = toClientEvmSigner(account, createPublicClient({ transport: http(rpcUrl) }));
    for (const vins of VINS) {
      const scheme = new BatchSettlementEvmScheme(signer);
      const pay = wrapFetchWithPayment(fetch, new x402Client().register('eip155:8453', scheme));
      for (const vin of vins) {
        const response = await pay(`${service.url}/v1/decode?vin=${vin}`);
        expect(response.status).toBe(200);
        expect(await response.json()).toMatchObject({ charged: true });
      }
    }
    const scheme = new BatchSettlementEvmScheme(signer);
    const before = await service.payments.chain.balanceOf(asHex(account.address.toLowerCase()));
    expect(await scheme.refund(`${service.url}/v1/decode?vin=1`)).toMatchObject({
      success: true,
      amount: '460000',
    });
    expect(await service.payments.chain.balanceOf(asHex(account.address.toLowerCase()))).toBe(
      before + 460_000n,
    );
  });
});
