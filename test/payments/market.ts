import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PrivateKeyAccount } from 'viem/accounts';
import { createTurns } from '../../src/lib/turns.ts';
import { devAccounts } from '../../src/payments/dev/dev-accounts.ts';
import { type DevChain, startDevChain } from '../../src/payments/dev/dev-chain.ts';
import { encodeCall, type Hex, word } from '../../src/payments/evm/encoding.ts';
import { BASE } from '../../src/payments/evm/networks.ts';
import { createRpc } from '../../src/payments/evm/nodes.ts';
import { transferCall } from '../../src/payments/evm/transfer.ts';
import { createLocalFacilitator } from '../../src/payments/facilitators/local.ts';
import { withPostgres } from '../postgres.ts';
import { check } from './checked.ts';
import { type FaultyFacilitator, startFaultyFacilitator } from './faulty-facilitator.ts';
import { anOffer } from './offer.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';
import { type ShopProcess, startShop } from './shop-process.ts';
import type { ShopAnswer } from './shop-server.ts';
import { nowSeconds, signPayment, toHeader, usdcDomain } from './wallet.ts';

export type SignedPayment = Awaited<ReturnType<typeof signPayment>>;

/** A real chain with Circle's USDC, a remote facilitator on it, and shops that sell for it. */
export interface Market extends AsyncDisposable {
  chain: DevChain;
  facilitator: FaultyFacilitator;
  /** Between the shops and the node; the facilitator has a line of its own. */
  node: RpcProxy;
  shops: readonly ShopProcess[];
  sign(
    wallet: PrivateKeyAccount,
    bent?: Partial<SignedPayment['payload']['authorization']>,
  ): Promise<SignedPayment>;
  buy(
    payment: SignedPayment | undefined,
    path?: string,
    options?: { shop?: number; signal?: AbortSignal },
  ): Promise<Bought>;
  /** The seller's balance. */
  received(): Promise<bigint>;
  balanceOf(address: string): Promise<bigint>;
  /** Anybody sends the authorization to the chain. */
  broadcast(payment: SignedPayment): Promise<void>;
  cancel(wallet: PrivateKeyAccount, payment: SignedPayment): Promise<void>;
  /** Moves all that a payer holds out of his wallet. */
  drain(address: Hex): Promise<void>;
  /** Nothing is mined from now on. */
  stall(): Promise<void>;
  goOn(): Promise<void>;
  /** The chain takes its last blocks back: what was in them is gone, also from the node's memory. */
  reorganise(depth: number): Promise<void>;
}

export interface Bought extends ShopAnswer {
  status: number;
  headers: Headers;
}

export interface MarketOptions {
  storage?: 'sqlite' | 'postgres';
  shops?: number;
  computeMs?: number;
  confirmationTimeoutMs?: number;
  verifyTimeoutMs?: number;
  settleTimeoutMs?: number;
  /** The shop settles with its own key; there must be one shop only. */
  ownKey?: boolean;
  isProved?: boolean;
  settlementDepth?: number;
  blockMs?: number;
}

export const CENT = 10_000n;

export async function openMarket(options: MarketOptions = {}): Promise<Market> {
  await using parts = new AsyncDisposableStack();
  const chain = parts.use(await startDevChain());
  const local = parts.use(
    createLocalFacilitator({
      rpc: createRpc(chain.rpcUrl),
      network: BASE,
      privateKey: chain.facilitatorPrivateKey,
      pollMs: 20,
      confirmationTimeoutMs: options.confirmationTimeoutMs ?? 2_000,
      bumpAfterMs: 1_500,
      gapAfterMs: 200,
    }),
  );
  const facilitator = parts.use(await startFaultyFacilitator(local));
  const node = parts.use(await startRpcProxy(chain.rpcUrl));
  const place = await openPlace(options.storage ?? 'sqlite', parts);
  const shops: ShopProcess[] = [];
  for (let index = 0; index < (options.shops ?? 1); index++) {
    const settings = {
      storage: place,
      claimMs: 1_500,
      resettleAfterMs: 500,
      facilitatorUrl: facilitator.url,
      ...(options.ownKey && { ownKey: chain.facilitatorPrivateKey }),
      confirmationTimeoutMs: options.confirmationTimeoutMs ?? 2_000,
      verifyTimeoutMs: options.verifyTimeoutMs ?? 4_000,
      settleTimeoutMs: options.settleTimeoutMs ?? 4_000,
      rpcUrl: node.url,
      isProved: options.isProved ?? true,
      settlementDepth: options.settlementDepth ?? 0,
      blockMs: options.blockMs ?? 100,
      computeMs: options.computeMs ?? 20,
    };
    shops.push(parts.use(await startShop(settings)));
  }

  const offer = anOffer();
  const mining = createMining(chain);
  const send = async (from: Hex, to: Hex, data: Hex) => {
    await chain.rpc.call('anvil_impersonateAccount', [from]);
    // A block that is made or undone at this very moment may spoil the nonce or the fee that the node chooses.
    for (let attempt = 0; ; attempt++) {
      try {
        await chain.rpc.call('eth_sendTransaction', [{ from, to, data, gas: '0x30d40' }]);
        return;
      } catch (error) {
        if (attempt === 9) throw error;
        await mining.mine();
      }
    }
  };
  const balanceOf = async (address: string) => {
    const data = encodeCall('balanceOf(address)', word(lower(address)));
    return BigInt(String(await chain.rpc.call('eth_call', [{ to: BASE.usdc.address, data }, 'latest'])));
  };

  const built = parts.move();
  return {
    chain,
    facilitator,
    node,
    shops,
    sign: (wallet, bent) => signPayment(wallet, offer, bent),
    async buy(payment, path = '/v1/thing', { shop = 0, signal } = {}) {
      const response = await fetch(`${shops[shop]?.url}${path}`, {
        headers: payment ? { 'PAYMENT-SIGNATURE': toHeader(payment) } : {},
        ...(signal && { signal }),
      });
      const answer = (await response.json()) as ShopAnswer;
      return { ...answer, status: response.status, headers: response.headers };
    },
    received: () => balanceOf(offer.requirements.payTo),
    balanceOf,
    async broadcast(payment) {
      const call = transferCall(check(payment, offer));
      await send(devAccounts().usdcOwner.address, call.to, call.data);
    },
    async cancel(wallet, payment) {
      const { nonce } = payment.payload.authorization;
      const signature = await wallet.signTypedData({
        domain: usdcDomain,
        types: {
          CancelAuthorization: [
            { name: 'authorizer', type: 'address' },
            { name: 'nonce', type: 'bytes32' },
          ],
        },
        primaryType: 'CancelAuthorization',
        message: { authorizer: wallet.address, nonce },
      });
      const part = (from: number, to?: number): Hex => `0x${signature.slice(from, to)}`;
      const signed = [lower(wallet.address), lower(nonce), part(130), part(2, 66), part(66, 130)].map(
        (value) => word(value),
      );
      const data = encodeCall('cancelAuthorization(address,bytes32,uint8,bytes32,bytes32)', ...signed);
      await send(devAccounts().usdcOwner.address, BASE.usdc.address, data);
    },
    async drain(address) {
      await chain.rpc.call('anvil_setBalance', [address, '0xde0b6b3a7640000']);
      const amount = await balanceOf(address);
      const data = encodeCall(
        'transfer(address,uint256)',
        word(devAccounts().usdcOwner.address),
        word(`0x${amount.toString(16)}`),
      );
      await send(address, BASE.usdc.address, data);
    },
    stall: mining.stall,
    goOn: mining.goOn,
    reorganise: mining.reorganise,
    [Symbol.asyncDispose]: () => built.disposeAsync(),
  };
}

/**
 * Whatever makes or undoes blocks, one after another: anvil undoes blocks in several steps, and a block that it makes
 * between them leaves events without their effects, and effects without their events.
 */
function createMining({ rpc }: DevChain) {
  const inTurn = createTurns();
  let isStalled = false;
  const mine = () => rpc.call('evm_mine', []);
  /** The block that was under way has been made when the next one has. */
  const pause = async () => {
    await rpc.call('evm_setAutomine', [false]);
    await mine();
  };
  const resume = async () => {
    await mine();
    await rpc.call('evm_setAutomine', [true]);
  };
  /** anvil goes on from the time of the last block that is left, and would fall behind by what it has undone. */
  const catchUp = async () => {
    const last = (await rpc.call('eth_getBlockByNumber', ['latest', false])) as { timestamp: string };
    await rpc.call('evm_setTime', [Math.max(nowSeconds(), Number(last.timestamp))]);
  };
  const reorganise = async (depth: number) => {
    await rpc.call('anvil_reorg', [depth, []]);
    await catchUp();
  };
  const alone = (work: () => Promise<unknown>) => inTurn('blocks', async () => void (await work()));
  return {
    mine: () => alone(mine),
    stall: () =>
      alone(async () => {
        isStalled = true;
        await pause();
      }),
    goOn: () =>
      alone(async () => {
        isStalled = false;
        await resume();
      }),
    reorganise: (depth: number) =>
      alone(async () => {
        if (isStalled) return reorganise(depth);
        await pause();
        // The block of the pause goes too.
        await reorganise(depth + 1);
        return resume();
      }),
  };
}

const lower = (hex: string): Hex => `0x${hex.slice(2).toLowerCase()}`;

async function openPlace(kind: 'sqlite' | 'postgres', parts: AsyncDisposableStack) {
  if (kind === 'postgres') return { kind, place: parts.use(await withPostgres()).url };
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-market-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  return { kind, place: join(folder, 'shop.sqlite') };
}

/** An hour: longer than any test. */
export const lastingLong = () => ({ validBefore: String(nowSeconds() + 3_600) });
