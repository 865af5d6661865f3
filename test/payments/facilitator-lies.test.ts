import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FacilitatorFault } from './faulty-facilitator.ts';
import { CENT, type Market, openMarket } from './market.ts';
import { newWallet } from './wallet.ts';

describe.for(['sqlite', 'postgres'] as const)('on %s', (storage) => {
  let market: Market;
  const wallet = newWallet();
  let takenBefore: bigint;
  let paths = 0;
  const newPath = () => `/v1/thing?n=${paths++}`;
  const taken = async () => (await market.received()) - takenBefore;
  const settleWith = (fault: FacilitatorFault) => {
    market.facilitator.faultOf = (operation) => (operation === 'settle' ? fault : 'none');
  };
  const untilSettled = (call: () => Promise<{ kind: string }>) =>
    expect.poll(async () => (await call()).kind, { timeout: 20_000, interval: 50 }).toBe('settled');

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

  it.for(['lie_transaction', 'lie_other_transaction', 'lie_network', 'lie_payer', 'lie_amount'] as const)(
    'nothing is given for a settlement that never was (%s)',
    async (lie) => {
      await market.buy(await market.sign(wallet), newPath());
      takenBefore = await market.received();
      settleWith(lie);
      const payment = await market.sign(wallet);
      const path = newPath();
      expect(await market.buy(payment, path)).toMatchObject({ status: 503, kind: 'pending' });
      expect(await taken()).toBe(0n);
      market.facilitator.faultOf = () => 'none';
      await untilSettled(() => market.buy(payment, path));
      expect(await taken()).toBe(CENT);
    },
  );

  it.for(['refuse_after_400', 'refuse_after_429'] as const)(
    'a request that is turned away after it was settled (%s) is an open outcome, for one charge',
    async (fault) => {
      settleWith(fault);
      const payment = await market.sign(wallet);
      const path = newPath();
      expect(await market.buy(payment, path)).toMatchObject({ status: 503, kind: 'pending' });
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
});
