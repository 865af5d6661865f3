import { beforeEach, describe, expect, it } from 'vitest';
import { pay } from '../../../test/payments/checked.ts';
import {
  dev,
  events,
  offer,
  payer,
  proxy,
  received,
  setFacilitatorStage,
  start,
} from '../../../test/payments/facilitator-stage.ts';
import { anOffer } from '../../../test/payments/offer.ts';
import type { Hex } from '../evm/encoding.ts';

setFacilitatorStage();

const MEGAWEI = 10n ** 6n;
const FEED: Hex = '0x71041dddad3595f9ced3dccfbe3d1f4b0a16bb70';
const ORACLE: Hex = '0x420000000000000000000000000000000000000f';
const quantity = (value: bigint) => `0x${value.toString(16)}`;
const UNAVAILABLE = { kind: 'failed', reason: 'payment_service_unavailable' };

/** No tip is asked for here, so that the base fee is the price. */
async function setGasPrice(wei: bigint) {
  await dev.rpc.call('anvil_setNextBlockBaseFeePerGas', [quantity(wei)]);
  await dev.rpc.call('anvil_mine', ['0x1']);
}
/** Code that gives this number whatever it is asked. */
const setNumber = (address: Hex, value: bigint) =>
  dev.rpc.call('anvil_setCode', [address, `0x7f${value.toString(16).padStart(64, '0')}5f5260205ff3`]);

beforeEach(() => {
  proxy.fault = (method) => (method === 'eth_maxPriorityFeePerGas' ? { result: '0x0' } : 'pass');
});

// At $4,000 for an ETH, half of a cent pays for 103,000 units of gas at 12 megawei.
describe('a settlement that would take more than half of its price', () => {
  it.each([20n, 500n])('is refused before anything is computed or sent (%d gwei)', async (gwei) => {
    await setGasPrice(gwei * 10n ** 9n);
    const settling = start({ maxGasShare: 0.5 });
    const payment = await pay(payer, offer);
    expect(await settling.verify(payment)).toEqual({ kind: 'unavailable' });
    expect(await settling.settle(payment)).toEqual(UNAVAILABLE);
    expect(events).toContainEqual({ event: 'gas_too_dear', amountAtomic: '10000' });
    expect(await received()).toBe(0n);
  });

  it('is made as soon as gas costs less, and at once for what costs more', async () => {
    await setGasPrice(100n * MEGAWEI);
    const settling = start({ maxGasShare: 0.5 });
    expect(await settling.verify(await pay(payer, offer))).toEqual({ kind: 'unavailable' });
    const report = await pay(payer, anOffer({ priceUsd: '0.25' }));
    expect(await settling.verify(report)).toEqual({ kind: 'valid' });
    expect((await settling.settle(report)).kind).toBe('settled');
    await setGasPrice(5n * MEGAWEI);
    const cheap = start({ maxGasShare: 0.5 });
    expect((await cheap.settle(await pay(payer, offer))).kind).toBe('settled');
  });

  it('takes no part in the transaction of others that are not too dear', async () => {
    await setGasPrice(100n * MEGAWEI);
    const settling = start({ maxGasShare: 0.5, batch: { windowMs: 200, maxSize: 2 } });
    const report = anOffer({ priceUsd: '0.25' });
    const payments = [await pay(payer, offer), await pay(payer, report), await pay(payer, report)];
    const settled = await Promise.all(payments.map((payment) => settling.settle(payment)));
    expect(settled.map(({ kind }) => kind)).toEqual(['failed', 'settled', 'settled']);
  });

  it('is reckoned by the price of ETH, and with the fee for its data', async () => {
    await setGasPrice(10n * MEGAWEI);
    const verify = async () => start({ maxGasShare: 0.5 }).verify(await pay(payer, offer));
    expect(await verify()).toEqual({ kind: 'valid' });
    await setNumber(FEED, 6_000n * 10n ** 8n);
    expect(await verify()).toEqual({ kind: 'unavailable' });
    await setNumber(FEED, 2_000n * 10n ** 8n);
    expect(await verify()).toEqual({ kind: 'valid' });
    await setNumber(ORACLE, 2n * 10n ** 12n);
    expect(await verify()).toEqual({ kind: 'unavailable' });
  });

  it('never comes of raising the fee of one that waits', async () => {
    await setGasPrice(8n * MEGAWEI);
    await dev.rpc.call('evm_setAutomine', [false]);
    const settling = start({ maxGasShare: 0.5, bumpAfterMs: 30, confirmationTimeoutMs: 1_000 });
    expect((await settling.settle(await pay(payer, offer))).kind).toBe('unknown');
    const { pending } = (await dev.rpc.call('txpool_content', [])) as {
      pending: Record<string, Record<string, { maxFeePerGas: string }>>;
    };
    const sent = Object.values(pending).flatMap((one) => Object.values(one));
    const fees = sent.map(({ maxFeePerGas }) => BigInt(maxFeePerGas));
    expect(fees).toHaveLength(1);
    expect(fees[0]).toBeGreaterThan(8n * MEGAWEI);
    expect(fees[0]).toBeLessThanOrEqual(12_200_000n);
  });
});
