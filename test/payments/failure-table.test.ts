import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { devAccounts } from '../../src/payments/dev/dev-accounts.ts';
import { transferCall } from '../../src/payments/evm/transfer.ts';
import { check, pay } from './checked.ts';
import type { FacilitatorFault } from './faulty-facilitator.ts';
import { inOneTransaction } from './in-one-transaction.ts';
import { CENT, type Market, openMarket } from './market.ts';
import { anOffer } from './offer.ts';
import { fromHeader, newWallet } from './wallet.ts';

const market = await openMarket();
const used = { status: 402, reason: 'payment_already_used' };
const wallet = newWallet();
let takenBefore: bigint;
let paths = 0;
const newPath = () => `/v1/thing?n=${paths++}`;
const taken = async () => (await market.received()) - takenBefore;
/** A request whose computation takes a while; resolves when it has begun. */
const slowPath = () => `${newPath()}&slow`;
const verified = () =>
  new Promise<void>((resolve) => {
    market.facilitator.onVerified = resolve;
  });
const untilSettled = (call: () => Promise<{ kind: string }>) =>
  expect.poll(async () => (await call()).kind, { timeout: 20_000, interval: 50 }).toBe('settled');

await market.chain.mint(wallet.address, 1_000n * CENT);
afterAll(() => market[Symbol.asyncDispose]());
beforeEach(async () => {
  market.facilitator.faultOf = () => 'none';
  market.node.fault = () => 'pass';
  takenBefore = await market.received();
});

describe('on a chain with Circle’s USDC', () => {
  it('a payment is taken once, and the receipt names its transaction', async () => {
    const payment = await market.sign(wallet);
    const path = newPath();
    const bought = await market.buy(payment, path);
    expect(bought).toMatchObject({ status: 200, kind: 'settled' });
    const { answer, transaction } = bought;
    const receipt = fromHeader(bought.headers.get('PAYMENT-RESPONSE'));
    expect(receipt).toMatchObject({ success: true, transaction });
    expect(await taken()).toBe(CENT);
    const again = await market.buy(payment, path);
    expect(again).toMatchObject({ status: 200, answer, transaction });
    expect(await market.buy(payment, newPath())).toMatchObject(used);
    expect(await taken()).toBe(CENT);
  });

  it('an uncharged answer and a failure take nothing and leave the payment good', async () => {
    const payment = await market.sign(wallet);
    const uncharged = await market.buy(payment, '/v1/thing?mode=uncharged');
    expect(uncharged).toMatchObject({ status: 200, kind: 'uncharged' });
    expect(await market.buy(payment, '/v1/thing?mode=fail')).toMatchObject({ status: 502, kind: 'failure' });
    expect(await taken()).toBe(0n);
    expect(await market.buy(payment, newPath())).toMatchObject({ kind: 'settled' });
  });

  it('ten identical payments at once: one computation, one settlement, ten answers', async () => {
    const payment = await market.sign(wallet);
    const path = newPath();
    const settledBefore = market.facilitator.counts.settle;
    const bought = await Promise.all(Array.from({ length: 10 }, () => market.buy(payment, path)));
    expect(new Set(bought.map(({ answer }) => answer)).size).toBe(1);
    expect(bought.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(market.facilitator.counts.settle - settledBefore).toBe(1);
    expect(await taken()).toBe(CENT);
  });

  it('ten payments of a wallet that holds enough for one: one answer', async () => {
    const poor = newWallet();
    await market.chain.mint(poor.address, CENT);
    const payments = await Promise.all(Array.from({ length: 10 }, () => market.sign(poor)));
    const bought = await Promise.all(payments.map((payment) => market.buy(payment, newPath())));
    expect(bought.filter(({ kind }) => kind === 'settled')).toHaveLength(1);
    expect(bought.filter(({ reason }) => reason === 'insufficient_funds')).toHaveLength(9);
    expect(await taken()).toBe(CENT);
  });

  it('a wallet without money learns of it before anything is computed', async () => {
    const empty = newWallet();
    const refused = await market.buy(await market.sign(empty));
    expect(refused).toMatchObject({ status: 402, reason: 'insufficient_funds' });
  });

  it('a wallet emptied while we compute: open, for who denies a settlement may make it yet; nothing taken', async () => {
    const payer = newWallet();
    await market.chain.mint(payer.address, CENT);
    const computing = verified();
    const payment = await market.sign(payer);
    const path = slowPath();
    const buying = market.buy(payment, path);
    await computing;
    await market.drain(payer.address);
    expect(await buying).toMatchObject({ status: 503, kind: 'pending' });
    expect(await taken()).toBe(0n);
    await market.chain.mint(payer.address, CENT);
    await expect
      .poll(async () => (await market.buy(payment, path)).kind, { timeout: 20_000 })
      .toBe('settled');
    expect(await taken()).toBe(CENT);
  });

  it('an authorization cancelled while we compute: 402, nothing taken', async () => {
    const payer = newWallet();
    await market.chain.mint(payer.address, CENT);
    const payment = await market.sign(payer);
    const computing = verified();
    const buying = market.buy(payment, slowPath());
    await computing;
    await market.cancel(payer, payment);
    expect(await buying).toMatchObject({ status: 402, kind: 'failed', reason: 'payment_already_used' });
    expect(await taken()).toBe(0n);
  });

  it('an authorization that somebody else broadcasts while we compute: we are paid, and answer', async () => {
    const payment = await market.sign(wallet);
    const computing = verified();
    const buying = market.buy(payment, slowPath());
    await computing;
    await market.broadcast(payment);
    expect(await buying).toMatchObject({ status: 200, kind: 'settled' });
    expect(await taken()).toBe(CENT);
  });

  it('an authorization that somebody else broadcast before: answered once', async () => {
    const payment = await market.sign(wallet);
    await market.broadcast(payment);
    const path = newPath();
    expect(await market.buy(payment, path)).toMatchObject({ status: 200, kind: 'settled' });
    expect(await market.buy(payment, newPath())).toMatchObject(used);
    expect(await taken()).toBe(CENT);
  });

  it('authorizations that their payer spends on themselves beside one that pays us: one answer', async () => {
    const [paying, ...others] = await Promise.all([1, 2, 3].map(() => market.sign(wallet)));
    const toThemselves = anOffer({ payTo: wallet.address });
    const spent = await Promise.all(
      others.map(({ payload }) => pay(wallet, toThemselves, { nonce: payload.authorization.nonce })),
    );
    const all = [...spent, ...(paying ? [check(paying, anOffer())] : [])];
    const { usdcOwner } = devAccounts();
    await market.chain.rpc.call('eth_sendTransactionSync', [
      { from: usdcOwner.address, ...inOneTransaction(all.map(transferCall)), gas: '0x100000' },
    ]);
    for (const payment of others) expect(await market.buy(payment, newPath())).toMatchObject(used);
    expect(await market.buy(paying, newPath())).toMatchObject({ status: 200, kind: 'settled' });
    expect(await taken()).toBe(CENT);
  });

  it('a client that leaves while we compute is not charged; its retry is served', async () => {
    const payment = await market.sign(wallet);
    const path = slowPath();
    const settledBefore = market.facilitator.counts.settle;
    const leaving = new AbortController();
    const computing = verified();
    const buying = market.buy(payment, path, { signal: leaving.signal });
    await computing;
    leaving.abort();
    await expect(buying).rejects.toThrow();
    const ledger = () => fetch(`${market.shops[0]?.url}/ledger`).then((response) => response.json());
    await expect.poll(ledger, { timeout: 10_000, interval: 20 }).toMatchObject({ reserved: 0, settling: 0 });
    expect(market.facilitator.counts.settle).toBe(settledBefore);
    expect(await market.buy(payment, path)).toMatchObject({ kind: 'settled' });
    expect(await taken()).toBe(CENT);
  });

  it('a chain that stalls: pending without a challenge, then the kept answer, for one charge', async () => {
    await market.stall();
    const payment = await market.sign(wallet);
    const path = newPath();
    const bought = await market.buy(payment, path);
    expect(bought).toMatchObject({ status: 503, kind: 'pending' });
    expect(bought.headers.get('PAYMENT-REQUIRED')).toBeNull();
    const said = fromHeader(bought.headers.get('PAYMENT-RESPONSE'));
    expect(said).toMatchObject({ success: false, errorReason: 'settlement_pending' });
    const second = await market.sign(wallet);
    expect(await market.buy(second, path)).toMatchObject({ status: 503, kind: 'pending' });
    await market.goOn();
    await untilSettled(() => market.buy(payment, path));
    expect(await market.buy(second, path)).toMatchObject({ status: 200, kind: 'paid_before' });
    expect(await taken()).toBe(CENT);
  });

  it.for(['lose_before', 'lose_after', 'error_500'] as const)(
    'a facilitator that cannot verify (%s): unavailable, uncharged, and the payment stays good',
    async (fault) => {
      market.facilitator.faultOf = (operation) => (operation === 'verify' ? fault : 'none');
      const payment = await market.sign(wallet);
      const path = newPath();
      expect(await market.buy(payment, path)).toMatchObject({ status: 503, kind: 'unavailable' });
      market.facilitator.faultOf = () => 'none';
      expect(await market.buy(payment, path)).toMatchObject({ status: 200, kind: 'settled' });
      expect(await taken()).toBe(CENT);
    },
  );

  it('an official client that is asked to wait and simply calls again signs a new payment, and is charged once', async () => {
    const client = new x402Client().register('eip155:*', new ExactEvmScheme(wallet));
    const call = wrapFetchWithPayment(fetch, client);
    const url = `${market.shops[0]?.url}${newPath()}`;
    market.facilitator.faultOf = (operation) => (operation === 'settle' ? 'lose_after' : 'none');
    expect((await call(url)).status).toBe(503);
    market.facilitator.faultOf = () => 'none';
    const second = await call(url);
    expect(second.status).toBe(200);
    expect(await second.json()).toMatchObject({ kind: 'paid_before', charged: false });
    expect(await taken()).toBe(CENT);
  });

  it('a node that is down leaves an open outcome open, and challenges go on', async () => {
    market.facilitator.faultOf = (operation) => (operation === 'settle' ? 'lose_after' : 'none');
    market.node.fault = () => ({ status: 503 });
    const payment = await market.sign(wallet);
    const path = newPath();
    expect(await market.buy(payment, path)).toMatchObject({ kind: 'pending' });
    expect(await market.buy(payment, path)).toMatchObject({ kind: 'pending' });
    expect(await market.buy(undefined)).toMatchObject({ status: 402, reason: 'payment_required' });
    market.node.fault = () => 'pass';
    market.facilitator.faultOf = () => 'none';
    await untilSettled(() => market.buy(payment, path));
    expect(await taken()).toBe(CENT);
  });

  it('kill -9 between the settlement and its answer: the identical retry gets it, for one charge', async () => {
    market.facilitator.faultOf = (operation) => (operation === 'settle' ? 'hang_after' : 'none');
    const payment = await market.sign(wallet);
    const path = newPath();
    const buying = market.buy(payment, path).catch(() => 'cut off');
    await expect.poll(taken, { timeout: 10_000, interval: 10 }).toBe(CENT);
    await market.shops[0]?.killAndRestart();
    expect(await buying).toBe('cut off');
    market.facilitator.faultOf = () => 'none';
    await untilSettled(() => market.buy(payment, path));
    expect(await taken()).toBe(CENT);
  });
});

describe.for(['sqlite', 'postgres'] as const)(
  'a facilitator or a node that fails or lies, on %s',
  (storage) => {
    let market: Market;
    let takenBefore: bigint;
    const taken = async () => (await market.received()) - takenBefore;
    const settleWith = (fault: FacilitatorFault) => {
      market.facilitator.faultOf = (operation) => (operation === 'settle' ? fault : 'none');
    };

    beforeAll(async () => {
      market = await openMarket({ storage, settlementDepth: 2 });
      await market.chain.mint(wallet.address, 1_000n * CENT);
      await market.chain.rpc.call('anvil_mine', ['0x10']);
    });
    afterAll(() => market[Symbol.asyncDispose]());
    beforeEach(async () => {
      market.facilitator.faultOf = () => 'none';
      market.node.fault = () => 'pass';
      takenBefore = await market.received();
    });

    it.for([
      ...(['lie_transaction', 'lie_other_transaction', 'lie_network', 'lie_payer', 'lie_amount'] as const),
      ...(['lose_before', 'error_500'] as const),
      ...(['lose_after', 'hang_after', 'refuse_after_400', 'refuse_after_429'] as const),
    ])(
      'an answer that is lost, refused or a lie (%s): pending, then one answer for one charge',
      async (fault) => {
        // A transaction of another payment may be named again.
        await market.buy(await market.sign(wallet), newPath());
        takenBefore = await market.received();
        settleWith(fault);
        const payment = await market.sign(wallet);
        const path = newPath();
        expect(await market.buy(payment, path)).toMatchObject({ status: 503, kind: 'pending' });
        expect(await taken()).toBe(fault.includes('after') ? CENT : 0n);
        market.facilitator.faultOf = () => 'none';
        await untilSettled(() => market.buy(payment, path));
        expect(await taken()).toBe(CENT);
      },
    );

    it('a settlement that is denied though the chain shows it counts', async () => {
      settleWith('deny_after');
      const bought = await market.buy(await market.sign(wallet), newPath());
      expect(bought).toMatchObject({ status: 200, kind: 'settled' });
      expect(await taken()).toBe(CENT);
    });

    it('a node that is down does not stop what the facilitator can settle', async () => {
      market.node.fault = () => ({ status: 503 });
      const bought = await Promise.all(
        [1, 2, 3].map(async () => market.buy(await market.sign(wallet), newPath())),
      );
      expect(bought.map(({ kind }) => kind)).toEqual(['settled', 'settled', 'settled']);
      expect(await taken()).toBe(3n * CENT);
    });

    it('a settlement that a reorganisation has dropped is made again, and its answer stays', async () => {
      const payment = await market.sign(wallet);
      const path = newPath();
      const bought = await market.buy(payment, path);
      expect(await taken()).toBe(CENT);
      await market.reorganise(1);
      expect(await taken()).toBe(0n);
      await expect.poll(taken, { timeout: 20_000, interval: 50 }).toBe(CENT);
      await market.chain.rpc.call('anvil_mine', ['0x3']);
      const again = await market.buy(payment, path);
      expect(again).toMatchObject({ kind: 'settled', answer: bought.answer });
      expect(await market.buy(payment, newPath())).toMatchObject({ reason: 'payment_already_used' });
      expect(await taken()).toBe(CENT);
    });

    it('a lie of a facilitator that nobody compares with a node is found by the audit', async () => {
      await using trusting = await openMarket({ storage, isProved: false });
      await trusting.chain.mint(wallet.address, CENT);
      trusting.facilitator.faultOf = (operation) => (operation === 'settle' ? 'lie_transaction' : 'none');
      expect(await trusting.buy(await trusting.sign(wallet), newPath())).toMatchObject({ kind: 'settled' });
      expect(await trusting.received()).toBe(0n);
      trusting.facilitator.faultOf = () => 'none';
      await expect.poll(() => trusting.received(), { timeout: 20_000, interval: 50 }).toBe(CENT);
    });
  },
);
