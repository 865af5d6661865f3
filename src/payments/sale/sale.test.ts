import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  buyAll,
  CENT,
  challenge,
  charged,
  computing,
  limitedBy,
  paidBefore,
  setStage,
  settledWith,
  sign,
  unavailable,
  wallet,
} from '../../../test/payments/stage.ts';
import { newWallet, nowSeconds, signPayment } from '../../../test/payments/wallet.ts';
import { ServiceError } from '../../errors/service-error.ts';

const stage = setStage();

describe('without a good payment', () => {
  it('asks for one, whatever the parameters are, and computes nothing', async () => {
    const readParameters = () => {
      throw new ServiceError('overloaded');
    };
    expect(await stage.shop.buy(undefined, { readParameters })).toEqual(challenge('payment_required'));
    expect(stage.shop.computed()).toBe(0);
  });

  it('says what is wrong with it, without asking anybody', async () => {
    expect(await stage.shop.buy({ x402Version: 2 })).toMatchObject({ kind: 'malformed' });
    expect(await stage.shop.buy(await sign(stage.shop, { value: '9999' }))).toEqual(
      challenge('wrong_amount'),
    );
    const short = await sign(stage.shop, { validBefore: String(nowSeconds() + 3) });
    expect(await stage.shop.buy(short)).toMatchObject(challenge('payment_expired'));
    const forged = await signPayment(newWallet(), stage.shop.offer, { from: wallet.address });
    expect(await stage.shop.buy(forged)).toEqual(challenge('invalid_signature'));
    expect(stage.shop.world.counts).toMatchObject({ verified: 0, settled: 0 });
    expect(stage.shop.computed()).toBe(0);
  });

  it('computes nothing for a payment that the facilitator refuses, and lets it be used once it is good', async () => {
    stage.shop.world.drain(wallet.address);
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toEqual(challenge('insufficient_funds'));
    stage.shop.world.fund(wallet.address, CENT);
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 1));
  });

  it('says no more why beyond the limit of the client, whose good payments are served all the same', async () => {
    const failed = { take: () => ({ waitSeconds: 30 }), giveBack() {} };
    const tooMany = limitedBy('failed_payments');
    const empty = await signPayment(newWallet(), stage.shop.offer);
    expect(await stage.shop.buy(empty, { failed })).toMatchObject(tooMany);
    const good = await sign(stage.shop);
    expect(await stage.shop.buy(good, { failed })).toMatchObject(charged);
    expect(await stage.shop.buy(good, { failed, request: 'another' })).toMatchObject(tooMany);
    expect(await stage.shop.buy(good, { failed })).toMatchObject(charged);
    expect(await stage.shop.buy(empty)).toEqual(challenge('insufficient_funds'));
  });

  it('is unavailable while the facilitator cannot be asked', async () => {
    stage.shop.world.verifyUnavailable = true;
    const payment = await sign(stage.shop);
    expect(await stage.shop.buy(payment)).toMatchObject(unavailable);
    stage.shop.world.verifyUnavailable = false;
    expect(await stage.shop.buy(payment)).toMatchObject(charged);
  });
});

describe('a paid call', () => {
  it('is computed, settled and answered once', async () => {
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(settledWith(1, 1));
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('is released by wrong parameters before anybody is asked', async () => {
    const payment = await sign(stage.shop);
    const failure = new ServiceError('overloaded');
    const readParameters = () => {
      throw failure;
    };
    expect(await stage.shop.buy(payment, { readParameters })).toEqual({ kind: 'failure', failure });
    expect(stage.shop.world.counts.verified).toBe(0);
    expect(await stage.shop.buy(payment, { request: 'another' })).toMatchObject(charged);
  });

  it('is released by a failure of the product, by an uncharged answer and by a bug', async () => {
    const payment = await sign(stage.shop);
    const failure = new ServiceError('upstream_unavailable', { source: 'NHTSA' });
    const fail = async () => {
      throw failure;
    };
    expect(await stage.shop.buy(payment, { compute: fail })).toEqual({ kind: 'failure', failure });
    const honest = async () => ({ body: { status: 'insufficient_data' }, charge: false });
    const uncharged = { kind: 'answer', charged: false, body: { status: 'insufficient_data' } };
    expect(await stage.shop.buy(payment, { compute: honest })).toEqual(uncharged);
    const bug = async () => {
      throw new TypeError('x is not a function');
    };
    await expect(stage.shop.buy(payment, { compute: bug })).rejects.toThrow(TypeError);
    expect(stage.shop.world.received()).toBe(0n);
    expect(await stage.shop.buy(payment)).toMatchObject(charged);
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('keeps nothing readable: no request, no signature, no answer', async () => {
    await stage.shop.buy(await sign(stage.shop), {
      request: 'GET /v1/decode?vin=SECRETVIN',
      compute: async () => ({ body: { vin: 'SECRETVIN' }, charge: true }),
    });
    const bytes = Buffer.concat(['', '-wal'].map((suffix) => readFileSync(`${stage.file}${suffix}`)));
    expect(bytes.includes('0x')).toBe(true);
    expect(bytes.includes('SECRETVIN')).toBe(false);
  });
});

describe('several payments of one payer', () => {
  it('each buy an answer, also at once', async () => {
    const payments = await Promise.all(Array.from({ length: 10 }, () => sign(stage.shop)));
    for (const outcome of await buyAll(stage.shop, payments)) expect(outcome).toMatchObject(charged);
    expect(stage.shop.world.received()).toBe(10n * CENT);
  });

  it('all pass where the wallet holds exactly enough for them', async () => {
    stage.shop.world.drain(wallet.address);
    stage.shop.world.fund(wallet.address, 5n * CENT);
    const payments = await Promise.all(Array.from({ length: 5 }, () => sign(stage.shop)));
    for (const outcome of await buyAll(stage.shop, payments)) expect(outcome).toMatchObject(charged);
  });

  it('are computed only as far as the wallet covers them together', async () => {
    stage.shop.world.drain(wallet.address);
    stage.shop.world.fund(wallet.address, CENT);
    const payments = await Promise.all(Array.from({ length: 10 }, () => sign(stage.shop)));
    const outcomes = await buyAll(stage.shop, payments);
    expect(outcomes.filter(({ kind }) => kind === 'answer')).toHaveLength(1);
    const refused = outcomes.filter((outcome) => outcome.kind === 'challenge');
    expect(refused).toEqual(Array(9).fill(challenge('insufficient_funds')));
    expect(stage.shop.computed()).toBe(1);
  });
});

describe('a smart wallet', () => {
  const contract = '0x00000000000000000000000000000000c0ffee00';
  const owner = newWallet();
  const signFor = (signer = owner) => signPayment(signer, stage.shop.offer, { from: contract });
  /** Approves what its owner has signed, as far as this test knows it. */
  const approve = (...payments: Awaited<ReturnType<typeof signFor>>[]) => {
    const good = new Set(payments.map(({ payload }) => payload.signature));
    stage.shop.world.smartWallets.set(contract, (signature) => good.has(signature as `0x${string}`));
    stage.shop.world.fund(contract, 10n * CENT);
  };

  it('pays with a signature that only its code can check', async () => {
    const payment = await signFor();
    approve(payment);
    expect(await stage.shop.buy(payment)).toMatchObject(settledWith(1, 1));
    expect(await stage.shop.buy(payment)).toMatchObject(charged);
  });

  it('is not charged, and nothing is computed, when its code does not approve', async () => {
    approve();
    expect(await stage.shop.buy(await signFor())).toEqual(challenge('invalid_signature'));
    expect(stage.shop.computed()).toBe(0);
  });

  it('is owed an answer that nobody else gets by signing in its name', async () => {
    const [first, second] = [await signFor(), await signFor()];
    approve(first, second);
    stage.shop.world.settleFaults.push('lost_after');
    await stage.shop.buy(first);
    const stolen = await signFor(newWallet());
    expect(await stage.shop.buy(stolen)).toEqual(challenge('invalid_signature'));
    expect(await stage.shop.buy(second)).toMatchObject(paidBefore(1, 1));
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('that has failed too often is looked at no more, but gets what it has paid for', async () => {
    const [paid, another] = [await signFor(), await signFor()];
    approve(paid, another);
    expect(await stage.shop.buy(paid)).toMatchObject(settledWith(1, 1));
    const failed = { take: () => ({ waitSeconds: 30 }), giveBack() {} };
    expect(await stage.shop.buy(another, { request: 'GET /v1/decode?vin=2', failed })).toMatchObject({
      kind: 'failure',
      failure: { code: 'rate_limited' },
    });
    expect(await stage.shop.buy(paid, { failed })).toMatchObject(settledWith(1, 1));
    expect(stage.shop.world.received()).toBe(CENT);
  });

  it('has used up an attempt where its caller leaves before anything came of it', async () => {
    const payment = await signFor();
    approve(payment);
    let counted = 0;
    const failed = {
      take() {
        counted += 1;
        return { waitSeconds: 0 };
      },
      giveBack: () => {
        counted -= 1;
      },
    };
    const leaving = new AbortController();
    const compute = computing(() => leaving.abort());
    const left = await stage.shop.buy(payment, { signal: leaving.signal, failed, compute });
    expect(left).toEqual({ kind: 'gone' });
    expect(counted).toBe(1);
    expect(await stage.shop.buy(payment, { failed })).toMatchObject(charged);
    expect(counted).toBe(1);
  });

  it('cannot be asked while the node is down', async () => {
    approve();
    stage.shop.world.nodeDown = true;
    expect(await stage.shop.buy(await signFor())).toMatchObject(unavailable);
  });
});

describe('a node that cannot be asked', () => {
  it('stops none of the sales that the facilitator can settle', async () => {
    stage.shop.world.nodeDown = true;
    const payments = await Promise.all(Array.from({ length: 4 }, () => sign(stage.shop)));
    expect(await buyAll(stage.shop, payments)).toMatchObject(Array(4).fill(charged));
    expect(stage.shop.world.received()).toBe(4n * CENT);
  });

  it('and is silent holds up none of them for long', async () => {
    stage.shop.world.chain.balanceOf = () => new Promise(() => {});
    const payments = await Promise.all([sign(stage.shop), sign(stage.shop)]);
    expect(await buyAll(stage.shop, payments)).toMatchObject([charged, charged]);
  });
});

describe('a ledger that cannot be asked', () => {
  it('sells nothing', async () => {
    await stage.storage[Symbol.asyncDispose]();
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(unavailable);
    expect(stage.shop.world.counts.settled).toBe(0);
  });

  it('keeps no money without an answer: what was settled before it broke is delivered', async () => {
    stage.shop.world.beforeSettle = async () => stage.storage[Symbol.asyncDispose]();
    expect(await stage.shop.buy(await sign(stage.shop))).toMatchObject(settledWith(1, 1));
  });
});
