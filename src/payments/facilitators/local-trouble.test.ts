import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { pay } from '../../../test/payments/checked.ts';
import {
  chain,
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
import { addressOfNobody } from '../../../test/payments/rpc-proxy.ts';
import { devAccounts } from '../dev/dev-accounts.ts';
import { createRpc } from '../evm/nodes.ts';
import { authorizedTransferOf } from '../evm/transfer.ts';

setFacilitatorStage();

/** The node does this with every transaction that it is sent. */
const atSending = (fault: ReturnType<typeof proxy.fault>) => {
  proxy.fault = (method) => (method === 'eth_sendRawTransaction' ? fault : 'pass');
};
const sent = () => proxy.calls.get('eth_sendRawTransaction') ?? 0;
const own = devAccounts().facilitator.address;
const mine = () => dev.rpc.call('anvil_mine', ['0x1']);
const bumped = () =>
  expect.poll(() => events.map(({ event }) => event), { timeout: 4_000 }).toContain('fee_bumped');

describe('a node that fails', () => {
  test('and is not there makes payments unavailable, and takes nothing', async () => {
    const lonely = start({ rpc: createRpc(await addressOfNobody()) });
    const payment = await pay(payer, offer);
    expect(await lonely.verify(payment)).toEqual({ kind: 'unavailable' });
    expect(await lonely.settle(payment)).toEqual({ kind: 'failed', reason: 'payment_service_unavailable' });
    expect(await lonely.support()).toEqual({ ready: false });
  });

  test('and answers nonsense makes payments unavailable', async () => {
    proxy.fault = () => ({ status: 502 });
    expect(await facilitator.verify(await pay(payer, offer))).toEqual({ kind: 'unavailable' });
  });

  test('after it took the transaction: it is settled by its receipt all the same', async () => {
    atSending('lose-answer');
    expect((await facilitator.settle(await pay(payer, offer))).kind).toBe('settled');
    expect(await received()).toBe(10_000n);
  });

  test('after it took the transaction and for good: unknown, with the transaction to look for', async () => {
    const impatient = start({ confirmationTimeoutMs: 150 });
    let isSent = false;
    proxy.fault = (method) => {
      isSent ||= method === 'eth_sendRawTransaction';
      return isSent ? 'lose-answer' : 'pass';
    };
    const payment = await pay(payer, offer);
    const settlement = await impatient.settle(payment);
    const since = { sinceMs: Date.now() - 600_000 };
    const evidence = await chain().findEvidence(authorizedTransferOf(payment), since);
    expect(evidence.kind).toBe('paid');
    const transaction = evidence.kind === 'paid' ? evidence.transaction : undefined;
    expect(settlement).toEqual({ kind: 'unknown', transaction });
  });

  test('with an error nobody knows: unknown, never "not charged"', async () => {
    const impatient = start({ confirmationTimeoutMs: 50 });
    const error = { code: -32_000, message: 'upstream said something at https://rpc.test/secret-key' };
    atSending({ error });
    const settlement = await impatient.settle(await pay(payer, offer));
    expect(settlement.kind).toBe('unknown');
    expect(JSON.stringify(settlement)).not.toContain('secret');
  });

  test('once does not stop the payments after it', async () => {
    const impatient = start({ confirmationTimeoutMs: 1_000 });
    const error = { code: -32_000, message: 'nobody knows' };
    atSending({ error });
    await impatient.settle(await pay(payer, offer));
    proxy.fault = () => 'pass';
    expect((await impatient.settle(await pay(payer, offer))).kind).toBe('settled');
  });
});

describe('a node that refuses a transaction it has taken', () => {
  test.each([
    'insufficient funds for gas * price + value',
    'transaction underpriced',
    'replacement transaction underpriced',
    'nonce too low',
  ])('with "%s": the payment is settled all the same', async (message) => {
    atSending({ passAnd: { error: { code: -32_000, message } } });
    expect((await facilitator.settle(await pay(payer, offer))).kind).toBe('settled');
    expect(await received()).toBe(10_000n);
  });

  test('and cannot be asked whether it has: unknown', async () => {
    const impatient = start({ confirmationTimeoutMs: 50 });
    const error = { code: -32_000, message: 'transaction underpriced' };
    proxy.fault = (method) => {
      if (method === 'eth_sendRawTransaction') return { error };
      return method === 'eth_getTransactionByHash' ? { status: 502 } : 'pass';
    };
    expect((await impatient.settle(await pay(payer, offer))).kind).toBe('unknown');
  });

  test('nothing was taken where it does not have it', async () => {
    const error = { code: -32_000, message: 'transaction underpriced' };
    atSending({ error });
    const refused = await facilitator.settle(await pay(payer, offer));
    expect(refused).toEqual({ kind: 'failed', reason: 'payment_service_unavailable' });
  });
});

describe('a reorganisation of the chain', () => {
  const revertTo = (id: unknown) => dev.rpc.call('evm_revert', [id]);
  const remember = () => dev.rpc.call('evm_snapshot', []);

  test('that drops a settlement does not stop those after it, and the dropped one can be settled again', async () => {
    const watchful = start({ gapAfterMs: 100 });
    const before = await remember();
    const dropped = await pay(payer, offer);
    expect((await watchful.settle(dropped)).kind).toBe('settled');
    await revertTo(before);
    expect(await received()).toBe(0n);
    expect((await watchful.settle(await pay(payer, offer))).kind).toBe('settled');
    expect(await received()).toBe(10_000n);
    expect(events).toEqual([{ event: 'nonce_resynchronised', missing: 1 }]);
    expect((await watchful.settle(dropped)).kind).toBe('settled');
    expect(await received()).toBe(20_000n);
  });

  test('that drops what others have sent with the key is made up for', async () => {
    const watchful = start({ gapAfterMs: 100 });
    const before = await remember();
    await dev.rpc.call('eth_sendTransactionSync', [{ from: own, to: own, value: '0x1' }]);
    expect((await watchful.settle(await pay(payer, offer))).kind).toBe('settled');
    await revertTo(before);
    expect((await watchful.settle(await pay(payer, offer))).kind).toBe('settled');
    expect(events).toEqual([{ event: 'nonce_resynchronised', missing: 2 }]);
  });

  test('while nobody pays is noticed before the next payment', async () => {
    const watchful = start({ gapAfterMs: 60_000 });
    const before = await remember();
    expect((await watchful.settle(await pay(payer, offer))).kind).toBe('settled');
    await revertTo(before);
    const now = performance.now.bind(performance);
    const later = vi.spyOn(performance, 'now').mockImplementation(() => now() + 6_000);
    onTestFinished(() => later.mockRestore());
    expect((await watchful.settle(await pay(payer, offer))).kind).toBe('settled');
    expect(events).toEqual([]);
  });
});

test('a settlement whose place another one took is not forgotten', async () => {
  const eager = start({ bumpAfterMs: 100, confirmationTimeoutMs: 5_000 });
  const error = { code: -32_000, message: 'nobody knows' };
  let losses = 0;
  proxy.fault = (method) => (method === 'eth_sendRawTransaction' && losses++ === 0 ? { error } : 'pass');
  const wallets = await Promise.all([fundedWallet(), fundedWallet()]);
  const payments = await Promise.all(wallets.map((wallet) => pay(wallet, offer)));
  const settlements = await Promise.all(payments.map((payment) => eager.settle(payment)));
  expect(settlements.map(({ kind }) => kind)).toEqual(['settled', 'settled']);
  expect(await received()).toBe(20_000n);
});

test('readiness follows the oldest transaction that waits to be mined', async () => {
  const stuck = start({ stuckAfterMs: 200, confirmationTimeoutMs: 50 });
  expect(await stuck.support()).toEqual({ ready: true });
  await dev.rpc.call('evm_setAutomine', [false]);
  expect((await stuck.settle(await pay(payer, offer))).kind).toBe('unknown');
  await expect.poll(() => stuck.support(), { interval: 10 }).toEqual({ ready: false });
  expect(await stuck.verify(await pay(payer, offer))).toEqual({ kind: 'unavailable' });
  await mine();
  await expect.poll(() => stuck.support(), { interval: 10 }).toEqual({ ready: true });
});

describe('a second user of the same key', () => {
  test('does not make it lose its place', async () => {
    await facilitator.settle(await pay(payer, offer));
    await dev.rpc.call('eth_sendTransactionSync', [{ from: own, to: own, value: '0x1' }]);
    expect((await facilitator.settle(await pay(payer, offer))).kind).toBe('settled');
  });

  test('who replaces a transaction only delays it', async () => {
    const eager = start({ bumpAfterMs: 200, confirmationTimeoutMs: 5_000 });
    await dev.rpc.call('evm_setAutomine', [false]);
    const nonce = await dev.rpc.call('eth_getTransactionCount', [own, 'latest']);
    const settling = eager.settle(await pay(payer, offer));
    const before = sent();
    await expect.poll(sent, { interval: 5 }).toBeGreaterThan(before);
    const fee = { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x174876e800' };
    await dev.rpc.call('eth_sendTransaction', [{ from: own, to: own, nonce, gas: '0x5208', ...fee }]);
    await mine();
    await dev.rpc.call('evm_setAutomine', [true]);
    expect((await settling).kind).toBe('settled');
    expect(await received()).toBe(10_000n);
  });
});

describe('a chain that stalls', () => {
  test('leaves the settlement unknown, and the evidence shows it when it goes on', async () => {
    const impatient = start({ confirmationTimeoutMs: 150 });
    const payment = await pay(payer, offer);
    await dev.rpc.call('evm_setAutomine', [false]);
    const settlement = await impatient.settle(payment);
    expect(settlement).toMatchObject({ kind: 'unknown', transaction: expect.stringMatching(/^0x/) });
    const evidence = () =>
      chain().findEvidence(authorizedTransferOf(payment), { sinceMs: Date.now() - 600_000 });
    expect(await evidence()).toEqual({ kind: 'open' });
    await mine();
    expect((await evidence()).kind).toBe('paid');
  });

  test.each([
    ['forgets a transaction is given it again', 100, () => dev.rpc.call('anvil_dropAllTransactions', [])],
    ['does not take a transaction is offered higher fees for it', 50, async () => {}],
  ])('and %s; it is charged once', async (_name, bumpAfterMs, happen) => {
    const eager = start({ bumpAfterMs, confirmationTimeoutMs: 5_000 });
    await dev.rpc.call('evm_setAutomine', [false]);
    const before = sent();
    const settling = eager.settle(await pay(payer, offer));
    await expect.poll(sent, { interval: 5 }).toBeGreaterThan(before);
    await happen();
    await bumped();
    await mine();
    expect((await settling).kind).toBe('settled');
    expect(await received()).toBe(10_000n);
  });
});
