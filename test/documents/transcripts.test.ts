import { wrapAxiosWithPayment, x402Client as x402AxiosClient } from '@x402/axios';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import axios from 'axios';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, describe, test } from 'vitest';
import type { PaymentRequirements } from '../../src/payments/wire/payment.ts';
import { clients } from '../a2a/clients.ts';
import { connectMcp } from '../mcp/connect.ts';
import { startDevService } from '../payments/dev-service.ts';
import { wrapFetchWithLegacyPayment } from '../payments/earlier-client.ts';
import { signPayment } from '../payments/wallet.ts';
import { expectTranscript, startRecorder } from './transcript.ts';

const parameters = (price: number) => ({ country: 'CA', province: 'ON', sale_type: 'private', price });
const query = (price: number) => `country=CA&province=ON&sale_type=private&price=${price}`;

/** Buys at the address. Each client buys something else: what a wallet has bought already it would get for nothing. */
type Buy = (url: string, wallet: PrivateKeyAccount, price: number) => Promise<unknown>;

const x402 = (wallet: PrivateKeyAccount) => new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
const firstOf = (accepts: unknown) => (accepts as PaymentRequirements[])[0] as PaymentRequirements;

const purchases: Record<string, Buy> = {
  '@x402/fetch': (url, wallet, price) =>
    wrapFetchWithPayment(fetch, x402(wallet))(`${url}/v1/purchase-costs?${query(price)}`),
  '@x402/axios': (url, wallet, price) =>
    wrapAxiosWithPayment(
      axios.create(),
      new x402AxiosClient().register('eip155:*', new ExactEvmScheme(wallet)),
    ).get(`${url}/v1/purchase-costs?${query(price)}`),
  'x402-fetch 1, the protocol before': (url, wallet, price) =>
    wrapFetchWithLegacyPayment(fetch, wallet)(`${url}/v1/purchase-costs?${query(price)}&x402Version=1`),
  '@modelcontextprotocol/client, revision 2026-07-28': async (url, wallet, price) => {
    await using mcp = await connectMcp(url);
    const { body } = await mcp.call('get_purchase_costs', parameters(price));
    const payment = await signPayment(wallet, { requirements: firstOf(body.accepts) }, {});
    return await mcp.call('get_purchase_costs', parameters(price), payment);
  },
  '@a2a-js/sdk 1, protocol 1.0': buyOverA2a('1.0'),
  '@a2a-js/sdk 0.3, protocol 0.3': buyOverA2a('0.3'),
};

function buyOverA2a(version: keyof typeof clients): Buy {
  return async (url, wallet, price) => {
    const client = await clients[version](url);
    const asked = await client.send({ skill: 'purchase-costs', parameters: parameters(price) });
    const { accepts } = asked.metadata['x402.payment.required'] as { accepts: unknown };
    const payment = await signPayment(wallet, { requirements: firstOf(accepts) }, {});
    const paid = { 'x402.payment.status': 'payment-submitted', 'x402.payment.payload': payment };
    return client.send('Here is the payment.', { taskId: asked.id, metadata: paid });
  };
}

describe('the transcripts are those of purchases that are made here', async () => {
  const service = await startDevService();
  afterAll(() => service[Symbol.asyncDispose]());

  test.each(Object.entries(purchases).map(([name, buy], at) => [name, buy, 25_001 + at] as const))(
    '%s',
    async (name, buy, price) => {
      await using recorder = await startRecorder(service.url);
      await buy(recorder.url, privateKeyToAccount(service.payments.wallet.privateKey), price);
      await expectTranscript(name, recorder.lines);
    },
  );
});
