import { randomBytes } from 'node:crypto';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { check, pay, withSignature } from '../../../test/payments/checked.ts';
import { anOffer } from '../../../test/payments/offer.ts';
import { addressOfNobody, type RpcProxy, startRpcProxy } from '../../../test/payments/rpc-proxy.ts';
import { newNonce, newWallet, nowSeconds, signAuthorization } from '../../../test/payments/wallet.ts';
import { bytes, encodeCall, list, tuple, word } from '../abi.ts';
import { authorizedTransferOf, createChain } from '../chain.ts';
import { readArtifact } from '../dev-chain/contracts.ts';
import { DEV_FACILITATOR, DEV_USDC_OWNER } from '../dev-chain/dev-accounts.ts';
import { type DevChain, startDevChain } from '../dev-chain/dev-chain.ts';
import type { Hex, Payment } from '../payment.ts';
import { createRpc } from '../rpc.ts';
import { USDC } from '../usdc.ts';
import type { FacilitatorEvent } from './facilitator-events.ts';
import { createLocalFacilitator, type LocalFacilitator, type LocalFacilitatorOptions } from './local.ts';
import { transferCall } from './transfer-call.ts';

let dev: DevChain;
let proxy: RpcProxy;
let snapshot: unknown;
let events: FacilitatorEvent[];
let facilitator: LocalFacilitator;
const offer = anOffer();
const payer = newWallet();
const open: LocalFacilitator[] = [];

function start(options: Partial<LocalFacilitatorOptions> = {}): LocalFacilitator {
  const started = createLocalFacilitator({
    rpc: createRpc(proxy.url, { timeoutMs: 2_000 }),
    privateKey: DEV_FACILITATOR.privateKey,
    confirmationTimeoutMs: 3_000,
    pollMs: 10,
    notify: (event) => events.push(event),
    ...options,
  });
  open.push(started);
  return started;
}

beforeAll(async () => {
  dev = await startDevChain();
  proxy = await startRpcProxy(dev.rpcUrl);
  await dev.mint(payer.address, 1_000_000n);
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await dev[Symbol.asyncDispose]();
});
beforeEach(async () => {
  for (const started of open.splice(0)) started[Symbol.dispose]();
  await dev.rpc.call('evm_setAutomine', [true]);
  if (snapshot) await dev.rpc.call('evm_revert', [snapshot]);
  snapshot = await dev.rpc.call('evm_snapshot', []);
  proxy.fault = () => 'pass';
  events = [];
  facilitator = start();
});

const chain = () => createChain(dev.rpc);
const received = () => chain().balanceOf(offer.requirements.payTo);
const asOwner = (signature: string, ...addresses: Hex[]) =>
  dev.rpc.call('eth_sendTransactionSync', [
    {
      from: DEV_USDC_OWNER.address,
      to: USDC.address,
      data: encodeCall(signature, ...addresses.map((address) => word(address))),
    },
  ]);
const broadcastByStranger = (payment: Payment) =>
  dev.rpc.call('eth_sendTransactionSync', [
    { from: DEV_USDC_OWNER.address, ...transferCall(payment), gas: '0x40000' },
  ]);
const fundedWallet = async (amount = 10_000n) => {
  const wallet = newWallet();
  await dev.mint(wallet.address, amount);
  return wallet;
};

describe('a good payment', () => {
  test('is valid and settles: the money is ours', async () => {
    const payment = await pay(payer, offer);
    expect(await facilitator.verify(payment)).toEqual({ outcome: 'valid' });
    const settlement = await facilitator.settle(payment);
    expect(settlement).toEqual({
      outcome: 'settled',
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    expect(await received()).toBe(10_000n);
    const evidence = await chain().findEvidence(authorizedTransferOf(payment), Date.now() - 600_000);
    expect(evidence.state).toBe('paid');
  });

  test('settles once, however often it is settled', async () => {
    const payment = await pay(payer, offer);
    const settlements = await Promise.all(Array.from({ length: 5 }, () => facilitator.settle(payment)));
    expect(settlements.filter(({ outcome }) => outcome === 'settled')).toHaveLength(1);
    expect(await received()).toBe(10_000n);
  });

  test('settles beside forty others from one key', async () => {
    const wallets = await Promise.all(Array.from({ length: 40 }, () => fundedWallet()));
    const payments = await Promise.all(wallets.map((wallet) => pay(wallet, offer)));
    const settlements = await Promise.all(payments.map((payment) => facilitator.settle(payment)));
    expect(settlements.every(({ outcome }) => outcome === 'settled')).toBe(true);
    expect(await received()).toBe(400_000n);
  });

  test('settles though others turn bad between the check and the settlement', async () => {
    const wallets = await Promise.all(Array.from({ length: 8 }, () => fundedWallet()));
    const payments = await Promise.all(wallets.map((wallet) => pay(wallet, offer)));
    for (const payment of payments) expect((await facilitator.verify(payment)).outcome).toBe('valid');
    const drained = payments.filter((_, index) => index % 2 === 0);
    for (const payment of drained) await asOwner('blacklist(address)', payment.payer);
    const settlements = await Promise.all(payments.map((payment) => facilitator.settle(payment)));
    expect(settlements.map(({ outcome }) => outcome)).toEqual(
      payments.map((payment) => (drained.includes(payment) ? 'failed' : 'settled')),
    );
    expect((await facilitator.settle(await pay(payer, offer))).outcome).toBe('settled');
  });
});

describe('a bad payment is refused for what is wrong with it', () => {
  const verifyAndSettle = async (payment: Payment) => {
    const verification = await facilitator.verify(payment);
    const settlement = await facilitator.settle(payment);
    expect(await dev.rpc.call('eth_getTransactionCount', [DEV_FACILITATOR.address, 'pending'])).toBe(
      noncesBefore,
    );
    return [verification, settlement];
  };
  const refused = (reason: string) => [
    { outcome: 'invalid', reason },
    { outcome: 'failed', reason },
  ];
  let noncesBefore: unknown;
  beforeEach(async () => {
    noncesBefore = await dev.rpc.call('eth_getTransactionCount', [DEV_FACILITATOR.address, 'pending']);
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
      { outcome: 'unavailable' },
      { outcome: 'failed', reason: 'payment_service_unavailable' },
    ]);
  });
});

describe('a smart wallet', () => {
  async function walletOwnedBy(owner: Hex): Promise<Hex> {
    const { bytecode } = readArtifact('test/MockERC1271Wallet.sol/MockERC1271Wallet');
    const { contractAddress } = (await dev.rpc.call('eth_sendTransactionSync', [
      { from: DEV_USDC_OWNER.address, data: `${bytecode}${owner.slice(2).padStart(64, '0')}` },
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
    expect(await facilitator.verify(payment)).toEqual({ outcome: 'valid' });
    expect((await facilitator.settle(payment)).outcome).toBe('settled');
    expect(await received()).toBe(10_000n);
  });

  test('pays with its signature in the envelope of one that may not be deployed yet', async () => {
    const payment = await signedBy(payer, await walletOwnedBy(payer.address));
    const envelope = encodeCall('', word(1), bytes('0x1234'), bytes(payment.signature)).slice(10);
    const wrapped = withSignature(payment, `0x${envelope}${'6492'.repeat(16)}`);
    expect((await facilitator.settle(wrapped)).outcome).toBe('settled');
  });

  test('does not pay with the signature of a stranger', async () => {
    const payment = await signedBy(newWallet(), await walletOwnedBy(payer.address));
    expect(await facilitator.verify(payment)).toEqual({ outcome: 'invalid', reason: 'invalid_signature' });
  });
});

describe('a node that fails', () => {
  test('and is not there makes payments unavailable, and takes nothing', async () => {
    const lonely = start({ rpc: createRpc(await addressOfNobody()) });
    const payment = await pay(payer, offer);
    expect(await lonely.verify(payment)).toEqual({ outcome: 'unavailable' });
    expect(await lonely.settle(payment)).toEqual({
      outcome: 'failed',
      reason: 'payment_service_unavailable',
    });
    expect(await lonely.support()).toEqual({ ready: false });
  });

  test('and answers nonsense makes payments unavailable', async () => {
    proxy.fault = () => ({ status: 502 });
    expect(await facilitator.verify(await pay(payer, offer))).toEqual({ outcome: 'unavailable' });
  });

  test('after it took the transaction: it is settled by its receipt all the same', async () => {
    proxy.fault = (method) => (method === 'eth_sendRawTransaction' ? 'lose-answer' : 'pass');
    expect((await facilitator.settle(await pay(payer, offer))).outcome).toBe('settled');
    expect(await received()).toBe(10_000n);
  });

  test('after it took the transaction and for good: unknown, with the transaction to look for', async () => {
    const impatient = start({ confirmationTimeoutMs: 150 });
    let sent = false;
    proxy.fault = (method) => {
      if (method === 'eth_sendRawTransaction') sent = true;
      return sent ? 'lose-answer' : 'pass';
    };
    const payment = await pay(payer, offer);
    const settlement = await impatient.settle(payment);
    const evidence = await chain().findEvidence(authorizedTransferOf(payment), Date.now() - 600_000);
    expect(evidence.state).toBe('paid');
    expect(settlement).toEqual({
      outcome: 'unknown',
      transaction: evidence.state === 'paid' ? evidence.transaction : undefined,
    });
  });

  test('with an error nobody knows: unknown, never "not charged"', async () => {
    const impatient = start({ confirmationTimeoutMs: 50 });
    const error = { code: -32_000, message: 'upstream said something at https://rpc.test/secret-key' };
    proxy.fault = (method) => (method === 'eth_sendRawTransaction' ? { error } : 'pass');
    const settlement = await impatient.settle(await pay(payer, offer));
    expect(settlement.outcome).toBe('unknown');
    expect(JSON.stringify(settlement)).not.toContain('secret');
  });

  test('once does not stop the payments after it', async () => {
    const impatient = start({ confirmationTimeoutMs: 50 });
    const error = { code: -32_000, message: 'nobody knows' };
    proxy.fault = (method) => (method === 'eth_sendRawTransaction' ? { error } : 'pass');
    await impatient.settle(await pay(payer, offer));
    proxy.fault = () => 'pass';
    expect((await impatient.settle(await pay(payer, offer))).outcome).toBe('settled');
  });
});

describe('a second user of the same key', () => {
  test('does not make it lose its place', async () => {
    await facilitator.settle(await pay(payer, offer));
    await dev.rpc.call('eth_sendTransactionSync', [
      { from: DEV_FACILITATOR.address, to: DEV_FACILITATOR.address, value: '0x1' },
    ]);
    expect((await facilitator.settle(await pay(payer, offer))).outcome).toBe('settled');
  });

  test('who replaces a transaction only delays it', async () => {
    const eager = start({ bumpAfterMs: 200, confirmationTimeoutMs: 5_000 });
    await dev.rpc.call('evm_setAutomine', [false]);
    const nonce = await dev.rpc.call('eth_getTransactionCount', [DEV_FACILITATOR.address, 'latest']);
    const settling = eager.settle(await pay(payer, offer));
    const sent = () => proxy.calls.get('eth_sendRawTransaction') ?? 0;
    const before = sent();
    await expect.poll(sent, { interval: 5 }).toBeGreaterThan(before);
    const fee = { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x174876e800' };
    const own = DEV_FACILITATOR.address;
    await dev.rpc.call('eth_sendTransaction', [{ from: own, to: own, nonce, gas: '0x5208', ...fee }]);
    await dev.rpc.call('anvil_mine', ['0x1']);
    await dev.rpc.call('evm_setAutomine', [true]);
    expect((await settling).outcome).toBe('settled');
    expect(await received()).toBe(10_000n);
  });
});

describe('a chain that stalls', () => {
  test('leaves the settlement unknown, and the evidence shows it when it goes on', async () => {
    const impatient = start({ confirmationTimeoutMs: 150 });
    const payment = await pay(payer, offer);
    await dev.rpc.call('evm_setAutomine', [false]);
    const settlement = await impatient.settle(payment);
    expect(settlement).toMatchObject({ outcome: 'unknown', transaction: expect.stringMatching(/^0x/) });
    const evidence = () => chain().findEvidence(authorizedTransferOf(payment), Date.now() - 600_000);
    expect(await evidence()).toEqual({ state: 'open' });
    await dev.rpc.call('anvil_mine', ['0x1']);
    expect((await evidence()).state).toBe('paid');
  });

  test('and forgets a transaction is given it again', async () => {
    const eager = start({ bumpAfterMs: 100, confirmationTimeoutMs: 5_000 });
    await dev.rpc.call('evm_setAutomine', [false]);
    const sent = () => proxy.calls.get('eth_sendRawTransaction') ?? 0;
    const before = sent();
    const settling = eager.settle(await pay(payer, offer));
    await expect.poll(sent, { interval: 5 }).toBeGreaterThan(before);
    await dev.rpc.call('anvil_dropAllTransactions', []);
    await expect.poll(() => events.map(({ event }) => event), { timeout: 4_000 }).toContain('fee_bumped');
    await dev.rpc.call('anvil_mine', ['0x1']);
    expect((await settling).outcome).toBe('settled');
  });

  test('is offered higher fees until it takes the transaction; it is charged once', async () => {
    const eager = start({ bumpAfterMs: 50, confirmationTimeoutMs: 5_000 });
    await dev.rpc.call('evm_setAutomine', [false]);
    const settling = eager.settle(await pay(payer, offer));
    await expect.poll(() => events.map(({ event }) => event), { timeout: 4_000 }).toContain('fee_bumped');
    await dev.rpc.call('anvil_mine', ['0x1']);
    expect((await settling).outcome).toBe('settled');
    expect(await received()).toBe(10_000n);
  });
});

describe('an account short of gas', () => {
  test('raises the alarm while it can still pay', async () => {
    await dev.rpc.call('anvil_setBalance', [DEV_FACILITATOR.address, `0x${(10n ** 16n).toString(16)}`]);
    expect(await facilitator.support()).toEqual({ ready: true });
    expect(events).toEqual([{ event: 'gas_low', settlementsLeft: expect.any(Number) }]);
  });

  test('stops payments before anything is computed', async () => {
    await dev.rpc.call('anvil_setBalance', [DEV_FACILITATOR.address, '0x1']);
    expect(await facilitator.verify(await pay(payer, offer))).toEqual({ outcome: 'unavailable' });
    expect(await facilitator.support()).toEqual({ ready: false });
    expect(events).toContainEqual({ event: 'gas_exhausted' });
  });
});

test.each([
  ['of another chain', 'eth_chainId', '0x1'],
  ['without USDC', 'eth_getCode', '0x'],
])('a node %s makes payments unavailable until it is put right', async (_name, wrong, result) => {
  proxy.fault = (method) => (method === wrong ? { result } : 'pass');
  const payment = await pay(payer, offer);
  expect(await facilitator.support()).toEqual({ ready: false });
  expect(await facilitator.verify(payment)).toEqual({ outcome: 'unavailable' });
  expect(await facilitator.settle(payment)).toEqual({
    outcome: 'failed',
    reason: 'payment_service_unavailable',
  });
  proxy.fault = () => 'pass';
  expect((await facilitator.settle(payment)).outcome).toBe('settled');
});

describe('in batches', () => {
  test('many settle in one transaction, and one that cannot be paid does not hurt the others', async () => {
    const batching = start({ batch: { windowMs: 500, maxSize: 12 } });
    const wallets = await Promise.all(Array.from({ length: 12 }, () => fundedWallet()));
    const payments = await Promise.all(wallets.map((wallet) => pay(wallet, offer)));
    const [spoiled] = payments;
    if (!spoiled) throw new Error('no payment');
    // It passes its own simulation and is spent by a stranger before the batch goes out.
    const simulations = proxy.calls.get('eth_call') ?? 0;
    const first = batching.settle(spoiled);
    await expect.poll(() => proxy.calls.get('eth_call') ?? 0, { interval: 5 }).toBeGreaterThan(simulations);
    await broadcastByStranger(spoiled);
    const settlements = await Promise.all([
      first,
      ...payments.slice(1).map((payment) => batching.settle(payment)),
    ]);
    const settled = settlements.filter(({ outcome }) => outcome === 'settled');
    expect(settled).toHaveLength(11);
    expect(
      new Set(settled.map((settlement) => 'transaction' in settlement && settlement.transaction)).size,
    ).toBe(1);
    expect(settlements[0]?.outcome).toBe('failed');
    expect(await received()).toBe(120_000n);
  });

  test('one alone settles by itself', async () => {
    const batching = start({ batch: { windowMs: 20, maxSize: 50 } });
    expect((await batching.settle(await pay(payer, offer))).outcome).toBe('settled');
  });
});

test('the encoding of nested calls is that of Solidity', () => {
  const account = privateKeyToAccount(`0x${randomBytes(32).toString('hex')}`);
  const encoded = encodeCall(
    'aggregate3((address,bool,bytes)[])',
    list(tuple(word(account.address), word(true), bytes('0x1234'))),
  );
  expect(encoded.slice(0, 10)).toBe('0x82ad56cb');
  const words = encoded.slice(10).match(/.{64}/g) ?? [];
  expect(words.map((each) => each.replace(/^0+/, ''))).toEqual([
    '20',
    '1',
    '20',
    account.address.slice(2).toLowerCase().replace(/^0+/, ''),
    '1',
    '60',
    '2',
    `1234${'0'.repeat(60)}`,
  ]);
});
