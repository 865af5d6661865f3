import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { devAccounts } from '../../src/payments/dev/dev-accounts.ts';
import { type DevChain, startDevChain } from '../../src/payments/dev/dev-chain.ts';
import { createChain } from '../../src/payments/evm/chain.ts';
import { encodeCall, type Hex, word } from '../../src/payments/evm/encoding.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { createRpc } from '../../src/payments/evm/nodes.ts';
import { transferCall } from '../../src/payments/evm/transfer.ts';
import type { FacilitatorEvent } from '../../src/payments/facilitators/facilitator.ts';
import {
  createLocalFacilitator,
  type LocalFacilitator,
  type LocalFacilitatorOptions,
} from '../../src/payments/facilitators/local.ts';
import type { Payment } from '../../src/payments/wire/payment.ts';
import { anOffer } from './offer.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { newWallet } from './wallet.ts';

// These are new for every test of a file.
export let dev: DevChain;
export let proxy: RpcProxy;
let snapshot: unknown;
export let events: FacilitatorEvent[];
export let facilitator: LocalFacilitator;
export const offer = anOffer();
export const payer = newWallet();
const open: LocalFacilitator[] = [];

export function start(options: Partial<LocalFacilitatorOptions> = {}): LocalFacilitator {
  const started = createLocalFacilitator({
    rpc: createRpc(proxy.url, { timeoutMs: 2_000 }),
    network: BASE,
    privateKey: devAccounts().facilitator.privateKey,
    confirmationTimeoutMs: 3_000,
    pollMs: 10,
    notify: (event) => events.push(event),
    ...options,
  });
  open.push(started);
  return started;
}

/** Gives each test of a file a private chain and our own facilitator on it. */
export function setFacilitatorStage(): void {
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

  afterEach(() => {
    vi.useRealTimers();
  });
}

export const chain = () => createChain(dev.rpc, BASE);
export const received = () => chain().balanceOf(offer.requirements.payTo);
export const asOwner = (signature: string, ...addresses: Hex[]) =>
  dev.rpc.call('eth_sendTransactionSync', [
    {
      from: devAccounts().usdcOwner.address,
      to: BASE.usdc.address,
      data: encodeCall(signature, ...addresses.map((address) => word(address))),
    },
  ]);
export const broadcastByStranger = (payment: Payment) =>
  dev.rpc.call('eth_sendTransactionSync', [
    { from: devAccounts().usdcOwner.address, ...transferCall(payment), gas: '0x40000' },
  ]);
export const fundedWallet = async (amount = 10_000n) => {
  const wallet = newWallet();
  await dev.mint(wallet.address, amount);
  return wallet;
};
