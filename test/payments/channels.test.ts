import { toClientEvmSigner } from '@x402/evm';
import { BatchSettlementEvmScheme } from '@x402/evm/batch-settlement/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { createPublicClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DevService, startDevService } from './dev-service.ts';

const recordings = process.env.FORECOURT_RECORDINGS;
const skipped = recordings === undefined ? ' (skipped: FORECOURT_RECORDINGS names no folder)' : '';

const VINS = ['1HGCM82633A004352', '1FTFW1ET5DFC10312'];

describe.skipIf(skipped)(`paying by a channel${skipped}`, () => {
  let service: DevService;
  beforeAll(async () => {
    service = await startDevService({
      CHANNEL_CONTRACTS: `${recordings}/x402-batch-settlement/artifact.json`,
    });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test('the stock client opens a channel and buys by vouchers', async () => {
    const { rpcUrl } = await service.payments.ready;
    const account = privateKeyToAccount(service.payments.wallet.privateKey);
    const signer = toClientEvmSigner(account, createPublicClient({ transport: http(rpcUrl) }));
    const client = new x402Client().register('eip155:8453', new BatchSettlementEvmScheme(signer));
    const pay = wrapFetchWithPayment(fetch, client);
    for (const vin of VINS) {
      const response = await pay(`${service.url}/v1/decode?vin=${vin}`);
      console.log(
        response.status,
        Buffer.from(
          response.headers.get('payment-response') ?? response.headers.get('payment-required') ?? '',
          'base64',
        )
          .toString()
          .slice(0, 900),
        JSON.stringify(await response.json()).slice(0, 200),
      );
      expect(response.status).toBe(200);
    }
  });
});
