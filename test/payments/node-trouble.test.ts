import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { devAccounts } from '../../src/payments/dev/dev-accounts.ts';
import { type DevChain, startDevChain } from '../../src/payments/dev/dev-chain.ts';
import { createChain } from '../../src/payments/evm/chain.ts';
import { asHex, encodeCall, word } from '../../src/payments/evm/encoding.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { createRpc } from '../../src/payments/evm/nodes.ts';
import { createLocalFacilitator } from '../../src/payments/facilitators/local.ts';
import { SAMPLE_VIN } from '../../src/products/parameters.ts';
import { type RunningService, runService, whenReady } from '../running-service.ts';
import {
  type FacilitatorFault,
  type FaultyFacilitator,
  startFaultyFacilitator,
} from './faulty-facilitator.ts';
import { CENT } from './market.ts';
import { anOffer } from './offer.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { newWallet, signPayment, toHeader } from './wallet.ts';

const offer = anOffer();
const payTo = asHex(offer.requirements.payTo.toLowerCase());
const wallet = newWallet();
const OTHER_CHAIN = { result: '0x14a34' };
const UNAVAILABLE = { error: 'payment_service_unavailable', charged: false };
const PATH = `/v1/decode?vin=${SAMPLE_VIN}`;

const parts = new AsyncDisposableStack();
let chain: DevChain;
let facilitator: FaultyFacilitator;
let node: RpcProxy;
let service: RunningService;
let takenBefore: bigint;

const balance = () => createChain(chain.rpc, BASE).balanceOf(payTo);
const taken = async () => (await balance()) - takenBefore;
const environment = () => ({ PAY_TO: payTo, FACILITATOR_URL: facilitator.url, RPC_URL: node.url });

beforeAll(async () => {
  chain = parts.use(await startDevChain({ blockSeconds: 1 }));
  const settling = createLocalFacilitator({
    rpc: createRpc(chain.rpcUrl),
    network: BASE,
    privateKey: chain.facilitatorPrivateKey,
    pollMs: 20,
  });
  facilitator = parts.use(await startFaultyFacilitator(parts.use(settling)));
  node = parts.use(await startRpcProxy(chain.rpcUrl));
  await chain.mint(wallet.address, 1_000n * CENT);
});
afterAll(() => parts[Symbol.asyncDispose]());
beforeEach(async () => {
  node.fault = () => 'pass';
  facilitator.faultOf = () => 'none';
  takenBefore = await balance();
  service = await runService(environment());
  await whenReady(service);
});
afterEach(() => service[Symbol.asyncDispose]());

async function buy(payment?: object, of = service, path = PATH) {
  const shown = payment ?? (await signPayment(wallet, offer));
  const response = await of.get(path, { headers: { 'PAYMENT-SIGNATURE': toHeader(shown) } });
  const body = (await response.json()) as { charged: boolean | null; error?: string };
  return { status: response.status, ...body };
}

const settleWith = (fault: FacilitatorFault) => {
  facilitator.faultOf = (operation) => (operation === 'settle' ? fault : 'none');
};
const isReady = async (of = service) => {
  const { payments } = (await (await of.get('/health')).json()) as { payments: { ready: boolean } };
  return payments.ready;
};
const POLL = { timeout: 30_000, interval: 100 };

describe('a node of another chain', () => {
  it('ends the start with a sentence', async () => {
    node.fault = (method) => (method === 'eth_chainId' ? OTHER_CHAIN : 'pass');
    await expect(runService(environment())).rejects.toThrow(
      /Node 1 \(127\.0\.0\.1:\d+\) of RPC_URL is one of chain 84532\. Set RPC_URL to a node of Base, chain 8453/,
    );
  });

  it('that was one of Base before: nothing is taken, and the service says that it is not ready', async () => {
    expect(await buy()).toMatchObject({ status: 200, charged: true });
    takenBefore = await balance();
    node.fault = (method) => (method === 'eth_chainId' ? OTHER_CHAIN : 'pass');
    await expect.poll(() => isReady(), POLL).toBe(false);
    expect(await buy(undefined, service, `${PATH}&market=CA`)).toMatchObject(UNAVAILABLE);
    expect(await taken()).toBe(0n);
    node.fault = () => 'pass';
    await expect.poll(() => isReady(), POLL).toBe(true);
  });
});

it('a node that was never heard: nothing is sold until it was examined', async () => {
  node.fault = () => ({ status: 503 });
  await using unheard = await runService(environment());
  const payment = await signPayment(wallet, offer);
  expect(await buy(payment, unheard)).toMatchObject(UNAVAILABLE);
  expect(await taken()).toBe(0n);
  node.fault = () => 'pass';
  await whenReady(unheard);
  expect((await buy(payment, unheard)).status).toBe(200);
});

it('a node that lists the events of ten blocks at once: a lost settlement is found, answered and charged once', async () => {
  node.fault = (method, [filter]) => {
    const { fromBlock, toBlock } = Object(filter);
    const isTooWide = method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= 10;
    return isTooWide ? { error: { code: -32_600, message: 'up to a 10 block range' } } : 'pass';
  };
  settleWith('lose_after');
  const payment = await signPayment(wallet, offer);
  expect(await buy(payment)).toMatchObject({ status: 503, charged: null });
  await expect.poll(() => buy(payment), POLL).toMatchObject({ status: 200, charged: true });
  expect(await taken()).toBe(CENT);
});

it('a payer whose own code refuses the signature of their key hears just that', async () => {
  const delegated = newWallet();
  await chain.mint(delegated.address, CENT);
  await chain.rpc.call('anvil_setCode', [delegated.address, '0x00']);
  const refused = { status: 402, charged: false, error: 'invalid_signature' };
  expect(await buy(await signPayment(delegated, offer))).toMatchObject(refused);
});

it('a seller whom Circle has barred: not ready, and nobody is blamed or computed for', async () => {
  const asBlacklister = (method: string) =>
    chain.rpc.call('eth_sendTransactionSync', [
      { from: devAccounts().usdcOwner.address, to: BASE.usdc.address, data: encodeCall(method, word(payTo)) },
    ]);
  await asBlacklister('blacklist(address)');
  await using barred = await runService(environment());
  expect(await buy(undefined, barred)).toMatchObject(UNAVAILABLE);
  expect(await isReady(barred)).toBe(false);
  await asBlacklister('unBlacklist(address)');
});

// At $4,000 for an ETH, 103,000 units of gas at 100 megawei cost four cents, and may cost half of a price.
it.each([
  ['too dear for a cent', 100n, true, /^0\.0[89]\d*$/],
  ['too dear for everything', 20_000n, false, /^1\d\.\d+$/],
])('gas that is %s: the state says so', async (_, megawei, ready, leastPriceUsd) => {
  const tip = `0x${(megawei * 10n ** 6n).toString(16)}`;
  node.fault = (method) => (method === 'eth_maxPriorityFeePerGas' ? { result: tip } : 'pass');
  const privateKey = generatePrivateKey();
  await chain.rpc.call('anvil_setBalance', [privateKeyToAccount(privateKey).address, '0xde0b6b3a7640000']);
  await using own = await runService({
    PAY_TO: payTo,
    FACILITATOR_PRIVATE_KEY: privateKey,
    RPC_URL: node.url,
  });
  const state = async () => ((await (await own.get('/health')).json()) as { payments: object }).payments;
  await expect.poll(state, POLL).toEqual({ ready, leastPriceUsd: expect.stringMatching(leastPriceUsd) });
  expect(await buy(undefined, own)).toMatchObject({ status: 503, ...UNAVAILABLE });
});

it('a facilitator that denies a settlement and makes it a moment later charges once for one answer', async () => {
  settleWith('deny_first');
  const payment = await signPayment(wallet, offer);
  expect(await buy(payment)).toMatchObject({ status: 503, charged: null, error: 'settlement_pending' });
  await expect.poll(() => buy(), POLL).toMatchObject({ status: 200, charged: false });
  expect(await buy(payment)).toMatchObject({ status: 200, charged: true });
  expect(await taken()).toBe(CENT);
});
