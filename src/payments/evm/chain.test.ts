import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pay } from '../../../test/payments/checked.ts';
import { inOneTransaction } from '../../../test/payments/in-one-transaction.ts';
import { anOffer } from '../../../test/payments/offer.ts';
import { addressOfNobody, startRpcProxy } from '../../../test/payments/rpc-proxy.ts';
import { newWallet, nowSeconds } from '../../../test/payments/wallet.ts';
import { devAccounts } from '../dev/dev-accounts.ts';
import { type DevChain, startDevChain } from '../dev/dev-chain.ts';
import type { Payment } from '../wire/payment.ts';
import { type Chain, createChain } from './chain.ts';
import { encodeCall, type Hex, word } from './encoding.ts';
import { BASE } from './networks.ts';
import { createRpc } from './nodes.ts';
import { NodeError } from './rpc.ts';
import { authorizedTransferOf, type ContractCall, transferCall } from './transfer.ts';

let dev: DevChain;
let chain: Chain;
let snapshot: unknown;
const offer = anOffer();
const wallet = newWallet();
const anHourAgo = Date.now() - 3_600_000;

beforeAll(async () => {
  dev = await startDevChain();
  chain = createChain(dev.rpc, BASE);
  await dev.mint(wallet.address, 1_000_000n);
});
afterAll(() => dev[Symbol.asyncDispose]());
beforeEach(async () => {
  if (snapshot) await dev.rpc.call('evm_revert', [snapshot]);
  snapshot = await dev.rpc.call('evm_snapshot', []);
});

/** Anybody may send what a payer has signed. */
const send = async (call: ContractCall, from: Hex = devAccounts().facilitator.address) =>
  dev.rpc.call('eth_sendTransactionSync', [{ from, ...call, gas: '0x40000' }]);
const evidenceOf = (payment: Payment) =>
  chain.findEvidence(authorizedTransferOf(payment), { sinceMs: anHourAgo });

type Range = { fromBlock: Hex; toBlock: Hex };

/** The same chain by a node that answers questions about events in its own way. */
const withLogs = (answer: (range: Range, listed: unknown) => unknown) =>
  createChain(
    {
      async call(method, params) {
        const listed = await dev.rpc.call(method, params);
        return method === 'eth_getLogs' ? answer(params[0] as Range, listed) : listed;
      },
    },
    BASE,
  );

async function cancel(payment: Payment) {
  const signature = await wallet.signTypedData({
    domain: {
      name: BASE.usdc.name,
      version: BASE.usdc.version,
      chainId: BASE.chainId,
      verifyingContract: BASE.usdc.address,
    },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: payment.payer, nonce: payment.nonce },
  });
  const data = encodeCall(
    'cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)',
    word(payment.payer),
    word(payment.nonce),
    word(Number.parseInt(signature.slice(130), 16)),
    word(`0x${signature.slice(2, 66)}`),
    word(`0x${signature.slice(66, 130)}`),
  );
  await send({ to: BASE.usdc.address, data });
}

describe('the evidence of a payment', () => {
  test('is open while nobody has sent it', async () => {
    expect(await evidenceOf(await pay(wallet, offer))).toEqual({ kind: 'open' });
  });

  test('is the transaction in which it was spent on us, whoever sent that', async () => {
    const payment = await pay(wallet, offer);
    await send(transferCall(payment));
    const evidence = await evidenceOf(payment);
    expect(evidence).toEqual({
      kind: 'paid',
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      depth: 0,
    });
    expect(await chain.balanceOf(offer.requirements.payTo)).toBe(10_000n);
  });

  test('is found many blocks later', async () => {
    const payment = await pay(wallet, offer);
    await send(transferCall(payment));
    // More than a node answers within the usual time on a busy machine.
    await createRpc(dev.rpcUrl, { timeoutMs: 25_000 }).call('anvil_mine', ['0x44c']);
    expect(await evidenceOf(payment)).toMatchObject({ kind: 'paid', depth: 1_100 });
  });

  test('is found where the node still lists what a reorganisation has undone', async () => {
    const payment = await pay(wallet, offer);
    await send(transferCall(payment));
    const undone = { transactionHash: `0x${'1e'.repeat(32)}`, data: '0x' };
    const forgetful = withLogs((_range, listed) => [undone, ...(listed as object[]), undone]);
    const evidence = await forgetful.findEvidence(authorizedTransferOf(payment), {
      sinceMs: Date.now() - 60_000,
    });
    expect(evidence.kind).toBe('paid');
  });

  test('is void after a cancellation, though the nonce counts as used', async () => {
    const payment = await pay(wallet, offer);
    await cancel(payment);
    expect(await evidenceOf(payment)).toEqual({ kind: 'void' });
  });

  test('is void when the nonce was spent on somebody else', async () => {
    const payment = await pay(wallet, offer);
    const elsewhere = anOffer({ payTo: '0x00000000000000000000000000000000000bad00' });
    await send(transferCall(await pay(wallet, elsewhere, { nonce: payment.nonce })));
    expect(await evidenceOf(payment)).toEqual({ kind: 'void' });
  });

  test('is void when the nonce was spent on somebody else beside a transfer to us', async () => {
    const [payment, other] = [await pay(wallet, offer), await pay(wallet, offer)];
    const toThemselves = anOffer({ payTo: wallet.address, priceUsd: '0.000001' });
    const spent = await pay(wallet, toThemselves, { nonce: payment.nonce });
    for (const payments of [
      [spent, other],
      [other, spent],
    ]) {
      const before = await dev.rpc.call('evm_snapshot', []);
      await send(inOneTransaction(payments.map(transferCall)));
      expect(await evidenceOf(payment)).toEqual({ kind: 'void' });
      expect(await evidenceOf(other)).toMatchObject({ kind: 'paid' });
      await dev.rpc.call('evm_revert', [before]);
    }
  });

  test('is void when the nonce was spent on less', async () => {
    const payment = await pay(wallet, offer);
    const cheaper = anOffer({ priceUsd: '0.000001' });
    await send(transferCall(await pay(wallet, cheaper, { nonce: payment.nonce })));
    expect(await evidenceOf(payment)).toEqual({ kind: 'void' });
  });

  test('is void only after the chain itself has passed the time, with a margin', async () => {
    const payment = await pay(wallet, offer, { validBefore: String(nowSeconds() + 60) });
    const moveClockTo = async (seconds: number) => {
      await dev.rpc.call('evm_setNextBlockTimestamp', [seconds]);
      await dev.rpc.call('anvil_mine', ['0x1']);
    };
    await moveClockTo(payment.validBeforeSeconds);
    expect(await evidenceOf(payment)).toEqual({ kind: 'open' });
    await moveClockTo(payment.validBeforeSeconds + 30);
    expect(await evidenceOf(payment)).toEqual({ kind: 'void' });
  });

  test('is hidden, and never void, while the node lists no events of a spent authorization', async () => {
    const payment = await pay(wallet, offer, { validBefore: String(nowSeconds() + 60) });
    await send(transferCall(payment));
    const silent = withLogs(() => []);
    const look = () => silent.findEvidence(authorizedTransferOf(payment), { sinceMs: anHourAgo });
    expect(await look()).toEqual({ kind: 'hidden' });
    await dev.rpc.call('evm_increaseTime', [7_200]);
    await dev.rpc.call('anvil_mine', ['0x20']);
    expect(await look()).toEqual({ kind: 'hidden' });
  });

  test('is what its own transaction says, whatever the node lists', async () => {
    const payment = await pay(wallet, offer);
    await send(transferCall(payment));
    const known = await evidenceOf(payment);
    if (known.kind !== 'paid') throw new Error('not paid');
    const silent = withLogs(() => Promise.reject(new NodeError('rejected', 'eth_getLogs')));
    const { transaction } = known;
    const transfer = authorizedTransferOf(payment);
    expect(await silent.findEvidence(transfer, { sinceMs: anHourAgo, transaction })).toEqual(known);
    const other = `0x${'1e'.repeat(32)}` as const;
    expect(await chain.findEvidence(transfer, { sinceMs: anHourAgo, transaction: other })).toEqual(known);
  });

  test('is found at a node that lists the events of ten blocks at once', async () => {
    const payment = await pay(wallet, offer);
    await send(transferCall(payment));
    await dev.rpc.call('anvil_mine', ['0x64']);
    const narrow = withLogs((range, listed) => {
      if (Number(range.toBlock) - Number(range.fromBlock) < 10) return listed;
      throw new NodeError('rejected', 'eth_getLogs', { code: -32_600, message: 'up to a 10 block range' });
    });
    const evidence = await narrow.findEvidence(authorizedTransferOf(payment), { sinceMs: anHourAgo });
    expect(evidence).toMatchObject({ kind: 'paid', depth: 100 });
  });

  test('is that it was spent earlier, where the node lists what it has and nothing of it since', async () => {
    const payment = await pay(wallet, offer);
    await send(transferCall(payment));
    await dev.rpc.call('anvil_mine', ['0x14', '0x3c']);
    await dev.mint(wallet.address, 1n);
    await dev.rpc.call('anvil_mine', ['0x3', '0x3c']);
    const { timestamp } = (await dev.rpc.call('eth_getBlockByNumber', ['latest', false])) as {
      timestamp: string;
    };
    const sinceMs = Number(timestamp) * 1_000 - 600_000;
    expect(await chain.findEvidence(authorizedTransferOf(payment), { sinceMs })).toEqual({ kind: 'earlier' });
  });

  test('is never guessed while the node is silent', async () => {
    const silent = createChain(createRpc(await addressOfNobody()), BASE);
    const error = await silent
      .findEvidence(authorizedTransferOf(await pay(wallet, offer)), { sinceMs: 0 })
      .catch(String);
    expect(error).toContain('unreachable');
    expect(error).not.toContain('secret');
  });
});

describe('a transaction', () => {
  const look = (payment: Payment, transaction: Hex) =>
    chain.findTransfer(authorizedTransferOf(payment), transaction);

  test('shows the payment that it made, and how deep it is', async () => {
    const payment = await pay(wallet, offer);
    await send(transferCall(payment));
    const evidence = await evidenceOf(payment);
    if (evidence.kind !== 'paid') throw new Error('not paid');
    await dev.rpc.call('anvil_mine', ['0x3']);
    expect(await look(payment, evidence.transaction)).toEqual({ ...evidence, depth: 3 });
    expect(await look(await pay(wallet, offer), evidence.transaction)).toEqual({ kind: 'other' });
  });

  test('that nobody has sent is missing', async () => {
    expect(await look(await pay(wallet, offer), `0x${'1e'.repeat(32)}`)).toEqual({ kind: 'missing' });
  });
});

describe('code at an address', () => {
  test('is there for contracts and not for accounts', async () => {
    expect(await chain.hasCode(BASE.usdc.address)).toBe(true);
    expect(await chain.hasCode(wallet.address)).toBe(false);
  });

  test('is asked for once', async () => {
    await using proxy = await startRpcProxy(dev.rpcUrl);
    const remembering = createChain(createRpc(proxy.url), BASE);
    for (let round = 0; round < 3; round++) await remembering.hasCode(BASE.usdc.address);
    expect(proxy.calls.get('eth_getCode')).toBe(1);
  });

  test('is not remembered from a silent node', async () => {
    await using proxy = await startRpcProxy(dev.rpcUrl);
    const remembering = createChain(createRpc(proxy.url), BASE);
    proxy.fault = () => ({ status: 503 });
    await expect(remembering.hasCode(BASE.usdc.address)).rejects.toThrow(/lost/);
    proxy.fault = () => 'pass';
    expect(await remembering.hasCode(BASE.usdc.address)).toBe(true);
  });
});
