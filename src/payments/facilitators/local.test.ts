import { beforeEach, describe, expect, it, test } from 'vitest';
import { check, pay, withSignature } from '../../../test/payments/checked.ts';
import {
  asOwner,
  broadcastByStranger,
  dev,
  events,
  facilitator,
  fundedWallet,
  offer,
  payer,
  proxy,
  received,
  setFacilitatorStage,
  start,
} from '../../../test/payments/facilitator-stage.ts';
import { anOffer } from '../../../test/payments/offer.ts';
import { newNonce, newWallet, nowSeconds, signAuthorization } from '../../../test/payments/wallet.ts';
import { devAccounts } from '../dev/dev-accounts.ts';
import { readArtifact } from '../dev/install-usdc.ts';
import { createChain } from '../evm/chain.ts';
import { bytes, encodeCall, type Hex, word } from '../evm/encoding.ts';
import { BASE } from '../evm/networks.ts';
import { addressOf } from '../evm/signature.ts';
import { authorizedTransferOf } from '../evm/transfer.ts';
import type { Payment } from '../wire/payment.ts';

setFacilitatorStage();

const { address, privateKey } = devAccounts().facilitator;
/** The money that our own key has left to pay gas with. */
const gasWallet = async () => BigInt(String(await dev.rpc.call('eth_getBalance', [address, 'latest'])));
const evidenceOf = (payment: Payment) =>
  createChain(dev.rpc, BASE, () => addressOf(privateKey)).findEvidence(authorizedTransferOf(payment), {
    sinceMs: Date.now() - 600_000,
  });

describe('a good payment', () => {
  test('is valid and settles: the money is ours', async () => {
    const payment = await pay(payer, offer);
    expect(await facilitator.verify(payment)).toEqual({ kind: 'valid' });
    const before = await gasWallet();
    const settlement = await facilitator.settle(payment);
    const made = {
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      gas: before - (await gasWallet()),
    };
    expect(settlement).toEqual({ kind: 'settled', ...made });
    expect(await received()).toBe(10_000n);
    expect(await evidenceOf(payment)).toMatchObject({ kind: 'paid', ...made });
  });

  test('that somebody else has sent cost us no gas', async () => {
    const payment = await pay(payer, offer);
    await broadcastByStranger(payment);
    expect(await evidenceOf(payment)).toMatchObject({ kind: 'paid', gas: undefined });
  });

  test('settles once, however often it is settled', async () => {
    const payment = await pay(payer, offer);
    const settlements = await Promise.all(Array.from({ length: 5 }, () => facilitator.settle(payment)));
    expect(settlements.filter(({ kind }) => kind === 'settled')).toHaveLength(1);
    expect(await received()).toBe(10_000n);
  });

  test('settles beside forty others from one key', async () => {
    const wallets = await Promise.all(Array.from({ length: 40 }, () => fundedWallet()));
    const payments = await Promise.all(wallets.map((wallet) => pay(wallet, offer)));
    const settlements = await Promise.all(payments.map((payment) => facilitator.settle(payment)));
    expect(settlements.every(({ kind }) => kind === 'settled')).toBe(true);
    expect(await received()).toBe(400_000n);
  });

  test('settles though others turn bad between the check and the settlement', async () => {
    const wallets = await Promise.all(Array.from({ length: 8 }, () => fundedWallet()));
    const payments = await Promise.all(wallets.map((wallet) => pay(wallet, offer)));
    for (const payment of payments) expect((await facilitator.verify(payment)).kind).toBe('valid');
    const drained = payments.filter((_, index) => index % 2 === 0);
    for (const payment of drained) await asOwner('blacklist(address)', payment.payer);
    const settlements = await Promise.all(payments.map((payment) => facilitator.settle(payment)));
    expect(settlements.map(({ kind }) => kind)).toEqual(
      payments.map((payment) => (drained.includes(payment) ? 'failed' : 'settled')),
    );
    expect((await facilitator.settle(await pay(payer, offer))).kind).toBe('settled');
  });
});

describe('a bad payment is refused for what is wrong with it', () => {
  const verifyAndSettle = async (payment: Payment) => {
    const verification = await facilitator.verify(payment);
    const settlement = await facilitator.settle(payment);
    expect(
      await dev.rpc.call('eth_getTransactionCount', [devAccounts().facilitator.address, 'pending']),
    ).toBe(noncesBefore);
    return [verification, settlement];
  };
  const refused = (reason: string) => [
    { kind: 'invalid', reason },
    { kind: 'failed', reason },
  ];
  let noncesBefore: unknown;
  beforeEach(async () => {
    noncesBefore = await dev.rpc.call('eth_getTransactionCount', [
      devAccounts().facilitator.address,
      'pending',
    ]);
  });

  test('an empty wallet', async () => {
    expect(await verifyAndSettle(await pay(newWallet(), offer))).toEqual(refused('insufficient_funds'));
  });

  test('an authorization that anybody has sent before', async () => {
    const payment = await pay(payer, offer);
    await broadcastByStranger(payment);
    expect(await verifyAndSettle(payment)).toEqual(refused('payment_already_used'));
  });

  test('an authorization past its time on the chain', async () => {
    const payment = await pay(payer, offer, { validBefore: String(nowSeconds() + 60) });
    await dev.rpc.call('evm_increaseTime', [120]);
    await dev.rpc.call('anvil_mine', ['0x1']);
    expect(await verifyAndSettle(payment)).toEqual(refused('payment_expired'));
  });

  test('a forged signature', async () => {
    const payment = await pay(payer, offer);
    const forged = await signAuthorization(newWallet(), payment.payload.payload.authorization);
    expect(await verifyAndSettle(withSignature(payment, forged))).toEqual(refused('invalid_signature'));
  });

  test('a payer whom Circle has blocked', async () => {
    await asOwner('blacklist(address)', payer.address);
    expect(await verifyAndSettle(await pay(payer, offer))).toEqual(refused('payment_invalid'));
  });

  test('but nobody is blamed while Circle has paused all of USDC', async () => {
    await asOwner('pause()');
    expect(await verifyAndSettle(await pay(payer, offer))).toEqual([
      { kind: 'unavailable' },
      { kind: 'failed', reason: 'payment_service_unavailable' },
    ]);
  });
});

describe('a smart wallet', () => {
  async function walletOwnedBy(owner: Hex): Promise<Hex> {
    const { bytecode } = readArtifact('test/MockERC1271Wallet.sol/MockERC1271Wallet');
    const { contractAddress } = (await dev.rpc.call('eth_sendTransactionSync', [
      { from: devAccounts().usdcOwner.address, data: `${bytecode}${owner.slice(2).padStart(64, '0')}` },
    ])) as { contractAddress: Hex };
    await dev.mint(contractAddress, 10_000n);
    return contractAddress;
  }
  async function signedBy(owner: ReturnType<typeof newWallet>, from: Hex) {
    const authorization = {
      from,
      to: offer.requirements.payTo,
      value: offer.requirements.amount,
      validAfter: '0',
      validBefore: String(nowSeconds() + 120),
      nonce: newNonce(),
    };
    const signature = await signAuthorization(owner, authorization);
    const payload = { signature, authorization };
    return check({ x402Version: 2, accepted: offer.requirements, payload }, offer);
  }

  test('pays with a signature that its own code checks', async () => {
    const payment = await signedBy(payer, await walletOwnedBy(payer.address));
    expect(payment.signedBy).toBe('contract');
    expect(await facilitator.verify(payment)).toEqual({ kind: 'valid' });
    expect((await facilitator.settle(payment)).kind).toBe('settled');
    expect(await received()).toBe(10_000n);
  });

  test('pays with its signature in the envelope of one that may not be deployed yet', async () => {
    const payment = await signedBy(payer, await walletOwnedBy(payer.address));
    const envelope = encodeCall('', word(1), bytes('0x1234'), bytes(payment.signature)).slice(10);
    const wrapped = withSignature(payment, `0x${envelope}${'6492'.repeat(16)}`);
    expect((await facilitator.settle(wrapped)).kind).toBe('settled');
  });

  test('does not pay with the signature of a stranger', async () => {
    const payment = await signedBy(newWallet(), await walletOwnedBy(payer.address));
    expect(await facilitator.verify(payment)).toEqual({ kind: 'invalid', reason: 'invalid_signature' });
  });
});

describe('code at the address of an account that signs by itself', () => {
  /** The answer of ERC-1271 to a signature that is good. */
  const APPROVE = `7f1626ba7e${'00'.repeat(28)}5f5260205ff3`;
  /** Counts down before it approves: 26 gas for each. */
  const approveAfter = (rounds: number): Hex =>
    `0x61${rounds.toString(16).padStart(4, '0')}5b60019003806003${'57'}${APPROVE}`;
  /** Approves where no gas is paid for, as in a simulation; in a transaction it reverts, or goes on for ever. */
  const REVERTS: Hex = `0x3a156008575f5ffd5b${APPROVE}`;
  const NEVER_ENDS: Hex = `0x3a156009575b6005565b${APPROVE}`;

  async function paymentOf(code: Hex): Promise<Payment> {
    const wallet = await fundedWallet();
    await dev.rpc.call('anvil_setCode', [wallet.address, code]);
    return pay(wallet, offer);
  }

  test.each([8_000, 12_000])('may take more gas than usual (%i rounds)', async (rounds) => {
    const payment = await paymentOf(approveAfter(rounds));
    expect(await facilitator.verify(payment)).toEqual({ kind: 'valid' });
    expect((await facilitator.settle(payment)).kind).toBe('settled');
  });

  test('may not take all: that is found before anything is computed', async () => {
    const payment = await paymentOf(approveAfter(60_000));
    expect(await facilitator.verify(payment)).toMatchObject({ kind: 'invalid' });
  });

  test.each([REVERTS, NEVER_ENDS])('is to blame where it makes a settlement fail (%s)', async (code) => {
    const own = await paymentOf(code);
    for (const payment of [own, withSignature(await paymentOf(code), `0x${'11'.repeat(65)}`)]) {
      expect(await facilitator.verify(payment)).toEqual({ kind: 'valid' });
      expect(await facilitator.settle(payment)).toEqual({
        kind: 'failed',
        reason: 'settlement_failed',
        byPayersCode: true,
      });
    }
  });

  test('does not keep others from settling in batches', async () => {
    const batching = start({ batch: { windowMs: 300, maxSize: 50 } });
    const bad = await paymentOf(NEVER_ENDS);
    const wallets = await Promise.all(Array.from({ length: 4 }, () => fundedWallet()));
    const good = await Promise.all(wallets.map((wallet) => pay(wallet, offer)));
    const settlements = await Promise.all([bad, ...good].map((payment) => batching.settle(payment)));
    expect(settlements.map(({ kind }) => kind)).toEqual(['failed', ...good.map(() => 'settled')]);
  });
});

describe('an account short of gas', () => {
  test('raises the alarm while it can still pay', async () => {
    await dev.rpc.call('anvil_setBalance', [
      devAccounts().facilitator.address,
      `0x${(10n ** 16n).toString(16)}`,
    ]);
    expect(await facilitator.support()).toEqual({ ready: true });
    expect(events).toEqual([{ event: 'gas_low', settlementsLeft: expect.any(Number) }]);
  });

  test('stops payments before anything is computed', async () => {
    await dev.rpc.call('anvil_setBalance', [devAccounts().facilitator.address, '0x1']);
    expect(await facilitator.verify(await pay(payer, offer))).toEqual({ kind: 'unavailable' });
    expect(await facilitator.support()).toEqual({ ready: false });
    expect(events).toContainEqual({ event: 'gas_exhausted' });
  });
});

describe('in batches', () => {
  test('many settle in one transaction, and one that cannot be paid does not hurt the others', async () => {
    // Long enough on a busy machine; the last of them ends the wait.
    const batching = start({ batch: { windowMs: 3_000, maxSize: 12 } });
    const wallets = await Promise.all(Array.from({ length: 12 }, () => fundedWallet()));
    const payments = await Promise.all(wallets.map((wallet) => pay(wallet, offer)));
    const [spoiled] = payments;
    if (!spoiled) throw new Error('no payment');
    // It passes its own simulation and is spent by a stranger before the batch goes out.
    const simulations = proxy.calls.get('eth_call') ?? 0;
    const first = batching.settle(spoiled);
    await expect.poll(() => proxy.calls.get('eth_call') ?? 0, { interval: 5 }).toBeGreaterThan(simulations);
    await broadcastByStranger(spoiled);
    const before = await gasWallet();
    const settlements = await Promise.all([
      first,
      ...payments.slice(1).map((payment) => batching.settle(payment)),
    ]);
    const settled = settlements.filter(({ kind }) => kind === 'settled');
    expect(settled).toHaveLength(11);
    expect(
      new Set(settled.map((settlement) => 'transaction' in settlement && settlement.transaction)).size,
    ).toBe(1);
    expect(settlements[0]?.kind).toBe('failed');
    // Those that settled bear the gas of all, to the last wei.
    const shares = settled.map((settlement) => ('gas' in settlement && settlement.gas) || 0n);
    expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(before - (await gasWallet()));
    expect(await received()).toBe(120_000n);
  });

  test('one alone settles by itself', async () => {
    const batching = start({ batch: { windowMs: 20, maxSize: 50 } });
    expect((await batching.settle(await pay(payer, offer))).kind).toBe('settled');
  });
});

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
