import { wrapAxiosWithPayment, x402Client as x402AxiosClient } from '@x402/axios';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import axios from 'axios';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeXPaymentResponse, wrapFetchWithPayment as wrapFetchWithLegacyPayment } from 'x402-fetch';
import { type DevPayments, startDevPayments } from '../../src/payments/dev-chain/dev-payments.ts';
import { startTill, type Till } from './till.ts';

const PRICE = 10_000n;

let payments: DevPayments;
let till: Till;
let wallet: PrivateKeyAccount;

beforeAll(async () => {
  payments = startDevPayments();
  await payments.ready;
  till = await startTill(payments.facilitator, payments.payTo);
  wallet = privateKeyToAccount(payments.wallet.privateKey);
});
afterAll(async () => {
  await till?.[Symbol.asyncDispose]();
  await payments?.[Symbol.asyncDispose]();
});

/** Runs a purchase and tells what it moved on the chain. */
async function buy<Result>(purchase: () => Promise<Result>) {
  const balances = () =>
    Promise.all([
      payments.chain.balanceOf(payments.payTo),
      payments.chain.balanceOf(payments.wallet.address),
    ]);
  const [receivedBefore, heldBefore] = await balances();
  const result = await purchase();
  const [received, held] = await balances();
  return { result, received: received - receivedBefore, spent: heldBefore - held };
}

const settled = {
  success: true,
  network: 'eip155:8453',
  transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
};

describe('clients that we did not write pay, get their answer and the receipt', () => {
  test('@x402/fetch', async () => {
    const client = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
    const { result, received, spent } = await buy(() => wrapFetchWithPayment(fetch, client)(till.url));
    expect(result.status).toBe(200);
    expect(await result.json()).toEqual({ answer: 42, charged: true });
    expect(decodePaymentResponseHeader(result.headers.get('PAYMENT-RESPONSE') ?? '')).toMatchObject({
      ...settled,
      payer: wallet.address.toLowerCase(),
    });
    expect(result.headers.get('X-PAYMENT-RESPONSE')).toBeNull();
    expect([received, spent]).toEqual([PRICE, PRICE]);
  });

  test('@x402/axios', async () => {
    const client = new x402AxiosClient().register('eip155:*', new ExactEvmScheme(wallet));
    const { result, received, spent } = await buy(() =>
      wrapAxiosWithPayment(axios.create(), client).get(till.url),
    );
    expect(result.status).toBe(200);
    expect(result.data).toEqual({ answer: 42, charged: true });
    expect(decodePaymentResponseHeader(String(result.headers['payment-response']))).toMatchObject(settled);
    expect([received, spent]).toEqual([PRICE, PRICE]);
  });

  test('x402-fetch 1.2.0, by the legacy protocol', async () => {
    const { result, received, spent } = await buy(() =>
      wrapFetchWithLegacyPayment(fetch, wallet)(`${till.url}?x402Version=1`),
    );
    expect(result.status).toBe(200);
    const receipt = result.headers.get('X-PAYMENT-RESPONSE') ?? '';
    expect(decodeXPaymentResponse(receipt)).toMatchObject(settled);
    expect(result.headers.get('PAYMENT-RESPONSE')).toBe(receipt);
    expect([received, spent]).toEqual([PRICE, PRICE]);
  });
});

test('an unpaid call moves nothing', async () => {
  const { result, received } = await buy(() => fetch(till.url));
  expect(result.status).toBe(402);
  expect(received).toBe(0n);
});

describe('until the chain is up', () => {
  test('payments are unavailable and nothing is taken, but nothing fails either', async () => {
    await using early = startDevPayments();
    expect(await early.facilitator.support()).toEqual({ ready: false });
    await expect(early.chain.balanceOf(early.payTo)).rejects.toThrow('not up yet');
    await early.ready;
    expect(await early.facilitator.support()).toEqual({ ready: true });
  });
});
