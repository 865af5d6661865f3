import { decodePaymentRequiredHeader } from '@x402/core/http';
import { toClientEvmSigner } from '@x402/evm';
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { createPublicClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asHex } from '../../src/payments/evm/encoding.ts';
import { channelContracts, skipped } from './channel-shop.ts';
import { type DevService, startDevService } from './dev-service.ts';

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
