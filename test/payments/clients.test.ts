import { wrapAxiosWithPayment, x402Client as x402AxiosClient } from '@x402/axios';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import axios from 'axios';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { PaymentRequirements } from '../../src/payments/wire/payment.ts';
import { startDevService } from './dev-service.ts';
import { decodeXPaymentResponse, wrapFetchWithLegacyPayment } from './earlier-client.ts';
import { signPayment, toHeader } from './wallet.ts';

/** Sold without any source, so that only payments are tried. */
const QUERY = 'country=CA&province=ON&sale_type=private';
const PRICE = 20_000n;

const service = await startDevService();
afterAll(() => service[Symbol.asyncDispose]());
const wallet = privateKeyToAccount(service.payments.wallet.privateKey);
const unpaid = await service.get('/v1/purchase-costs');
const { accepts } = decodePaymentRequiredHeader(unpaid.headers.get('PAYMENT-REQUIRED') ?? '');
const requirements = accepts[0] as PaymentRequirements;
let url: string;
let price = 25_000;
/** Each test buys something else: what the wallet has bought already, it would get for nothing. */
beforeEach(() => {
  url = `${service.url}/v1/purchase-costs?${QUERY}&price=${price++}`;
});

/** Runs purchases and measures what they moved on the chain. */
async function watch<Result>(purchase: () => Promise<Result>) {
  const { chain, payTo } = service.payments;
  const balances = () =>
    Promise.all([chain.balanceOf(payTo), chain.balanceOf(service.payments.wallet.address)]);
  const [receivedBefore, heldBefore] = await balances();
  const result = await purchase();
  const [received, held] = await balances();
  return { result, received: received - receivedBefore, spent: heldBefore - held };
}

const sign = (bent = {}) => signPayment(wallet, { requirements }, bent);
const send = (payment: unknown, header = 'PAYMENT-SIGNATURE', to = url) =>
  fetch(to, { headers: { [header]: typeof payment === 'string' ? payment : toHeader(payment) } });

const settled = {
  success: true,
  network: 'eip155:8453',
  transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
};
const answer = { province: 'ON', charged: true };

describe('clients that we did not write pay, get their answer and the receipt', () => {
  test('@x402/fetch', async () => {
    const client = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
    const { result, received, spent } = await watch(() => wrapFetchWithPayment(fetch, client)(url));
    expect(result.status).toBe(200);
    expect(await result.json()).toMatchObject(answer);
    const receipt = decodePaymentResponseHeader(result.headers.get('PAYMENT-RESPONSE') ?? '');
    expect(receipt).toMatchObject({ ...settled, payer: wallet.address.toLowerCase() });
    expect(result.headers.get('X-PAYMENT-RESPONSE')).toBeNull();
    // No proxy gives the next caller what this one has paid for.
    expect(result.headers.get('Cache-Control')).toBe('no-store');
    expect([received, spent]).toEqual([PRICE, PRICE]);
  });

  test('@x402/axios', async () => {
    const client = new x402AxiosClient().register('eip155:*', new ExactEvmScheme(wallet));
    const { result, received, spent } = await watch(() =>
      wrapAxiosWithPayment(axios.create(), client).get(url),
    );
    expect(result.status).toBe(200);
    expect(result.data).toMatchObject(answer);
    expect(decodePaymentResponseHeader(String(result.headers['payment-response']))).toMatchObject(settled);
    expect([received, spent]).toEqual([PRICE, PRICE]);
  });

  test('x402-fetch 1.2.0, by the legacy protocol', async () => {
    const { result, received, spent } = await watch(() =>
      wrapFetchWithLegacyPayment(fetch, wallet)(`${url}&x402Version=1`),
    );
    expect(result.status).toBe(200);
    expect(await result.json()).toMatchObject(answer);
    const receipt = result.headers.get('X-PAYMENT-RESPONSE') ?? '';
    expect(decodeXPaymentResponse(receipt)).toMatchObject(settled);
    expect(result.headers.get('PAYMENT-RESPONSE')).toBe(receipt);
    expect([received, spent]).toEqual([PRICE, PRICE]);
  });
});

describe('every dialect is taken', () => {
  test.each([
    ['version 2 in the legacy header', 'X-PAYMENT', 2, false],
    ['version 1 in the new header', 'PAYMENT-SIGNATURE', 1, true],
    ['version 1 without its number', 'X-PAYMENT', undefined, true],
    ['the hybrid that says 2 and is shaped like 1', 'X-PAYMENT', 2, true],
  ])('%s', async (_name, header, x402Version, isFlat) => {
    const signed = await sign();
    const flat = { x402Version, scheme: 'exact', network: 'base', payload: signed.payload };
    const { result, received } = await watch(() => send(isFlat ? flat : signed, header));
    expect(result.status).toBe(200);
    expect(received).toBe(PRICE);
  });
});

describe('nothing is charged', () => {
  const unharmed = async (response: () => Promise<Response>, status: number, error: string) => {
    const { result, received, spent } = await watch(response);
    expect(result.status).toBe(status);
    expect(await result.json()).toMatchObject({ error, charged: false });
    expect([received, spent]).toEqual([0n, 0n]);
    return result;
  };

  test('for asking, whatever the parameters are', async () => {
    await unharmed(() => fetch(`${service.url}/v1/purchase-costs`), 402, 'payment_required');
  });

  test('for a header that cannot be read, which is answered with a fresh challenge', async () => {
    const response = await unharmed(() => send('!'), 400, 'invalid_payment_payload');
    expect(response.headers.get('PAYMENT-REQUIRED')).not.toBeNull();
  });

  test('for a payment that does not fit', async () => {
    const payment = await sign({ value: '1' });
    await unharmed(() => send(payment), 402, 'wrong_amount');
  });

  test('for wrong parameters; the payment stays good for right ones', async () => {
    const payment = await sign();
    const wrong = `${service.url}/v1/purchase-costs?country=CA`;
    await unharmed(() => send(payment, 'PAYMENT-SIGNATURE', wrong), 400, 'invalid_parameters');
    expect((await send(payment)).status).toBe(200);
  });
});

describe('one payment buys one answer', () => {
  test('which can be fetched again, but not exchanged for another', async () => {
    const payment = await sign();
    const { received } = await watch(async () => {
      const first = await (await send(payment)).json();
      const again = await send(payment);
      expect(again.status).toBe(200);
      expect(await again.json()).toEqual(first);
      const other = await send(payment, 'PAYMENT-SIGNATURE', url.replace('ON', 'QC'));
      expect(other.status).toBe(402);
      expect(await other.json()).toMatchObject({ error: 'payment_already_used', charged: false });
    });
    expect(received).toBe(PRICE);
  });

  test('also when it comes ten times at once', async () => {
    const payment = await sign();
    const { result, received } = await watch(() =>
      Promise.all(Array.from({ length: 10 }, () => send(payment))),
    );
    expect(result.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(received).toBe(PRICE);
  });
});

test('fifty payments at once are fifty answers and fifty settlements', async () => {
  const payments = await Promise.all(Array.from({ length: 50 }, () => sign()));
  const { result, received } = await watch(() =>
    Promise.all(payments.map((payment, index) => send(payment, 'PAYMENT-SIGNATURE', `${url}${index}`))),
  );
  expect(result.map(({ status }) => status)).toEqual(Array(50).fill(200));
  const receipts = result.map((response) =>
    decodePaymentResponseHeader(response.headers.get('PAYMENT-RESPONSE') ?? ''),
  );
  expect(new Set(receipts.map(({ transaction }) => transaction)).size).toBe(50);
  expect(received).toBe(50n * PRICE);
});
