import { afterAll, describe, expect, it } from 'vitest';
import { openParts } from '../../test/open-parts.ts';
import { check } from '../../test/payments/checked.ts';
import { signInAt, signInTerms } from '../../test/payments/signing-in.ts';
import { CENT, setStage, sign, wallet } from '../../test/payments/stage.ts';
import { newWallet, signPayment, toHeader } from '../../test/payments/wallet.ts';
import { createLimits, limitByName } from '../limits/limits.ts';
import { decodePayment } from '../payments/wire/header.ts';
import { listProduct } from '../products/product.ts';
import { purchaseCosts } from '../products/purchase-costs.ts';
import { createSeller } from './sell.ts';

const stage = setStage();
const parts = await openParts();
const knowledge = await parts.knowledge();
afterAll(() => parts[Symbol.asyncDispose]());
const product = listProduct(purchaseCosts);
const SALE = 'country=CA&province=ON&price=33333&sale_type=private';
const SALE_OF_NO_CAR = {
  query: `${SALE}&vin=ZZZZZZZZZZZZZZZZZ`,
  refusal: { kind: 'failure', failure: { code: 'vehicle_not_resolved' } },
};
const NOBODY = new AbortController().signal;

/** A client at one address, with limits of its own. */
function openClient(signal = NOBODY) {
  const { sale, signIns } = stage.shop;
  const offer = { ...stage.shop.offer, signIn: signInTerms };
  const seller = createSeller({ knowledge, sale, signIns, limits: createLimits(), deadlineMs: 30_000 });
  const order = { requestId: 'a call', offer, clientKey: 'here', signal };
  return {
    ask: () =>
      seller.sell(product, { ...order, search: new URLSearchParams(SALE), reading: { kind: 'none' } }),
    signIn: (header: string) =>
      seller.fetchPaid(product, { ...order, search: new URLSearchParams(SALE) }, header),
    pay: (payment: object | string, query = SALE) =>
      seller.sell(product, {
        ...order,
        search: new URLSearchParams(query),
        reading: decodePayment(
          typeof payment === 'string' ? payment : toHeader(payment),
          'PAYMENT-SIGNATURE',
        ),
      }),
  };
}

const answered = { kind: 'answer', body: { charged: true } };
const refusedBy = (limit: string) => ({
  kind: 'failure',
  failure: { code: 'rate_limited', details: { limit } },
});

describe('the same request', () => {
  it.each([
    ['in another order', 'sale_type=private&price=33333&province=ON&country=CA'],
    ['with another spelling of a number', SALE.replace('33333', '33333.00')],
    ['in another letter case', SALE.replace('CA', 'ca').replace('ON', 'on')],
    ['with a default written out', `${SALE}&family_gift=false`],
  ])('%s is the same purchase', async (_name, query) => {
    const client = openClient();
    const payment = await sign(stage.shop);
    const first = await client.pay(payment);
    expect(first).toMatchObject(answered);
    expect(await client.pay(payment, query)).toMatchObject(answered);
    expect(await client.pay(await sign(stage.shop), query)).toMatchObject({
      kind: 'answer',
      body: { charged: false, paidBefore: { transaction: expect.stringMatching(/^0x/) } },
    });
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('with another price is another purchase', async () => {
    const client = openClient();
    await client.pay(await sign(stage.shop));
    const other = await client.pay(await sign(stage.shop), SALE.replace('33333', '33333.01'));
    expect(other).toMatchObject(answered);
    expect(stage.shop.world.received()).toBe(2n * CENT);
  });

  it('is not asked for by wrong parameters, which are named whatever the payment has bought', async () => {
    const client = openClient();
    const payment = await sign(stage.shop);
    await client.pay(payment);
    const refused = await client.pay(payment, 'country=CA');
    expect(refused).toMatchObject({ kind: 'failure', failure: { code: 'invalid_parameters' } });
  });
});

describe('strangers at the address of a payer', () => {
  const junk = 'AAAA';
  const limit = limitByName.failed_payments.limit;
  const limited = refusedBy('failed_payments');

  it('are limited by what fails, and keep nobody from paying or from fetching what was paid', async () => {
    const client = openClient();
    const bought = await sign(stage.shop);
    await client.pay(bought);
    for (let index = 0; index < limit; index++)
      expect(await client.pay(junk)).toMatchObject({ kind: 'challenge', code: 'invalid_payment_payload' });

    expect(await client.pay(junk)).toMatchObject(limited);
    expect(await client.pay(bought)).toMatchObject(answered);
    const other = SALE.replace('33333', '44444');
    expect(await client.pay(await sign(stage.shop), other)).toMatchObject(answered);
  });

  it('cost the node no more calls than the limit allows, also when they all come at once', async () => {
    const client = openClient();
    let asked = 0;
    const { hasCode } = stage.shop.world.chain;
    stage.shop.world.chain.hasCode = (address) => {
      asked += 1;
      return hasCode(address);
    };
    const forged = await Promise.all(
      Array.from({ length: 100 }, () =>
        signPayment(newWallet(), stage.shop.offer, { from: newWallet().address }),
      ),
    );
    const outcomes = await Promise.all(forged.map((payment) => client.pay(payment)));
    expect(asked).toBe(limit);
    expect(outcomes.filter((reply) => reply?.kind === 'challenge')).toHaveLength(limit);
    expect(outcomes.filter((reply) => reply?.kind === 'failure')).toHaveLength(100 - limit);
  });

  it('do not stop a smart wallet that the ledger knows', async () => {
    const client = openClient();
    const contract = '0x00000000000000000000000000000000c0ffee00';
    const payment = await signPayment(newWallet(), stage.shop.offer, { from: contract });
    stage.shop.world.smartWallets.set(contract, () => true);
    stage.shop.world.fund(contract, CENT);
    expect(await client.pay(payment)).toMatchObject(answered);
    for (let index = 0; index <= limit; index++) await client.pay(junk);
    expect(await client.pay(payment)).toMatchObject(answered);
  });

  it('who broadcast a payment of a payer that is slowed down do not cost them the answer', async () => {
    const client = openClient();
    for (let index = 0; index < 3; index++) {
      const cancelled = await sign(stage.shop);
      stage.shop.world.beforeSettle = async () => stage.shop.world.cancel(check(cancelled, stage.shop.offer));
      await client.pay(cancelled, SALE.replace('33333', `5000${index}`));
    }
    stage.shop.world.beforeSettle = async () => {};
    const payment = await signPayment(wallet, stage.shop.offer);
    stage.shop.world.broadcast(check(payment, stage.shop.offer));
    expect(await client.pay(payment)).toMatchObject(answered);
    const next = await client.pay(await sign(stage.shop), SALE.replace('33333', '60000'));
    expect(next).toMatchObject(refusedBy('failed_settlements'));
  });
});

describe('asking for the price', () => {
  const limit = limitByName.unpaid_challenges.limit;
  const refused = refusedBy('unpaid_challenges');

  it('is limited, and does not count where the price is then paid', async () => {
    const client = openClient();
    for (let index = 1; index < limit; index++) expect((await client.ask())?.kind).toBe('challenge');

    for (let index = 0; index < 3; index++) {
      expect((await client.ask())?.kind).toBe('challenge');
      const query = SALE.replace('33333', `7000${index}`);
      expect(await client.pay(await sign(stage.shop), query)).toMatchObject({ body: { charged: true } });
    }
    expect((await client.ask())?.kind).toBe('challenge');
    expect(await client.ask()).toMatchObject(refused);
  });

  it('counts where a bad payment follows', async () => {
    const client = openClient();
    for (let index = 0; index < limit; index++) await client.ask();
    expect(await client.pay('AAAA')).toMatchObject({ kind: 'challenge' });
    expect(await client.ask()).toMatchObject(refused);
  });

  it('does not count where any answer follows: one that was paid before, or that the VIN has none', async () => {
    const client = openClient();
    await client.pay(await sign(stage.shop));
    const unknownCar = { ...SALE_OF_NO_CAR, payment: await sign(stage.shop) };
    for (let index = 0; index < 2 * limit; index++) {
      expect((await client.ask())?.kind).toBe('challenge');
      const reply =
        index % 2 === 0
          ? await client.pay(await sign(stage.shop))
          : await client.pay(unknownCar.payment, unknownCar.query);
      expect(reply).toMatchObject(index % 2 === 0 ? { body: { charged: false } } : unknownCar.refusal);
    }
  });

  it('does not count where a sign-in brings what was paid before', async () => {
    const client = openClient();
    await client.pay(await sign(stage.shop));
    for (let index = 1; index < limit; index++) await client.ask();
    for (let index = 0; index < 3; index++) {
      const header = await signInAt(Date.now(), stage.shop.offer);
      expect(await client.signIn(header)).toMatchObject({ kind: 'answer', body: { charged: false } });
    }
    expect((await client.ask())?.kind).toBe('challenge');
    expect(await client.ask()).toMatchObject(refused);
  });

  it('counts a sign-in that shows nobody who has paid', async () => {
    const client = openClient();
    for (let index = 0; index < limit; index++)
      expect(await client.signIn('hello')).toMatchObject({ kind: 'challenge' });

    expect(await client.signIn('hello')).toMatchObject(refused);
  });
});
