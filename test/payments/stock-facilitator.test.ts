import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DevChain, startDevChain } from '../../src/payments/dev/dev-chain.ts';
import { createChain } from '../../src/payments/evm/chain.ts';
import type { Facilitator } from '../../src/payments/facilitators/facilitator.ts';
import { createRemoteFacilitator } from '../../src/payments/facilitators/remote.ts';
import { decodePayment } from '../../src/payments/wire/header.ts';
import { checkPayment } from '../../src/payments/wire/payment-schema.ts';
import { pay } from './checked.ts';
import { anOffer } from './offer.ts';
import { type StockFacilitator, startStockFacilitator } from './stock-facilitator.ts';
import { newWallet, signPayment, toHeader } from './wallet.ts';

let dev: DevChain;
let stock: StockFacilitator;
let facilitator: Facilitator;
const offer = anOffer();
const payer = newWallet();

beforeAll(async () => {
  dev = await startDevChain();
  await dev.mint(payer.address, 1_000_000n);
  stock = await startStockFacilitator(dev.rpcUrl, dev.facilitatorPrivateKey);
  facilitator = createRemoteFacilitator({ url: stock.url });
});
afterAll(async () => {
  await stock?.[Symbol.asyncDispose]();
  await dev?.[Symbol.asyncDispose]();
});

const received = () => createChain(dev.rpc).balanceOf(offer.requirements.payTo);

test('the reference facilitator serves what we need', async () => {
  expect(await facilitator.support()).toEqual({ ready: true });
});

test('the reference facilitator takes our payments, and the money comes', async () => {
  const before = await received();
  const payment = await pay(payer, offer);
  expect(await facilitator.verify(payment)).toEqual({ kind: 'valid' });
  expect(await facilitator.settle(payment)).toMatchObject({ kind: 'settled' });
  expect((await received()) - before).toBe(10_000n);
});

test('it takes the payments of legacy clients too, since they go on as version 2', async () => {
  const { payload } = await signPayment(payer, offer);
  const versionOne = { x402Version: 1, scheme: 'exact', network: 'base', payload };
  const reading = decodePayment(toHeader(versionOne), 'X-PAYMENT');
  if (reading.kind !== 'decoded') throw new Error(reading.kind);
  const checked = checkPayment(reading.decoded, offer, Math.floor(Date.now() / 1_000));
  if (checked.kind !== 'fits') throw new Error(checked.reason);
  expect(await facilitator.settle(checked.payment)).toMatchObject({ kind: 'settled' });
});

test('it refuses in words that become ours', async () => {
  const used = await pay(payer, offer);
  await facilitator.settle(used);
  expect(await facilitator.verify(used)).toEqual({ kind: 'invalid', reason: 'payment_already_used' });
  expect(await facilitator.settle(used)).toMatchObject({ kind: 'failed', reason: 'payment_already_used' });
  const broke = await pay(newWallet(), offer);
  expect(await facilitator.verify(broke)).toEqual({ kind: 'invalid', reason: 'insufficient_funds' });
});
