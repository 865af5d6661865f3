import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithSIWx } from '@x402/extensions/sign-in-with-x';
import { x402Client } from '@x402/fetch';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, describe, expect, test } from 'vitest';
import { startDevService } from './dev-service.ts';
import { newWallet } from './wallet.ts';

const service = await startDevService();
afterAll(() => service[Symbol.asyncDispose]());
const wallet = privateKeyToAccount(service.payments.wallet.privateKey);
// Wallets sign in to the address that the service names itself by, and to no other.
const base = `http://localhost:${service.port}`;
let next = 30_000;

const costs = (query: string) => `${base}/v1/purchase-costs?${query}`;
const anySale = () => `country=CA&province=ON&price=${next++}&sale_type=private`;
const received = () => service.payments.chain.balanceOf(service.payments.payTo);

/** Pays; the answer comes to nothing. */
async function payAndLose(url: string) {
  const unpaid = await fetch(url);
  const required = decodePaymentRequiredHeader(unpaid.headers.get('PAYMENT-REQUIRED') ?? '');
  const payer = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
  const payment = await payer.createPaymentPayload(required);
  const response = await fetch(url, {
    headers: { 'PAYMENT-SIGNATURE': encodePaymentSignatureHeader(payment) },
  });
  return (await response.json()) as Record<string, unknown>;
}

/** The unmodified official client. */
const signingIn = (by: PrivateKeyAccount = wallet) => wrapFetchWithSIWx(fetch, by);

/** The header by which the official client would sign in for this, not sent yet. */
async function signFor(url: string): Promise<string> {
  let signed: string | null = null;
  const keeping: typeof fetch = async (input) => {
    signed = new Headers(input instanceof URL || typeof input === 'string' ? {} : input.headers).get(
      'sign-in-with-x',
    );
    return signed ? new Response() : fetch(url);
  };
  await wrapFetchWithSIWx(keeping, wallet)(url);
  if (!signed) throw new Error('The client has not signed in');
  return signed;
}

const show = (url: string, header: string) => fetch(url, { headers: { 'SIGN-IN-WITH-X': header } });

const refused = async (response: Response) => {
  expect(response.status).toBe(402);
  expect(response.headers.get('PAYMENT-REQUIRED')).not.toBeNull();
  expect(await response.json()).toMatchObject({ error: 'payment_required', charged: false });
};

describe('the wallet that paid', () => {
  test('signs in and gets its kept answer, without a payment', async () => {
    const url = costs(anySale());
    const { charged, ...answer } = await payAndLose(url);
    expect(charged).toBe(true);
    const before = await received();
    const response = await signingIn()(url);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      ...answer,
      charged: false,
      paidBefore: { transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    });
    expect(await received()).toBe(before);
  });

  test('gets it for the same request in other words', async () => {
    await payAndLose(costs('country=CA&province=ON&price=41000.00&sale_type=private'));
    const response = await signingIn()(costs('sale_type=private&price=41000&province=on&country=ca'));
    expect(response.status).toBe(200);
  });

  test('gets it as often as it signs in, but once for one signature', async () => {
    const url = costs(anySale());
    await payAndLose(url);
    for (const _time of [1, 2]) expect((await signingIn()(url)).status).toBe(200);
    const header = await signFor(url);
    expect((await show(url, header)).status).toBe(200);
    await refused(await show(url, header));
  });

  test('gets it once, also when one signature comes many times at once', async () => {
    const url = costs(anySale());
    await payAndLose(url);
    const header = await signFor(url);
    const responses = await Promise.all(Array.from({ length: 8 }, () => show(url, header)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(402)]);
  });

  test('gets nothing for what it has not paid for', async () => {
    await payAndLose(costs(anySale()));
    await refused(await signingIn()(costs(anySale())));
  });

  test('learns what is wrong with its parameters', async () => {
    const response = await signingIn()(costs('country=CA&province=XX&price=1&sale_type=private'));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_parameters', charged: false });
  });
});

describe('nobody else gets it', () => {
  test('with another wallet', async () => {
    const url = costs(anySale());
    await payAndLose(url);
    await refused(await signingIn(newWallet())(url));
  });

  test('with what was signed for another product', async () => {
    const url = costs(anySale());
    await payAndLose(url);
    await refused(await show(url, await signFor(`${base}/v1/decode?vin=5NPDH4AE8DH100013`)));
    expect((await show(url, await signFor(url))).status).toBe(200);
  });

  test('with a header that says nothing', async () => {
    await refused(await show(costs(anySale()), 'hello'));
  });
});

test('pages of other origins may send the header', async () => {
  const { headers } = await fetch(`${base}/v1/decode`, { method: 'OPTIONS' });
  expect(headers.get('Access-Control-Allow-Headers')).toContain('SIGN-IN-WITH-X');
});
